// Calls routes of the same server for a caller: without a connection, and without a token of the rate limit besides the one of its request.

import type { FastifyInstance, FastifyRequest } from "fastify";
import { insideHeader } from "../http/inside.ts";
import { tenantOf } from "../http/v1/tenant.ts";
import { readJson } from "../values/json.ts";
import type { Call } from "./call.ts";

/** What the request of a caller hands on: its key, and by which address it reached the service. */
const handedOn = [
  "authorization",
  "host",
  "x-forwarded-for",
  "x-forwarded-host",
  "x-forwarded-proto",
] as const;

/** A {@link Call} with the key and the project of a request. */
export function insideCall(app: FastifyInstance, request: FastifyRequest): Call {
  const headers: Record<string, string> = {
    ...insideHeader,
    "x-service-project": tenantOf(request).projectId,
  };
  for (const name of handedOn) {
    const value = request.headers[name];
    if (typeof value === "string") headers[name] = value;
  }
  const remoteAddress = request.socket.remoteAddress ?? "127.0.0.1";
  return async (method, path, body) => {
    const sent = { method, url: path, remoteAddress };
    const response = await (body === undefined
      ? app.inject({ ...sent, headers })
      : app.inject({
          ...sent,
          headers: { ...headers, "content-type": "application/json" },
          payload: JSON.stringify(body),
        }));
    return {
      status: response.statusCode,
      header: (name) => {
        const value = response.headers[name];
        return value === undefined ? undefined : String(value);
      },
      body: response.payload === "" ? undefined : readJson(response.payload),
    };
  };
}
