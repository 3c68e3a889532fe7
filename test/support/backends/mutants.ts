// Wrong emitters, each a small change of what a right one is given or writes. All of them are mistakes that people make.

import { toSql } from "../../../src/exports/sql.ts";
import type { FilterDefinition, PropertyFilter } from "../../../src/index.ts";
import type { Emit } from "./sql-engine.ts";

/** A change of the statement, of the filter, or of every string in filter and entities. */
export interface Mutant {
  readonly name: string;
  readonly engine: "predicate" | "columns" | "SQLite" | "DuckDB" | "PGlite";
  readonly text?: (text: string) => string;
  readonly filter?: (filter: FilterDefinition) => FilterDefinition;
  readonly strings?: (text: string) => string;
}

/** All mutants. */
export const mutants: readonly Mutant[] = [
  {
    name: "the end is in the range",
    engine: "PGlite",
    text: (text) => text.replaceAll(/< (?=\$\d+::timestamptz)/g, "<= "),
  },
  {
    name: "the start is not in the range",
    engine: "DuckDB",
    text: (text) => text.replaceAll(">= CAST(? AS TIMESTAMPTZ)", "> CAST(? AS TIMESTAMPTZ)"),
  },
  {
    name: "timestamps lose their zone on PostgreSQL",
    engine: "PGlite",
    text: (text) => text.replaceAll("::timestamptz", "::timestamp"),
  },
  {
    name: "timestamps lose their zone on DuckDB",
    engine: "DuckDB",
    text: (text) => text.replaceAll("AS TIMESTAMPTZ", "AS TIMESTAMP"),
  },
  {
    name: "bounds are whole seconds",
    engine: "SQLite",
    filter: (filter) => withBounds(filter, (bound) => `${bound.slice(0, 19)}.000Z`),
  },
  {
    name: "texts in JSON are dates without a look at them",
    engine: "PGlite",
    text: (text) => text.replaceAll(/~ '[^']+'/g, "IS NOT NULL"),
  },
  {
    name: "the hour 24 is a date",
    engine: "SQLite",
    text: (text) => text.replaceAll(/substr\([^()]+\) < '24'/g, "TRUE"),
  },
  {
    name: "texts are compared under the collation of the database",
    engine: "PGlite",
    text: (text) => text.replaceAll(' COLLATE "C"', ""),
  },
  {
    name: "texts are compared without case",
    engine: "SQLite",
    text: (text) => text.replaceAll("COLLATE BINARY", "COLLATE NOCASE"),
  },
  {
    name: "spaces at the end do not count, as on MySQL",
    engine: "SQLite",
    text: (text) => text.replaceAll("COLLATE BINARY", "COLLATE RTRIM"),
  },
  {
    name: "texts are patterns",
    engine: "SQLite",
    text: (text) =>
      text.replaceAll(
        /("\w+"|j\d+\.\w+) COLLATE BINARY IN \(SELECT value FROM (json_each\(\?\))\)/g,
        "EXISTS (SELECT 1 FROM $2 AS l WHERE $1 LIKE l.value)",
      ),
  },
  { name: "texts are normalised", engine: "columns", strings: (text) => text.normalize("NFC") },
  { name: "strings order by UTF-16 code unit", engine: "predicate", strings: inOrderOfUnits },
  {
    name: "an empty list is no condition",
    engine: "SQLite",
    filter: (filter) => withParts(filter, (part) => (isEmptyList(part) ? [] : [part])),
  },
  {
    name: "NULL in a column passes neq and nin",
    engine: "DuckDB",
    text: (text) => text.replaceAll("IS NOT NULL AND NOT", "IS NULL OR NOT"),
  },
  {
    name: "null in JSON passes neq and nin",
    engine: "PGlite",
    text: (text) => text.replaceAll("<> 'null' AND NOT", "IS NOT NULL AND NOT"),
  },
  {
    name: "null in JSON exists",
    engine: "SQLite",
    text: (text) => text.replaceAll(/j\d+\.type <> 'null'/g, "TRUE"),
  },
  {
    name: "values in JSON are compared as texts, whatever their kind",
    engine: "PGlite",
    text: (text) => text.replaceAll("= 'string' THEN", "<> 'null' THEN"),
  },
  {
    name: "numbers in JSON are compared as texts",
    engine: "PGlite",
    text: (text) =>
      text.includes("FALSE THEN")
        ? text
        : text.replaceAll("::numeric[]", "").replaceAll("::numeric", "::text"),
  },
  {
    name: "numbers are single floats",
    engine: "DuckDB",
    text: (text) => text.replaceAll("AS DOUBLE", "AS FLOAT"),
  },
  {
    name: "a long integer in a list is compared exactly with a double",
    engine: "SQLite",
    text: (text) => text.replaceAll("SELECT CAST(value AS REAL)", "SELECT value"),
  },
  {
    name: "true is 1",
    engine: "columns",
    filter: (filter) => withValues(filter, (value) => (typeof value === "boolean" ? Number(value) : value)),
  },
  {
    name: "a path leads into lists on PostgreSQL",
    engine: "PGlite",
    text: (text) =>
      text.replaceAll(
        /"props"((?: -> \$\d+::text)+)/g,
        (_, keys: string) => `"props" #> ARRAY[${keys.slice(4).replaceAll(" -> ", ", ")}]`,
      ),
  },
  {
    name: "a path leads into lists on DuckDB",
    engine: "DuckDB",
    text: (text) => text.replaceAll("= 'OBJECT'", "IS NOT NULL"),
  },
  {
    name: "an escaped dot divides a path",
    engine: "predicate",
    filter: (filter) => withParts(filter, (part) => [{ ...part, path: part.path.replaceAll("\\.", ".") }]),
  },
  {
    name: "any condition is enough",
    engine: "SQLite",
    text: (text) => text.replaceAll(/\) AND (?=\(|EXISTS|")/g, ") OR "),
  },
  {
    name: "only the first type counts",
    engine: "columns",
    filter: (filter) =>
      filter.entityTypes === undefined ? filter : { ...filter, entityTypes: filter.entityTypes.slice(0, 1) },
  },
  {
    name: "the first condition alone counts",
    engine: "predicate",
    filter: (filter) => ({ ...filter, propertyFilters: filter.propertyFilters.slice(0, 1) }),
  },
  {
    name: "gte is gt",
    engine: "columns",
    filter: (filter) =>
      withParts(filter, (part) => [part.operator === "gte" ? { ...part, operator: "gt" } : part]),
  },
];

/** `toSql` with the mistake of a mutant. */
export function emitterOf({ text = same, filter = same }: Mutant): Emit {
  return (definition, options) => {
    const right = toSql(filter(definition), options);
    return { text: text(right.text), params: right.params };
  };
}

/** The strings in a value, changed; paths and keys too. */
export function mapStrings(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === "string") return change(value);
  if (Array.isArray(value)) return value.map((each: unknown) => mapStrings(each, change));
  if (typeof value !== "object" || value === null || value instanceof Date) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [change(key), mapStrings(member, change)]),
  );
}

