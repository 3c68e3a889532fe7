// Allows pages of other origins to call the service from a browser; none unless they are configured.

import type { FastifyInstance } from "fastify";

/** The headers that pages may read. */
const exposed = "X-Request-Id, Location, ETag, Retry-After, RateLimit, RateLimit-Policy, Idempotent-Replayed";
/** The headers that pages may send. */
const allowed =
  "Authorization, Content-Type, Idempotency-Key, If-Match, If-None-Match, X-Service-Project, MCP-Protocol-Version, Mcp-Method, Mcp-Name";

/** Lets pages of these origins call the routes that are added after this call. */
export function allowOrigins(app: FastifyInstance, origins: readonly string[]): void {
  if (origins.length === 0) return;
  app.addHook("onRequest", async ({ method, headers }, reply) => {
    const { origin } = headers;
    reply.header("vary", "Origin");
    if (origin === undefined || !origins.includes(origin)) return;
    // Keys are sent as headers, so no cookies are allowed.
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
