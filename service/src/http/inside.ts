// Requests that this server sends to itself for a caller: parts of another request, which has taken the token and the turn of its key.

import { randomBytes } from "node:crypto";
import type { FastifyRequest } from "fastify";

const name = "x-slice-inside";

/** Nobody outside of this process can send it. */
const value = randomBytes(32).toString("base64url");

/** The header of such a request. */
export const insideHeader: Readonly<Record<string, string>> = { [name]: value };

/** Whether a request is a part of another one. */
export function isInside({ headers }: Pick<FastifyRequest, "headers">): boolean {
  return headers[name] === value;
}
