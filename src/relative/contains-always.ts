// Whether one query contains another at every evaluation time.
import type { Query } from "../syntax/ast.ts";
import { containmentOf } from "./containment.ts";
import { type RelativeOptions, relativeSlice } from "./slice.ts";

/**
 * When one slice contains another: at all evaluation times, at some, or at none.
 *
 * @example
 * ```ts
 * const answer: Always = containsAlways("after:1mo", "after:31d");
 * ```
 */
export type Always = "always" | "now" | "never";

/**
 * Whether every entity in `b` is in `a` too, before relative dates are fixed: at every evaluation time in the years 0001 to 9999 at
 * which both queries compile, at some of them (`"now"`: it depends on the evaluation time), or at none. Exact, also for months, whose
 * lengths differ: the 400 years after which the calendar repeats are gone through where it takes them, which may take
 * tenths of a second. An empty slice is inside every slice; a query that is refused is inside none, and has none inside.
 *
 * @throws TypeError if a query or an option does not match its type.
 * @example
 * ```ts
 * containsAlways("after:1mo", "after:28d"); // "always": no month is shorter
 * containsAlways("after:1mo", "after:30d"); // "now": February is
 * containsAlways("after:1mo", "after:32d"); // "never"
 * ```
 */
export function containsAlways(a: string | Query, b: string | Query, options: RelativeOptions = {}): Always {
  const [outer, inner] = [relativeSlice(a, options), relativeSlice(b, options)];
  if ("diagnostics" in outer || "diagnostics" in inner) return "never";
  const { holdsAt, since, momentsFrom } = containmentOf(outer, inner);
  const answers = new Set<boolean>();
  for (const now of momentsFrom(since)) {
    answers.add(holdsAt(now));
    if (answers.size > 1) return "now";
  }
  return answers.has(true) ? "always" : "never";
}
