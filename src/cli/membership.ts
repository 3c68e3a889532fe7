// Tells which entities are in a slice, and counts those that only lack a date.
import { compilePredicate } from "../backends/predicate/predicate.ts";
import type { FilterDefinition } from "../semantics/definition.ts";
import { show } from "../text/show.ts";

/** Judges entities one by one. */
export interface Membership {
  readonly has: (entity: object) => boolean;
  /** What a person should know of those that were judged; a line each. */
  readonly notes: () => readonly string[];
}

/** Judges by a filter. */
export function createMembership({ dateRange, ...others }: FilterDefinition): Membership {
  const hasOthers = compilePredicate(others);
  if (dateRange === undefined) return { has: hasOthers, notes: () => [] };
  const { field } = dateRange;
  const isInRange = compilePredicate({ propertyFilters: [], dateRange });
  // A range without bounds holds every date that can be read.
  const isDated = compilePredicate({ propertyFilters: [], dateRange: { field } });
  let undated = 0;
  return {
    has(entity) {
      if (!hasOthers(entity)) return false;
      if (isInRange(entity)) return true;
      if (!isDated(entity)) undated++;
      return false;
    },
    notes: () => (undated === 0 ? [] : [undatedNote(undated, field)]),
  };
}

function undatedNote(count: number, field: string): string {
  const [entities, they] =
    count === 1 ? ["1 entity fits", "it has"] : [`${String(count)} entities fit`, "they have"];
  return `${entities} the query but for its dates, as ${they} no readable ${show(field)}; ${readable}`;
}

const readable =
  "a readable date is a day such as 2026-11-20 or an instant with its zone such as 2026-11-20T12:00:00Z";
