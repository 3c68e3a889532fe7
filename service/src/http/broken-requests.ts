// Answers what is not an HTTP request, or not all of one. No request exists then, so the bytes are written by hand.

import type { Server as HttpServer, ServerResponse } from "node:http";
import { STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import type { FastifyBaseLogger } from "fastify";
import { type ProblemCode, problemBody, problems, problemType } from "./problem.ts";
import { newRequestId } from "./request-id.ts";

const codes: ReadonlyMap<string, ProblemCode> = new Map([
  ["HPE_HEADER_OVERFLOW", "headers_too_large"],
  ["HPE_CHUNK_EXTENSIONS_OVERFLOW", "body_too_large"],
  ["ERR_HTTP_REQUEST_TIMEOUT", "request_timeout"],
]);

/** What {@link brokenRequests} gives. */
export interface BrokenRequests {
  /** Follows the answers of a server, so that none is broken into. */
  readonly watch: (server: HttpServer) => void;
  /** Fastify's option `clientErrorHandler`. */
  readonly answer: (
    error: { readonly code?: string | undefined },
    socket: Socket,
    log: FastifyBaseLogger,
  ) => void;
}

/** A handler of broken requests, for one server. */
export function brokenRequests(): BrokenRequests {
  const latest = new WeakMap<Socket, ServerResponse>();
  return {
    watch: (server) => {
      server.prependListener("request", (request, response) => latest.set(request.socket, response));
    },
    answer: ({ code = "" }, socket, log) => {
      const response = latest.get(socket);
      const isMidAnswer = response !== undefined && response.headersSent && !response.writableFinished;
      if (socket.writable && code !== "ECONNRESET" && !isMidAnswer) {
        const problem = codes.get(code) ?? "malformed_request";
        const requestId = newRequestId();
        socket.write(answerOf(problem, requestId));
        // Of the error only its code: the rest of it quotes what was sent, keys among it.
        log.info({ request_id: requestId, status: problems[problem].status, cause: code }, "broken request");
      }
      socket.destroySoon();
    },
  };
}

function answerOf(code: ProblemCode, requestId: string): string {
  const { status } = problems[code];
  const body = JSON.stringify(problemBody(code, requestId));
  return [
    `HTTP/1.1 ${String(status)} ${STATUS_CODES[status] ?? ""}`,
    `Content-Type: ${problemType}`,
    `Content-Length: ${String(Buffer.byteLength(body))}`,
    `X-Request-Id: ${requestId}`,
    `Date: ${new Date().toUTCString()}`,
    "Connection: close",
    "",
    body,
  ].join("\r\n");
}
