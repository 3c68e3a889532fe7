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
  const types: string[] = [];
  const names: NameResolution[] = [];
  const scope_warnings: string[] = [];
  for (const resolution of resolutions) {
    const { means, term } = resolution;
    if (means === "entity-type") types.push(term.value.text);
    if (means === "name") names.push(resolution);
    if (means === "nothing")
      scope_warnings.push(text?.slice(term.span.start, term.span.end) ?? printTerm(term));
  }
  const propertyFilters = filtersOf(names, fields);
  // Members are added one by one: object spread dominated the compilation of one-term queries.
  const definition: Unfrozen<FilterDefinition> =
    types.length > 0 ? { entityTypes: unique(types), propertyFilters } : { propertyFilters };
  const dateRange = dateRangeOf(resolutions, fields);
  if (dateRange !== undefined) definition.dateRange = dateRange;
  return { filter_definition: freeze(definition), scope_warnings, unresolved: unresolvedOf(names) };
}

/** What is still being made. */
type Unfrozen<T> = { -readonly [Member in keyof T]: T[Member] };

/** One condition a qualifier, in the order of the vocabulary. With no known name its list is empty, and matches nothing. */
function filtersOf(
  names: readonly NameResolution[],
  fields: ReadonlyMap<string, string>,
): readonly PropertyFilter[] {
  if (names.length === 0) return [];
  const filters: PropertyFilter[] = [];
  for (const word of wordsWithNames) {
    const ofWord = names.filter(({ term }) => term.qualifier === word);
    const path = fields.get(word);
    if (path === undefined || ofWord.length === 0) continue;
    filters.push({ path, operator: "in", value: idsOf(ofWord) });
  }
  return filters;
}

function idsOf(names: readonly NameResolution[]): readonly string[] {
  const [first] = names;
  if (first !== undefined && names.length === 1) return unique(first.ids.slice());
  // A name that is written again has the same list of ids, which may be long.
  return unique([...new Set(names.map(({ ids }) => ids))].flat());
}

const wordsWithNames = qualifiers.flatMap(({ word, means }) => (means === "name" ? [word] : []));

function dateRangeOf(
  resolutions: readonly Resolution[],
  fields: ReadonlyMap<string, string>,
): DateRange | undefined {
  const { start, end } = boundingDates(resolutions);
  if (start === undefined && end === undefined) return undefined;
  const range: Unfrozen<DateRange> = { field: fields.get(dateField) ?? "" };
  if (start !== undefined) range.start = new Date(start.instant).toISOString();
  if (end !== undefined) range.end = new Date(end.instant).toISOString();
  return range;
}

function unresolvedOf(names: readonly NameResolution[]): Names {
  const missing = names.filter(({ ids }) => ids.length === 0);
  if (missing.length === 0) return { shapes: [], sources: [] };
  const namesOf = (table: NameResolution["lookup"]): readonly string[] =>
    unique(missing.flatMap(({ lookup, term }) => (lookup === table ? [term.value.text] : [])));
  return { shapes: namesOf("shapes"), sources: namesOf("sources") };
}

function unique(values: readonly string[]): readonly string[] {
  return values.length < 2 ? values : [...new Set(values)];
}
