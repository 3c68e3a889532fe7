// The paths of agents: `/mcp`, and for keys of an organization `/mcp/{project_id}`. They are no part of the OpenAPI document, as what is sent there is
// messages of a protocol that describes itself: `tools/list` has the schemas.

import type { FastifyInstance, FastifyRequest } from "fastify";
import { Type } from "typebox";
import type { App } from "../http/app.ts";
import { takeBodiesInTurns } from "../http/body-turns.ts";
import { isLocalName, nameOf } from "../http/host.ts";
import { readQueryString } from "../http/query-string.ts";
import { exact } from "../http/schemas.ts";
import { limitUnread } from "../http/unread.ts";
import { accessOf } from "../http/v1/permission.ts";
import type { FindTenant } from "../http/v1/tenant.ts";
import type { Admit } from "../http/v1/v1.ts";
import { Problem } from "../values/problem.ts";
import type { Answer } from "./endpoint.ts";
import { parseMessage } from "./flaws.ts";
import { memberOf } from "./member-of.ts";

/** The dependencies of the paths. */
export interface McpParts {
  readonly admit: Admit;
  readonly findTenant: FindTenant;
  /** The origins whose pages may call them. */
  readonly origins: readonly string[];
  /** Loads what answers; by default the tools of the service, with the first request. */
  readonly load?: (app: FastifyInstance) => Promise<Answer>;
}

/** Adds the paths. */
export function addMcp(
  app: FastifyInstance,
  { admit, findTenant, origins, load = loadTools }: McpParts,
): void {
  let loading: Promise<Answer> | undefined;
  void app.register(async (mcp: App) => {
    mcp.addHook("onRequest", async (request) => requireOwnOrigin(request, origins));
    mcp.addHook("onRequest", admit);
    mcp.addHook("onRequest", async (request) => {
      readQueryString(request);
      nameProject(request);
    });
    takeBodiesInTurns(mcp, accessOf);
    limitUnread(mcp, (request) => request.access?.organizationId);
    mcp.removeContentTypeParser("application/json");
    mcp.addContentTypeParser(
      "application/json",
      { parseAs: "buffer" },
      async (request: FastifyRequest, body: Buffer) => await parseMessage(request, body),
    );
    mcp.addHook("preHandler", async (request) => {
      request.setDecorator("tenant", await findTenant(request, accessOf(request)));
      requireMessage(request.body);
    });
    for (const url of ["/mcp", "/mcp/:project_id"])
      mcp.post(url, { schema, config: { bodyNamesNoProject: true } }, async (request, reply) => {
        // A failure to load is not remembered.
        loading ??= load(app).catch((error: unknown) => {
          loading = undefined;
          throw error;
        });
        const answer = await loading;
        return await answer(request, reply);
      });
  });
}

const schema = {
  hide: true,
  querystring: exact({ tools: Type.Optional(Type.Literal("review")) }),
};

async function loadTools(app: FastifyInstance): Promise<Answer> {
  const { toolsEndpoint } = await import("./serve.ts");
  return toolsEndpoint(app);
}

/**
 * Refuses pages of other origins, which a browser may have been led here from: those that are not configured, and that are not of this machine and
 * this server. Programs that are no browsers send no origin.
 */
function requireOwnOrigin({ headers, host }: FastifyRequest, origins: readonly string[]): void {
  const { origin } = headers;
  if (origin === undefined || origins.includes(origin)) return;
  const from = URL.parse(origin);
  if (from !== null && isLocalName(from.hostname) && isLocalName(nameOf(host))) return;
  throw new Problem("foreign_origin");
}

/** Takes the project from the path; the header may name the same. */
function nameProject({ params, headers }: FastifyRequest): void {
  const named = memberOf(params, "project_id");
  // Of `/mcp/` it is empty.
  if (typeof named !== "string" || named === "") return;
  const other = headers["x-service-project"];
  if (typeof other === "string" && other.toLowerCase() !== named.toLowerCase())
    throw new Problem("project_conflict");
  headers["x-service-project"] = named;
}

/** Revisions of today have one message a request, and a call takes one token. */
function requireMessage(body: unknown): void {
  if (typeof body === "object" && body !== null && !Array.isArray(body)) return;
  throw new Problem("invalid_request", {
    errors: [{ pointer: "", message: "must be one message of JSON-RPC; send them one at a time" }],
  });
}
