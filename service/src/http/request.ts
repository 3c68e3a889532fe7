// What is known about a request besides what it says.

import type { FastifyRequest } from "fastify";
import type { Scope } from "../database/transaction.ts";
import type { Access } from "../organizations/access.ts";

/** Something that is found out about requests, one at a time. */
export interface Known<Value> {
  readonly set: (request: FastifyRequest, value: Value) => void;
  readonly get: (request: FastifyRequest) => Value | undefined;
}

function known<Value>(): Known<Value> {
  const values = new WeakMap<FastifyRequest, Value>();
  return { set: (request, value) => void values.set(request, value), get: (request) => values.get(request) };
}

/** What the key of a request may do; missing where no key is needed. */
export const access: Known<Access> = known();

/** Whose rows a request is about; missing until it was validated. */
export const scope: Known<Scope> = known();

/** The SHA-256 of its body, as it came. */
export const bodyHash: Known<Buffer> = known();