function same<T>(value: T): T {
  return value;
}

function withParts(
  filter: FilterDefinition,
  change: (part: PropertyFilter) => readonly PropertyFilter[],
): FilterDefinition {
  return { ...filter, propertyFilters: filter.propertyFilters.flatMap(change) };
}

function withValues(filter: FilterDefinition, change: (value: unknown) => unknown): FilterDefinition {
  return withParts(filter, (part) => {
    if (part.operator === "exists") return [part];
    return [{ ...part, value: Array.isArray(part.value) ? part.value.map(change) : change(part.value) }];
  });
}

function withBounds(
  { dateRange, ...rest }: FilterDefinition,
  change: (bound: string) => string,
): FilterDefinition {
  if (dateRange === undefined) return rest;
  const { field, start, end } = dateRange;
  return {
    ...rest,
    dateRange: {
      field,
      ...(start === undefined ? {} : { start: change(start) }),
      ...(end === undefined ? {} : { end: change(end) }),
    },
  };
}

function isEmptyList({ operator, value }: PropertyFilter): boolean {
  return operator === "in" && Array.isArray(value) && value.length === 0;
}

/** Moves U+E000 to U+FFFF behind all others, so that code points are in the order that code units had. */
function inOrderOfUnits(text: string): string {
  return text.replaceAll(/[\ue000-\uffff]/gu, (character) =>
    String.fromCodePoint(0x100000 + (character.codePointAt(0) ?? 0) - 0xe000),
  );
}
