// What the key of a request may do.

import type { FastifyRequest } from "fastify";
import type { Access } from "../../organizations/access.ts";
import { mayDo, type Permission } from "../../values/permission.ts";
import { Problem } from "../../values/problem.ts";

/** The key of a request under `/v1`. */
export function accessOf(request: Pick<FastifyRequest, "access">): Access {
  if (request.access === null) throw new Error("The key was not looked up.");
  return request.access;
}

/** Throws a {@link Problem} unless a key may do what needs this permission. */
export function requireThat({ permission }: Pick<Access, "permission">, needed: Permission): void {
  if (mayDo(permission, needed)) return;
  throw new Problem(permission === "read" ? "read_only_key" : "propose_only");
}

/** Throws a {@link Problem} for a key that is limited to a slice or an end user. */
export function requireUnlimited({ limits }: Pick<Access, "limits">): void {
  if (limits === undefined) return;
  const to = limits.slices.length > 0 ? "a slice" : "an end user";
  throw new Problem("beyond_scope", {
    detail: `This key is limited to ${to}, and this path concerns the whole project; use a key that is not limited.`,
  });
}

/** Throws a {@link Problem} for a key that may only propose, unless it has made this itself. */
export function requireOwn(request: Pick<FastifyRequest, "access">, makerId: string): void {
  const { keyId, permission } = accessOf(request);
  if (keyId !== makerId) requireThat({ permission }, "write");
}
