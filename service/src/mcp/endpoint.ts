// Streamable HTTP for servers of this protocol: both revisions, without sessions.

import { createMcpHandler, type McpServer } from "@modelcontextprotocol/server";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Era } from "./session.ts";

/** Answers a message of a client. */
export type Answer = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;

/** Creates the server for one request. */
export type ServerFor = (request: FastifyRequest, era: Era) => Promise<McpServer>;

/** The headers that the protocol reads. */
const read = ["accept", "content-type", "mcp-protocol-version", "mcp-method", "mcp-name"];

/** The headers that it writes; the length is that of the bytes, which are sent at once. */
const written = ["content-type", "allow", "mcp-protocol-version"];

/** Serves with these servers. */
export function endpointOf(serverFor: ServerFor): Answer {
  const handler = createMcpHandler(async ({ authInfo, era }) => {
    // Only what is returned below calls it.
    const request = authInfo?.extra?.["request"] as FastifyRequest;
    try {
      return await serverFor(request, era);
    } catch (error) {
      request.log.error({ err: error }, "no server for an agent");
      throw error;
    }
  });
  return async (request, reply) => {
    if (asksForStream(request.body)) return await reply.code(404).send(noStreams(request.body.id));
    const headers = new Headers();
    for (const name of read) {
      const value = request.headers[name];
      if (typeof value === "string") headers.set(name, value);
    }
    const message = new Request("http://localhost/mcp", { method: "POST", headers });
    const authInfo = { token: "", clientId: "", scopes: [], extra: { request } };
    const response = await handler.fetch(message, { authInfo, parsedBody: request.body });
    for (const name of written) {
      const value = response.headers.get(name);
      if (value !== null) reply.header(name, value);
    }
    const body = response.body === null ? null : Buffer.from(await response.arrayBuffer());
    return await reply.code(response.status).send(body);
  };
}

/** A request for a stream of changes. */
interface Listening {
  readonly id: unknown;
}

/** No list changes while a key lives; and a stream would go on when its key is revoked. */
function asksForStream(body: unknown): body is Listening {
  return (
    typeof body === "object" &&
    body !== null &&
    "method" in body &&
    body.method === "subscriptions/listen" &&
    "id" in body
  );
}

function noStreams(id: unknown): object {
  const error = { code: -32601, message: "Method not found: this server has no streams." };
  return { jsonrpc: "2.0", id: typeof id === "string" || typeof id === "number" ? id : null, error };
}
