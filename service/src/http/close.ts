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

/** While a server drains, each response asks its client to close the connection, as open ones delay the end. */
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
 * Asks clients to close their connections, then accepts no new ones and waits for the requests in progress. What is left
 * after `graceMs` is reset.
 */
export async function closeWithin(app: FastifyInstance, graceMs: number): Promise<void> {
  const timer = setTimeout(() => app.server.closeAllConnections(), graceMs);
  draining.add(app);
  // Closing resets every connection that looks idle, even if its next request has arrived but was not read yet. The delay
  // gives busy clients time for one more response that asks them to close.
  await sleep(Math.min(graceMs / 4, 250));
  // A connection without any request yet, which browsers keep open, looks to Node like one with a request in progress.
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
