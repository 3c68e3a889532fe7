// Which pages of other origins may ask the service from a browser. Unless they are named, none may.

import type { FastifyInstance } from "fastify";

/** What pages may read besides the body. */
const exposed = "X-Request-Id, Location, ETag, Retry-After, RateLimit, RateLimit-Policy, Idempotent-Replayed";
/** What they may send. */
const allowed = "Authorization, Content-Type, Idempotency-Key, If-None-Match, X-Service-Project";

/** Lets the pages of these origins ask the routes that are added after this call. */
export function allowOrigins(app: FastifyInstance, origins: readonly string[]): void {
  if (origins.length === 0) return;
  app.addHook("onRequest", async ({ method, headers }, reply) => {
    const { origin } = headers;
    reply.header("vary", "Origin");
    if (origin === undefined || !origins.includes(origin)) return;
    // Keys are sent as headers; cookies are not for this service.
    void reply.headers({ "access-control-allow-origin": origin, "access-control-expose-headers": exposed });
    if (method !== "OPTIONS" || headers["access-control-request-method"] === undefined) return;
    void reply.headers({
      "access-control-allow-methods": "GET, HEAD, POST, PATCH, DELETE",
      "access-control-allow-headers": allowed,
      "access-control-max-age": "600",
    });
    await reply.code(204).send();
  });
}
