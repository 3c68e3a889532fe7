// Answers malformed and incomplete HTTP requests. Node makes no request object for them, so the response is written as bytes.

import type { Server as HttpServer, ServerResponse } from "node:http";
import { STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import type { FastifyBaseLogger } from "fastify";
import { type ProblemCode, problems } from "../values/problem.ts";
import { problemBody, problemType } from "../values/problem-body.ts";
import { newRequestId } from "./request-id.ts";

const codes: ReadonlyMap<string, ProblemCode> = new Map([
  ["HPE_HEADER_OVERFLOW", "headers_too_large"],
  ["HPE_CHUNK_EXTENSIONS_OVERFLOW", "body_too_large"],
  ["ERR_HTTP_REQUEST_TIMEOUT", "request_timeout"],
]);

/** Milliseconds that a response in progress may take on a connection that is being closed. */
const finishMs = 1000;

/** What {@link brokenRequests} returns. */
export interface BrokenRequests {
  /** Tracks the responses of a server, so that a problem is never written into the middle of one. */
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
  // Node finishes the responses of a connection in order: when the latest is finished, all are.
  const latest = new WeakMap<Socket, ServerResponse>();
  const broken = new WeakSet<Socket>();
  return {
    watch: (server) => {
      server.prependListener("request", (request, response) => latest.set(request.socket, response));
    },
    answer: ({ code = "" }, socket, log) => {
      // Node calls this again for each further chunk.
      if (broken.has(socket)) return;
      broken.add(socket);
      const response = latest.get(socket);
      if (response !== undefined && isUnderWay(response)) {
        closeAfter(response, socket);
        return;
      }
      if (socket.writable && code !== "ECONNRESET") {
        const problem = codes.get(code) ?? "malformed_request";
        const requestId = newRequestId();
        socket.write(formatResponse(problem, requestId));
        // Only the code of the error is logged: the rest quotes what was sent, including keys.
        log.info({ request_id: requestId, status: problems[problem].status, cause: code }, "broken request");
      }
      socket.destroySoon();
    },
  };
}

/** Whether a problem written now would be read as this response or as a part of it. */
function isUnderWay(response: ServerResponse): boolean {
  if (response.writableFinished) return false;
  // A request that breaks within its body gets the problem as its response, if it is next in order.
  const isOfBroken = !response.req.complete && !response.headersSent && response.socket !== null;
  return !isOfBroken;
}

function closeAfter(response: ServerResponse, socket: Socket): void {
  if (!response.headersSent) response.setHeader("connection", "close");
  response.once("close", () => socket.destroySoon());
  setTimeout(() => socket.destroy(), finishMs).unref();
}

function formatResponse(code: ProblemCode, requestId: string): string {
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
