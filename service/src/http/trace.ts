// The span of each request. It has the pattern of the route rather than the path, as the log does, and no headers, queries or bodies.

import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { type OpenSpan, openSpan } from "../telemetry/spans.ts";

/** Opens a span for each request, under that of the caller if it sends `traceparent`. */
export function traceRequests(app: FastifyInstance): void {
  // With a callback, not a promise: what runs in `done` is within the span. Fastify parses a body within it, too, whenever that arrives.
  app.addHook("onRequest", (request, reply, done) => {
    const span = openSpan({ name: request.method, kind: "server" }, request.headers);
    if (span === undefined) return done();
    // Also without a response, and for a stream only once it has ended.
    reply.raw.once("close", () => close(span, request, reply));
    span.run(done);
  });
}

function close(span: OpenSpan, request: FastifyRequest, reply: FastifyReply): void {
  const route = request.is404 ? undefined : request.routeOptions.url;
  if (route !== undefined) span.rename(`${request.method} ${route}`);
  span.set({
    "http.request.method": request.method,
    "http.route": route,
    "http.response.status_code": reply.raw.headersSent ? reply.statusCode : undefined,
    "network.protocol.version": request.raw.httpVersion,
    "url.scheme": request.protocol,
    "slice.request_id": request.id,
    "slice.organization_id": request.access?.organizationId,
    "slice.project_id": request.tenant?.projectId,
  });
  if (!reply.raw.writableFinished) span.fail("client_closed");
  else if (reply.statusCode >= 500) span.fail(String(reply.statusCode));
  span.end();
}
