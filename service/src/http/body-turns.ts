// Large bodies wait for their turn before they are received: waiting ones take no memory, while parsed ones take many times their bytes.

import type { FastifyRequest } from "fastify";
import { turnsPer } from "../database/per-key-limit.ts";
import { Problem } from "../values/problem.ts";
import type { App } from "./app.ts";
import { isInside } from "./inside.ts";

/** For bodies of more than `above` bytes: how many are received and processed at a time, per key and per organization. */
interface Size {
  readonly above: number;
  readonly perKey: number;
  readonly perOrganization: number;
  readonly detail?: string;
}

/** Largest first. Small bodies are bounded by the rate limit alone, and of medium ones about as many run as may use the database. */
const sizes: readonly Size[] = [
  {
    above: 1 << 20,
    perKey: 1,
    perOrganization: 2,
    detail:
      "Other bodies of more than 1 MiB, or without a length, are being received and written; send them one after the other.",
  },
  { above: 16 << 10, perKey: 4, perOrganization: 5 },
];

/** Milliseconds a body waits for its turn: a third of what a request may take to arrive. */
const timeoutMs = 10_000;

/** The sender of a body. */
interface Sender {
  readonly keyId: string;
  readonly organizationId: string;
}

/** Makes large bodies wait for their turn; `senderOf` returns the sender. */
export function takeBodiesInTurns(app: App, senderOf: (request: FastifyRequest) => Sender): void {
  const takers = sizes.map((size) => ({ size, take: takerOf(size) }));
  app.addHook("preParsing", async (request, reply) => {
    // The request that it is a part of has its turn, and would wait for itself.
    if (isInside(request)) return;
    // Without a content length it may have any size.
    const unknown = request.headers["transfer-encoding"] === undefined ? 0 : Number.POSITIVE_INFINITY;
    const bytes = Number(request.headers["content-length"] ?? unknown);
    const taker = takers.find(({ size }) => bytes > size.above);
    if (taker === undefined) return;
    const end = await taker.take(senderOf(request)).catch((error: unknown) => {
      const { detail } = taker.size;
      if (!(error instanceof Problem) || detail === undefined) throw error;
      throw new Problem(error.code, { ...error.options, detail });
    });
    // The client may have closed the connection while waiting.
    if (reply.raw.closed) end();
    else reply.raw.once("close", end);
  });
}

function takerOf({ perKey, perOrganization }: Size): (sender: Sender) => Promise<() => void> {
  const [ofKey, ofOrganization] = [turnsPer("key", perKey), turnsPer("organization", perOrganization)];
  return async ({ keyId, organizationId }) => {
    const endOfKey = await ofKey(keyId, timeoutMs);
    try {
      const endOfOrganization = await ofOrganization(organizationId, timeoutMs);
      return () => {
        endOfOrganization();
        endOfKey();
      };
    } catch (error) {
      endOfKey();
      throw error;
    }
  };
}
