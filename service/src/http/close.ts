// Stops a server without cutting off those who wait for an answer.

import type { FastifyInstance } from "fastify";

/** While a server drains, each answer asks its caller to close the connection: one that stays open holds up the end. */
export function closeConnectionsWhileDraining(app: FastifyInstance): void {
  let isDraining = false;
  app.addHook("preClose", async () => {
    isDraining = true;
  });
  app.addHook("onSend", async (_request, reply) => {
    if (isDraining) reply.header("connection", "close");
  });
}

/** Takes no new connections, and waits for the requests under way; what is left after `graceMs` is reset. */
export async function closeWithin(app: FastifyInstance, graceMs: number): Promise<void> {
  const timer = setTimeout(() => app.server.closeAllConnections(), graceMs);
  try {
    await app.close();
  } finally {
    clearTimeout(timer);
  }
}
