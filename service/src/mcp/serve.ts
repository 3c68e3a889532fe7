// Serves agents over HTTP with the routes of this server; loaded with the first request, as a service that no agent asks should not pay for it.

import type { FastifyInstance } from "fastify";
import { baseUrlOf } from "../http/host.ts";
import { accessOf } from "../http/v1/permission.ts";
import { tenantOf } from "../http/v1/tenant.ts";
import { type Answer, endpointOf, type ServerFor } from "./endpoint.ts";
import { flawsOf } from "./flaws.ts";
import { insideCall, insideStream } from "./inside-call.ts";
import { memberOf } from "./member-of.ts";
import { nameMemory, namesFor } from "./names.ts";
import { streamOf } from "./resources.ts";
import { sealOf } from "./seal.ts";
import { createSession } from "./session.ts";

/** The methods whose answers have the instructions. */
const opening = new Set(["initialize", "server/discover"]);

/** Answers messages with the tools of the service. */
export function toolsEndpoint(app: FastifyInstance): Answer {
  const memory = nameMemory();
  const serverFor: ServerFor = async (request, era) => {
    const { keyId, permission, limits } = accessOf(request);
    const call = insideCall(app, request);
    const method = memberOf(request.body, "method");
    return await createSession(
      {
        call,
        names: namesFor(call, memory, `${keyId} ${tenantOf(request).projectId}`),
        permission,
        isReview: memberOf(request.query, "tools") === "review",
        isLimited: limits !== undefined,
        seal: sealOf(request.headers.authorization ?? ""),
        baseUrl: baseUrlOf(request) ?? "",
        hasStreams: true,
        isOpening: typeof method === "string" && opening.has(method),
        flaws: flawsOf(request.body),
        report: (error) => request.log.error({ err: error }, "a tool failed"),
      },
      era,
    );
  };
  return endpointOf(serverFor, async (request, uri) => {
    const path = await streamOf(insideCall(app, request), uri);
    return path === undefined ? undefined : await insideStream(app, request, path);
  });
}
