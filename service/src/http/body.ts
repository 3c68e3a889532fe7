// Handles the raw bytes of request bodies before they are parsed.

import { createHash } from "node:crypto";
import type { FastifyRequest } from "fastify";
import { Problem } from "../values/problem.ts";
import { createYield } from "../values/yield-to-event-loop.ts";

/** Bytes hashed before yielding to other requests. */
const bytesAtOnce = 1 << 20;

/** Computes the digest of a body, which identifies a request that is sent again. */
export async function digest(request: FastifyRequest, body: Buffer): Promise<void> {
  const nextTurn = createYield();
  const hash = createHash("sha256");
  for (let start = 0; start < body.length; start += bytesAtOnce) {
    hash.update(body.subarray(start, start + bytesAtOnce));
    await nextTurn();
  }
  request.setDecorator("bodyHash", hash.digest());
}

/** Throws a {@link Problem} for a compressed body: its real size would be known too late. */
export function requireIdentity({ headers }: FastifyRequest): void {
  const codings = (headers["content-encoding"] ?? "").split(",").map((each) => each.trim().toLowerCase());
  if (codings.every((each) => each === "" || each === "identity")) return;
  throw new Problem("unsupported_media_type", {
    detail: "Send the body as it is, without the header Content-Encoding.",
    headers: { "accept-encoding": "identity" },
  });
}
