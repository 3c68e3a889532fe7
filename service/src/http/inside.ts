// Requests that this server sends to itself for a caller: parts of another request, which has taken the token and the turn of its key.

import { randomBytes } from "node:crypto";
import type { FastifyRequest } from "fastify";

const name = "x-slice-inside";

/** Nobody outside of this process can send it. */
const value = randomBytes(32).toString("base64url");

/** The header of such a request. */
export const insideHeader: Readonly<Record<string, string>> = { [name]: value };

const ownToken = "x-slice-takes-token";

/** The headers of such a request that takes a token as well, as another one has many of them. */
export const insideWithToken: Readonly<Record<string, string>> = { ...insideHeader, [ownToken]: "1" };

/** Whether a request is a part of another one. */
export function isInside({ headers }: Pick<FastifyRequest, "headers">): boolean {
  return headers[name] === value;
}

/** Whether a request takes a token of the rate limit of its key. */
export function takesToken(request: Pick<FastifyRequest, "headers">): boolean {
  return !isInside(request) || request.headers[ownToken] !== undefined;
}
