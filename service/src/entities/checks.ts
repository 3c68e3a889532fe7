// What no schema can say of many rows at once.

import { Problem, type ProblemEntry } from "../values/problem.ts";

/** Maximum mistakes listed in a response. */
const maxEntries = 20;

/** Throws a {@link Problem} for a duplicate ID: which of the two would win? */
export function requireOnce(items: readonly { readonly id?: string }[]): void {
  const seen = new Set<string>();
  const errors: ProblemEntry[] = [];
  for (const [at, { id }] of items.entries()) {
    const key = id?.toLowerCase();
    if (key === undefined) continue;
    if (seen.has(key)) errors.push({ pointer: `/${at}/id`, message: "is there twice" });
    seen.add(key);
  }
  if (errors.length > 0) throw new Problem("invalid_request", { errors: errors.slice(0, maxEntries) });
}
