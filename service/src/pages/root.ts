// The root path: it leads people to the console, and has links for programs.

import type { FastifyInstance } from "fastify";
import { prefers } from "../http/accept.ts";

/** The answer for programs. */
const index = {
  name: "Slice service",
  console: "/console",
  docs: "/docs",
  openapi: "/openapi.json",
  errors: "/errors",
  diagnostics: "/docs/diagnostics",
  ready: "/readyz",
};

/** Serves `/`. */
export function addRoot(app: FastifyInstance): void {
  app.get("/", { schema: { hide: true } }, async (request, reply) => {
    void reply.header("vary", "accept");
    if (prefers(request.headers.accept, "text/html", "application/json"))
      return await reply.redirect(index.console);
    return { ...index, request_id: request.id };
  });
}
