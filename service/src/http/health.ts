// Whether the process is alive.

import type { FastifyInstance } from "fastify";

/** Adds `/livez`: open to all, and independent of everything outside the process. */
export function health(app: FastifyInstance): void {
  app.get("/livez", async (request, reply) => {
    reply.header("cache-control", "no-store");
    return { status: "ok", request_id: request.id };
  });
}
