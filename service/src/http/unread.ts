// Limits responses that the client does not read, in time and size: they stay in memory until they are sent.

import type { FastifyInstance, FastifyRequest } from "fastify";
import { Problem } from "../values/problem.ts";
import type { App } from "./app.ts";
import { isInside } from "./inside.ts";

/** Milliseconds without any reading after which a connection is closed (it can take up to twice as long); longer than streams are silent. */
const timeoutMs = 30_000;

/** Maximum bytes of unsent responses of an organization: eight pages of the maximum size. */
const maxUnsentBytes = 64 << 20;

/** Smaller responses are not counted, in bytes: the buffers of the operating system hold as much. */
const smallBytes = 64 << 10;

/** Closes connections whose client does not read. */
export function closeUnread(app: FastifyInstance): void {
  app.addHook("onSend", async (request, reply) => {
    // A part of another request has no connection.
    if (isInside(request)) return;
    reply.raw.setTimeout(timeoutMs);
  });
}

/** Refuses the requests of a client that does not read its responses; `clientOf` returns its ID. */
export function limitUnread(app: App, clientOf: (request: FastifyRequest) => string | undefined): void {
  const unsent = new Map<string, number>();
  const add = (client: string, bytes: number): void => {
    const sum = (unsent.get(client) ?? 0) + bytes;
    if (sum > 0) unsent.set(client, sum);
    else unsent.delete(client);
  };
  app.addHook("preHandler", async (request) => {
    if ((unsent.get(clientOf(request) ?? "") ?? 0) <= maxUnsentBytes) return;
    const detail = "The earlier answers of this organization have not been read; read them first.";
    throw new Problem("rate_limited", { detail, headers: { "retry-after": "1" }, limit: "unread_answers" });
  });
  app.addHook("onSend", async (request, reply, payload) => {
    const client = isInside(request) ? undefined : clientOf(request);
    const bytes = typeof payload === "string" || Buffer.isBuffer(payload) ? payload.length : 0;
    if (client === undefined || bytes < smallBytes || reply.raw.closed) return;
    add(client, bytes);
    reply.raw.once("close", () => add(client, -bytes));
  });
}
