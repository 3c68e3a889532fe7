// Determines which entities are in a slice, and counts those that only lack a date.
import { compilePredicate } from "../backends/predicate/predicate.ts";
import type { Compiled } from "../pipeline/compile.ts";
import type { FilterDefinition } from "../semantics/definition.ts";
import { show } from "../text/show.ts";
import { trackNoMatchReasons } from "./no-match-reasons.ts";

/** Tests entities one by one. */
export interface MembershipCheck {
  readonly has: (entity: object) => boolean;
  /** Remarks on the tested entities for people; one line each. */
  readonly notes: () => readonly string[];
}

/** Tests with the definition of a query. */
export function createMembership(compiled: Compiled): MembershipCheck {
  const { dateRange, ...others } = compiled.filter_definition;
  const reasons = trackNoMatchReasons(compiled);
  const dated = createDated(others, dateRange);
  return {
    has(entity) {
      const isIn = dated.has(entity);
      reasons.take(entity, isIn);
      return isIn;
    },
    notes: () => [...reasons.notes(), ...dated.notes()],
  };
}

function createDated(
  others: Omit<FilterDefinition, "dateRange">,
  dateRange: FilterDefinition["dateRange"],
): MembershipCheck {
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
    count === 1 ? ["1 entity matches", "it has"] : [`${String(count)} entities match`, "they have"];
  return `${entities} the query except for its dates, because ${they} no readable ${show(field)}; ${readable}`;
}

const readable =
  "a readable date is a day such as 2026-11-20 or an instant with its zone such as 2026-11-20T12:00:00Z";
