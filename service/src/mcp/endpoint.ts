// Streamable HTTP for servers of this protocol: both revisions, without sessions.

import { type CreateMcpHandlerOptions, createMcpHandler, type McpServer } from "@modelcontextprotocol/server";
import type { FastifyReply, FastifyRequest } from "fastify";
import { isListening, listen, type OpenStream } from "./listen.ts";
import type { Era } from "./session.ts";

/** Answers a message of a client. */
export type Answer = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;

/** Creates the server for one request. */
export type ServerFor = (request: FastifyRequest, era: Era) => Promise<McpServer>;

/** The headers that the protocol reads. */
const read = ["accept", "content-type", "mcp-protocol-version", "mcp-method", "mcp-name"];

/** The headers that it writes; the length is that of the bytes, which are sent at once. */
const written = ["content-type", "allow", "mcp-protocol-version"];

/** Serves with these servers; without `open` there are no streams of changes. */
export function endpointOf(serverFor: ServerFor, open?: OpenStream): Answer {
  const handlerWith = (options: CreateMcpHandlerOptions) =>
    createMcpHandler(async ({ authInfo, era }) => {
      // Only what is returned below calls it.
      const request = authInfo?.extra?.["request"] as FastifyRequest;
      try {
        return await serverFor(request, era);
      } catch (error) {
        request.log.error({ err: error }, "no server for an agent");
        throw error;
      }
    }, options);
  const handler = handlerWith({});
  return async (request, reply) => {
    const { body } = request;
    if (!isListening(body)) return await send(reply, await handler.fetch(...messageOf(request, body)));
    if (open === undefined) return await reply.code(404).send(noStreams(body.id));
    return await listen(request, reply, body, {
      open,
      // A bus of its own: nobody is told of what another one listens to.
      handlerWith,
      fetch: async (own, message) => await own.fetch(...messageOf(request, message)),
      send,
    });
  };
}

/** A message as the library takes it. */
function messageOf(request: FastifyRequest, parsedBody: unknown) {
  const headers = new Headers();
  for (const name of read) {
    const value = request.headers[name];
    if (typeof value === "string") headers.set(name, value);
  }
  const message = new Request("http://localhost/mcp", { method: "POST", headers });
  const authInfo = { token: "", clientId: "", scopes: [], extra: { request } };
  return [message, { authInfo, parsedBody }] as const;
}

/** Sends an answer that ends. */
async function send(reply: FastifyReply, response: Response): Promise<FastifyReply> {
  for (const name of written) {
    const value = response.headers.get(name);
    if (value !== null) reply.header(name, value);
  }
  // Of null Fastify would make the JSON of it.
  const body = response.body === null ? undefined : Buffer.from(await response.arrayBuffer());
  return await reply.code(response.status).send(body);
}

function noStreams(id: unknown): object {
  const error = { code: -32601, message: "Method not found: this server has no streams." };
  return { jsonrpc: "2.0", id: typeof id === "string" || typeof id === "number" ? id : null, error };
}
