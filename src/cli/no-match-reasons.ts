// Which terms keep every entity out of a slice that has none.
import { compilePredicate } from "../backends/predicate/predicate.ts";
import type { Compiled } from "../pipeline/compile.ts";
import type { FilterDefinition } from "../semantics/definition.ts";
import { printTerm } from "../syntax/print.ts";
import { listing, show } from "../text/show.ts";
import { type QualifierRow, qualifiers } from "../vocabulary/qualifiers.ts";

/** Examines entities until the first one that is in the slice. */
export interface NoMatchReasons {
  readonly take: (entity: object, isIn: boolean) => void;
  /** Why no entity is in the slice; nothing if one is, or if there was none. */
  readonly notes: () => readonly string[];
}

/** Begins to look. Each entity takes a comparison for each qualifier of the query, up to the first one in the slice. */
export function trackNoMatchReasons(compiled: Compiled): NoMatchReasons {
  const kinds = qualifiers.flatMap((row) => kindOf(row, compiled));
  /** How many entities fit each of them. */
  const counts = kinds.map(() => 0);
  let isOver = kinds.length === 0;
  let seen = 0;
  return {
    take(entity, isIn) {
      isOver ||= isIn;
      if (isOver) return;
      seen++;
      kinds.forEach(({ has }, index) => {
        if (has(entity)) counts[index] = (counts[index] ?? 0) + 1;
      });
    },
    notes: () => (isOver || seen === 0 ? [] : [`no entity is in the slice: ${reasonOf(kinds, counts)}`]),
  };
}

/** All terms of one qualifier, which unite. */
interface Kind {
  readonly terms: string;
  readonly has: (entity: object) => boolean;
}

function kindOf(row: QualifierRow, { query, filter_definition }: Compiled): readonly Kind[] {
  const terms = query.terms.filter((term) => term.kind === "qualified" && term.qualifier === row.word);
  const filter = terms.length === 0 ? undefined : partOf(row, filter_definition);
  if (filter === undefined) return [];
  const shown = show(terms.map(printTerm).join(" "));
  return [{ terms: shown, has: compilePredicate(filter) }];
}

/** What the terms of a qualifier made of the definition. */
function partOf(
  row: QualifierRow,
  { entityTypes = [], propertyFilters, dateRange }: FilterDefinition,
): FilterDefinition | undefined {
  switch (row.means) {
    case "entity-type":
      return { entityTypes, propertyFilters: [] };
    case "name":
      return { propertyFilters: propertyFilters.filter(({ path }) => path === row.path) };
    case "date": {
      const { field = "", [row.bound]: bound } = dateRange ?? {};
      return { propertyFilters: [], dateRange: { field, [row.bound]: bound } };
    }
    case "nothing":
      return undefined;
  }
}

function reasonOf(kinds: readonly Kind[], counts: readonly number[]): string {
  const excluding = kinds
    .filter((_, index) => counts[index] === 0)
    .map(({ terms }) => `none matches ${terms}`);
  if (excluding.length > 0) return listing(excluding, "and");
  const fitting = kinds.map(({ terms }, index) => {
    const count = counts[index] ?? 0;
    return `${String(count)} ${count === 1 ? "matches" : "match"} ${terms}`;
  });
  return `${listing(fitting, "and")}, but no entity matches all of them`;
}
