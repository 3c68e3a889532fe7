// From resolved terms to the filter definition: unite within a qualifier, intersect across qualifiers.
import { printTerm } from "../syntax/print.ts";
import { dateField } from "../vocabulary/fields.ts";
import { qualifiers } from "../vocabulary/qualifiers.ts";
import { boundingDates } from "./bounds.ts";
import type { DateRange, Definition, FilterDefinition, Names, PropertyFilter } from "./definition.ts";
import { freeze } from "./frozen.ts";
import type { NameResolution, Resolution } from "./resolve.ts";

/**
 * What the terms of a query without errors mean. `text` is the source for scope warnings; a built query has none,
 * and its terms are printed.
 */
export function define(
  resolutions: readonly Resolution[],
  fields: ReadonlyMap<string, string>,
  text: string | undefined,
): Definition {
  return {
    filter_definition: freeze(filterDefinition(resolutions, fields)),
    scope_warnings: resolutions.flatMap(({ means, term }) =>
      means === "nothing" ? [text?.slice(term.span.start, term.span.end) ?? printTerm(term)] : [],
    ),
    unresolved: unresolvedNames(resolutions),
  };
}

function filterDefinition(
  resolutions: readonly Resolution[],
  fields: ReadonlyMap<string, string>,
): FilterDefinition {
  const types = resolutions.flatMap(({ means, term }) => (means === "entity-type" ? [term.value.text] : []));
  const dateRange = dateRangeOf(resolutions, fields);
  const filters = propertyFilters(resolutions, fields);
  const named =
    types.length > 0
      ? { entityTypes: unique(types), propertyFilters: filters }
      : { propertyFilters: filters };
  return dateRange === undefined ? named : { ...named, dateRange };
}

/** One condition a qualifier, in the order of the vocabulary. With no known name its list is empty, and matches nothing. */
function propertyFilters(
  resolutions: readonly Resolution[],
  fields: ReadonlyMap<string, string>,
): readonly PropertyFilter[] {
  const names = resolutions.filter(isName);
  if (names.length === 0) return [];
  return qualifiers.flatMap(({ word }) => {
    const path = fields.get(word);
    const ofWord = names.filter(({ term }) => term.qualifier === word);
    if (path === undefined || ofWord.length === 0) return [];
    return [
      { path, operator: "in" as const, value: unique([...new Set(ofWord.map(({ ids }) => ids))].flat()) },
    ];
  });
}

function dateRangeOf(
  resolutions: readonly Resolution[],
  fields: ReadonlyMap<string, string>,
): DateRange | undefined {
  const { start, end } = boundingDates(resolutions);
  if (start === undefined && end === undefined) return undefined;
  return {
    field: fields.get(dateField) ?? "",
    ...(start === undefined ? {} : { start: new Date(start.instant).toISOString() }),
    ...(end === undefined ? {} : { end: new Date(end.instant).toISOString() }),
  };
}

function unresolvedNames(resolutions: readonly Resolution[]): Names {
  const missing = resolutions.filter(isName).filter(({ ids }) => ids.length === 0);
  if (missing.length === 0) return { shapes: [], sources: [] };
  const namesOf = (table: NameResolution["lookup"]): readonly string[] =>
    unique(missing.flatMap(({ lookup, term }) => (lookup === table ? [term.value.text] : [])));
  return { shapes: namesOf("shapes"), sources: namesOf("sources") };
}

function isName(resolution: Resolution): resolution is NameResolution {
  return resolution.means === "name";
}

function unique(values: readonly string[]): readonly string[] {
  return [...new Set(values)];
}
