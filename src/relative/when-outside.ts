// From when on one query is known to contain another no more.
import { timeOf } from "../dates/resolve-date.ts";
import type { Query } from "../syntax/ast.ts";
import { containmentOf } from "./containment.ts";
import { type RelativeOptions, relativeSlice } from "./slice.ts";

/**
 * An evaluation time from `now` on, in milliseconds since 1970, at which `b` has room for an entity that is not in `a`; `null` if `a` contains
 * `b` from `now` on for ever. It is `now` if that is such a time; a later one
 * need not be the first. What `containsAlways` says of all years, this says of the future: `after:7d` is outside `after:2020-01-01` only until
 * 8 January 2020. A query that is refused contains nothing, and nothing contains it.
 *
 * @param a - The outer query: a text, or a tree that was read or built.
 * @param b - The inner one.
 * @param now - From when on, as a Date or in milliseconds since 1970.
 * @param options - The catalog, without which every name stands for itself, and field names.
 * @throws TypeError if an argument does not match its type.
 * @example
 * ```ts
 * whenOutside("after:2020-01-01", "after:7d", Date.parse("2026-11-27")); // null
 * whenOutside("after:1y", "after:2026-01-01", Date.parse("2026-11-27")); // Date.parse("2027-01-01T00:00:00.001Z")
 * ```
 */
export function whenOutside(
  a: string | Query,
  b: string | Query,
  now: Date | number,
  options: RelativeOptions = {},
): number | null {
  const present = timeOf(now, "now");
  const [outer, inner] = [relativeSlice(a, options), relativeSlice(b, options)];
  if ("diagnostics" in outer || "diagnostics" in inner) return present;
  const { holdsAt, since, momentsFrom } = containmentOf(outer, inner);
  if (present < since) return present;
  return momentsFrom(present).find((moment) => !holdsAt(moment)) ?? null;
}
