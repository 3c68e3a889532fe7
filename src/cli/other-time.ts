// An evaluation time at which containment differs from now.
import type { Compiled } from "../pipeline/compile.ts";
import { containmentOf } from "../relative/containment.ts";
import { relativeSlice } from "../relative/slice.ts";
import type { Catalog } from "../semantics/catalog.ts";

/**
 * The next evaluation time at which containment of `inner` in `outer` differs, or else the last one before; undefined if it is
 * the same at all. ISO 8601 in UTC with milliseconds.
 */
export function otherTime(
  outer: Compiled,
  inner: Compiled,
  catalog: Catalog | undefined,
): string | undefined {
  const [around, within] = [outer, inner].map(({ query }) => relativeSlice(query, { catalog }));
  if (around === undefined || "diagnostics" in around) return undefined;
  if (within === undefined || "diagnostics" in within) return undefined;
  const { holdsAt, since, momentsFrom } = containmentOf(around, within);
  const now = Date.parse(outer.now);
  const isOther = (moment: number): boolean => holdsAt(moment) !== holdsAt(now);
  const found =
    momentsFrom(now).find(isOther) ??
    momentsFrom(since).findLast((moment) => moment < now && isOther(moment));
  return found === undefined ? undefined : new Date(found).toISOString();
}
