// The HTTP server without its routes: everything that applies to all requests.

import type { IncomingMessage } from "node:http";
import {
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  fastify,
  LogController,
} from "fastify";
import { Problem } from "../values/problem.ts";
import { parseInTurns } from "../values/strict-json.ts";
import { createYield } from "../values/yield-to-event-loop.ts";
import { digest, requireIdentity } from "./body.ts";
import { brokenRequests } from "./broken-requests.ts";
import { closeConnectionsWhileDraining } from "./close.ts";
import { sendError } from "./errors.ts";
import { isHost } from "./host.ts";
import { isInside } from "./inside.ts";
import { type LogLevel, type LogStream, loggerOptions, logRequest } from "./log.ts";
import { refuseOtherMethods } from "./methods.ts";
import { newRequestId } from "./request-id.ts";
import { serializeInTurns } from "./serialize.ts";
import { traceRequests } from "./trace.ts";
import { closeUnread } from "./unread.ts";
import { validatorCompiler } from "./validation.ts";

/** A server that is ready to listen. */
export type Server = FastifyInstance;

/** The options of a server. */
export interface ServerParts {
  readonly logLevel: LogLevel;
  readonly log: LogStream;
  /** The proxies whose `X-Forwarded-For` is trusted: addresses and networks; none by default. */
  readonly trustedProxies?: readonly string[];
  /** Adds the routes. */
  readonly routes: (app: FastifyInstance) => void;
}

/** Creates a server with these routes. Every response has a request ID, and every error is a problem. */
export async function createServer({
  logLevel,
  log,
  trustedProxies = [],
  routes,
}: ServerParts): Promise<Server> {
  const broken = brokenRequests();
  const app = fastify({
    bodyLimit: 1 << 20,
    requestTimeout: 30_000,
    trustProxy: trustedProxies.length > 0 && [...trustedProxies],
    requestIdHeader: false,
    genReqId: newRequestId,
    // Fastify's own answer is not a problem and has no request ID. Late requests are served like the others.
    return503OnClosing: false,
    // Node's own answer to a missing Host is empty; `namesItsHost` checks it. Node looks for late requests at an interval.
    http: { requireHostHeader: false, connectionsCheckingInterval: 5000 },
    logger: loggerOptions(logLevel, log),
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: "request_id" }),
    frameworkErrors: sendErrorWithoutHooks,
    clientErrorHandler: (error, socket) => broken.answer(error, socket, app.log),
  });
  app.decorateRequest("access", null).decorateRequest("tenant", null).decorateRequest("bodyHash", null);
  app.setValidatorCompiler(validatorCompiler);
  broken.watch(app.server);
  traceRequests(app);
  answerExpectations(app);
  acceptJson(app);
  app.setErrorHandler(sendError);
  answerEveryRequest(app);
  serializeInTurns(app);
  closeUnread(app);
  closeConnectionsWhileDraining(app);
  const refuseOthers = refuseOtherMethods(app);
  routes(app);
  app.addHook("onRequest", async (request) => {
    // Otherwise the body of a request to an unknown path would be read first.
    if (request.is404) throw new Problem("not_found");
  });
  await app.after();
  refuseOthers();
  await app.ready();
  return app;
}

function acceptJson(app: FastifyInstance): void {
  app.removeContentTypeParser(["text/plain", "application/json"]);
  app.addContentTypeParser(
    "application/json",
    { parseAs: "buffer" },
    async (request: FastifyRequest, body: Buffer) => {
      // Some clients always send `Content-Type: application/json`, even without a body.
      if (body.length === 0 && needsNoBody(request)) return undefined;
      await digest(request, body);
      return (await parseInTurns(body, "body", createYield())).value;
    },
  );
}

function needsNoBody({ method, routeOptions }: FastifyRequest): boolean {
  return method === "DELETE" || routeOptions.config.bodyIsOptional === true;
}

function answerExpectations({ server }: FastifyInstance): void {
  // Node would send `100 Continue` for every body at once. A client that is refused before its body is read need not send it.
  server.on("checkContinue", (request, response) => {
    request.once("resume", () => {
      if (!response.headersSent) response.writeContinue();
    });
    server.emit("request", request, response);
  });
  // Node itself would refuse an unknown expectation; ignoring it is allowed.
  server.on("checkExpectation", (request, response) => server.emit("request", request, response));
}

function answerEveryRequest(app: FastifyInstance): void {
  app.addHook("onRequest", async (request, reply) => {
    // A part of another request has no head of its own.
    if (!isInside(request) && !namesItsHost(request.raw)) throw new Problem("malformed_request");
    // `OPTIONS *` is about the server as a whole, and an empty response is enough.
    if (request.method === "OPTIONS" && request.raw.url === "*") return await reply.code(204).send();
  });
  app.addHook("preParsing", async (request) => requireIdentity(request));
  app.addHook("onSend", async (request, reply) => {
    // A replayed response keeps its original ID.
    if (!reply.hasHeader("x-request-id")) reply.header("x-request-id", request.id);
  });
  app.addHook("onResponse", async (request, reply) => logRequest(request, reply));
}

/**
 * Whether a request has what its version requires: one well-formed `Host`, which only HTTP/1.0 may leave out. Proxies and
 * servers that disagree on the host can be tricked into answering with data for someone else.
 */
function namesItsHost({ httpVersion, headersDistinct }: IncomingMessage): boolean {
  const [host, ...others] = headersDistinct["host"] ?? [];
  if (host === undefined) return httpVersion === "1.0";
  return (httpVersion === "1.0" || httpVersion === "1.1") && others.length === 0 && isHost(host);
}

/** Fastify runs no hook for a path that it cannot read, so this does what they do. */
function sendErrorWithoutHooks(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  reply.raw.once("finish", () => logRequest(request, reply));
  void reply.headers({ "x-request-id": request.id, connection: "close" });
  sendError(error, request, reply);
}
