// Answers that nobody reads: they stay in memory until they are sent, so there are limits to how long and how much.

import type { FastifyInstance, FastifyRequest } from "fastify";
import { Problem } from "../values/problem.ts";
import type { App } from "./app.ts";

/** A connection on which nothing of an answer has been read for one to two such periods is closed; in milliseconds, and longer than streams are silent. */
const timeoutMs = 30_000;

/** The answers of an organization that are not sent yet may have so many bytes: eight pages, each as large as pages are. */
const maxUnsentBytes = 64 << 20;

/** Smaller answers are not counted: the system takes as much from us before anybody reads it. */
const smallBytes = 64 << 10;

/** Closes connections whose client does not read. */
export function closeUnread(app: FastifyInstance): void {
  app.addHook("onSend", async (_request, reply) => {
    reply.raw.setTimeout(timeoutMs);
  });
}

/** Refuses the requests of an owner that does not read its answers; `ownerOf` says who that is. */
export function limitUnread(app: App, ownerOf: (request: FastifyRequest) => string | undefined): void {
  const unsent = new Map<string, number>();
  const add = (owner: string, bytes: number): void => {
    const sum = (unsent.get(owner) ?? 0) + bytes;
    if (sum > 0) unsent.set(owner, sum);
    else unsent.delete(owner);
  };
  app.addHook("preHandler", async (request) => {
    if ((unsent.get(ownerOf(request) ?? "") ?? 0) <= maxUnsentBytes) return;
    const detail = "The earlier answers of this organization have not been read; read them first.";
    throw new Problem("rate_limited", { detail, headers: { "retry-after": "1" } });
  });
  app.addHook("onSend", async (request, reply, payload) => {
    const owner = ownerOf(request);
    const bytes = typeof payload === "string" || Buffer.isBuffer(payload) ? payload.length : 0;
    if (owner === undefined || bytes < smallBytes || reply.raw.closed) return;
    add(owner, bytes);
    reply.raw.once("close", () => add(owner, -bytes));
  });
}
