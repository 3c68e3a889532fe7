// The expected result of compiling a text, by the oracle scanner and the rules of meaning, without the compiler.

import type { CatalogData } from "../../support/arbitraries.ts";
import { MEMBERSHIP, type NameRow, nameRows } from "../../support/qualifiers.ts";
import { type ScannedTerm, scan } from "../../support/scanner.ts";

/** The parts of a compiled slice, with the unresolved names in alphabetical order. */
export interface Model {
  readonly filter_definition: object;
  readonly scope_warnings: readonly string[];
  readonly unresolved: { readonly shapes: readonly string[]; readonly sources: readonly string[] };
}

/** Where entities have their source and their date, if that is not where they usually have them. */
export interface FieldPaths {
  readonly source?: string;
  readonly date?: string;
}

/** The slice that `text` means, given how a date expression resolves. */
export function modelOf(
  text: string,
  data: CatalogData,
  instantOf: (expression: string) => number,
  { source = "source_id", date = "created_at" }: FieldPaths = {},
): Model {
  const terms = scan(text);
  const valuesOf = (qualifier: string): readonly string[] | undefined => {
    const found = terms.filter((term) => term.qualifier === qualifier);
    return found.length === 0 ? undefined : distinct(found.map((term) => term.text));
  };
  const kinds = nameRows.map(({ word, path, lookup }) => ({
    path: word === "source" ? source : path,
    lookup,
    names: valuesOf(word),
  }));
  const missingIn = (table: NameRow["lookup"]): readonly string[] =>
    missing(
      kinds.flatMap(({ lookup, names }) => (lookup === table ? (names ?? []) : [])),
      data[table],
    );
  const types = valuesOf("type");
  const range = dateRange(date, valuesOf("after")?.map(instantOf), valuesOf("before")?.map(instantOf));
  return {
    filter_definition: {
      ...(types === undefined ? {} : { entityTypes: types }),
      propertyFilters: kinds.flatMap(({ path, lookup, names = [] }) =>
        names.length === 0
          ? []
          : [{ path, operator: "in", value: distinct(names.flatMap(idsIn(data[lookup]))) }],
      ),
      ...range,
    },
    scope_warnings: terms.filter(isScope).map((term) => text.slice(term.span.start, term.span.end)),
    unresolved: { shapes: missingIn("shapes"), sources: missingIn("sources") },
  };
}

type Rows = CatalogData["shapes"];

/** Whether the term says nothing about membership. */
export function isScope(term: ScannedTerm): boolean {
  return !MEMBERSHIP.some((word) => word === term.qualifier);
}

function idsIn(rows: Rows): (name: string) => readonly string[] {
  return (name) => rows.filter((row) => row.name === name).map((row) => row.id);
}

function missing(names: readonly string[], rows: Rows): readonly string[] {
  return distinct(names.filter((name) => !rows.some((row) => row.name === name))).toSorted();
}

function dateRange(
  field: string,
  after: readonly number[] | undefined,
  before: readonly number[] | undefined,
): object {
  if (after === undefined && before === undefined) return {};
  const start = after === undefined ? {} : { start: new Date(Math.min(...after)).toISOString() };
  const end = before === undefined ? {} : { end: new Date(Math.max(...before)).toISOString() };
  return { dateRange: { field, ...start, ...end } };
}

function distinct(values: readonly string[]): readonly string[] {
  return [...new Set(values)];
}
