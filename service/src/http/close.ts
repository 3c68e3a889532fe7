// Stops a server without cutting off pending responses.

import type { Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import type { FastifyInstance } from "fastify";

const draining = new WeakSet<FastifyInstance>();
/** The open connections. */
const connections = new WeakMap<FastifyInstance, Set<Socket>>();

/** Whether a server is about to stop. */
export function isDraining(app: FastifyInstance): boolean {
  return draining.has(app);
}

/** While a server drains, each answer asks its caller to close the connection: one that stays open holds up the end. */
export function closeConnectionsWhileDraining(app: FastifyInstance): void {
  const open = new Set<Socket>();
  connections.set(app, open);
  app.server.on("connection", (socket: Socket) => {
    open.add(socket);
    socket.once("close", () => open.delete(socket));
  });
  app.addHook("onSend", async (_request, reply) => {
    if (draining.has(app)) reply.header("connection", "close");
  });
}

/**
 * Asks callers to close their connections, then accepts no new ones and waits for the requests in progress. What is left
 * after `graceMs` is reset.
 */
export async function closeWithin(app: FastifyInstance, graceMs: number): Promise<void> {
  const timer = setTimeout(() => app.server.closeAllConnections(), graceMs);
  draining.add(app);
  // Closing resets every connection that looks idle, even if its next request has arrived and is not read yet. This
  // gives busy callers the time to get an answer that asks them to close.
  await sleep(Math.min(graceMs / 4, 250));
  // To Node a connection on which nothing has come yet, as browsers keep some, looks like a request under way.
  const unused = setInterval(() => {
    if (app.server.listening) return;
    for (const socket of connections.get(app) ?? []) if (socket.bytesRead === 0) socket.destroy();
  }, 50);
  try {
    await app.close();
  } finally {
    clearInterval(unused);
    clearTimeout(timer);
  }
}
