// The root path, which people open first.

import type { FastifyInstance } from "fastify";

/** The response for programs. */
const index = {
  docs: "/docs",
  openapi: "/openapi.json",
  console: "/console",
  errors: "/errors",
  diagnostics: "/diagnostics",
  ready: "/readyz",
};

/** Serves `/`: the console for browsers, links for everything else. */
export function addRoot(app: FastifyInstance): void {
  app.get("/", { schema: { hide: true } }, async (request, reply) => {
    void reply.header("vary", "accept");
    if (request.headers.accept?.includes("text/html") === true) return await reply.redirect("/console");
    return { ...index, request_id: request.id };
  });
}
