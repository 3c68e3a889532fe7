// Bare words whose intended effect is unknown, which makes every fix of their query uncertain.
import type { Span } from "../text/span.ts";
import { operatorLike } from "../vocabulary/lookalikes.ts";
import type { Query } from "./ast.ts";

/**
 * Whether a query has a bare word that no preferred fix is about, such as `NOT`, `AND`, `ignoring` or the rest of a date: then a fix elsewhere could
 * turn something into a term that was meant to be left out. `OR` is not such a word: terms of one qualifier unite, and those of others only narrow.
 * Linear in the terms.
 *
 * @param places - What the preferred fixes are about.
 */
export function hasStrayWord({ terms }: Query, places: readonly Span[]): boolean {
  const fixed = places.toSorted((a, b) => a.start - b.start);
  let at = 0;
  return terms.some(({ kind, value: { text, quoted }, span: { start, end } }) => {
    if (kind !== "text" || quoted) return false;
    while ((fixed[at]?.end ?? end) <= start) at++;
    return (fixed[at]?.start ?? end) >= end && operatorLike(text) !== "or";
  });
}
