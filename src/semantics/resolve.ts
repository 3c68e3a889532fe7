// Looks up every term: the ids of its name, or the instant of its date.
import { instantOf } from "../dates/instant.ts";
import type { QualifiedTerm, Query, Term } from "../syntax/ast.ts";
import { type NameTable, type QualifierRow, rowOf } from "../vocabulary/qualifiers.ts";
import type { Catalog } from "./catalog.ts";

/** A term and what it stands for. `index` is its place in the query. */
export type Resolution = TypeResolution | NameResolution | DateResolution | ScopeResolution;

/** `type:`: the name is the value. */
export interface TypeResolution {
  readonly means: "entity-type";
  readonly term: QualifiedTerm;
  readonly index: number;
}

/** A name that is looked up: `shape:`, `source:`, `source-shape:`. */
export interface NameResolution {
  readonly means: "name";
  readonly term: QualifiedTerm;
  readonly index: number;
  readonly row: QualifierRow;
  readonly lookup: NameTable;
  /** Empty if the name is not known. */
  readonly ids: readonly string[];
}

/** `after:`, `before:`. */
export interface DateResolution {
  readonly means: "date";
  readonly term: QualifiedTerm;
  readonly index: number;
  readonly bound: "start" | "end";
  /** Milliseconds since 1970; `NaN` if out of range, `undefined` if the value is not a date. */
  readonly instant: number | undefined;
}

/** What does not affect membership. */
export interface ScopeResolution {
  readonly means: "nothing";
  readonly term: Term;
  readonly index: number;
}

/** Resolves every term, in source order. Without a catalog no name has ids. */
export function resolve(query: Query, catalog: Catalog | undefined, now: number): readonly Resolution[] {
  const idsOf = catalog === undefined ? () => noIds : lookUp(catalog);
  return query.terms.map((term, index) => resolveTerm(term, index, idsOf, now));
}

type IdsOf = (table: NameTable, name: string) => readonly string[];

const noIds: readonly string[] = [];

/** Looks up a name only once however often it is written, because it may have many IDs. */
function lookUp(catalog: Catalog): IdsOf {
  const known = {
    shapes: new Map<string, readonly string[]>(),
    sources: new Map<string, readonly string[]>(),
  };
  return (table, name) => {
    const found = known[table].get(name) ?? catalog[table].idsOf(name);
    known[table].set(name, found);
    return found;
  };
}

function resolveTerm(term: Term, index: number, idsOf: IdsOf, now: number): Resolution {
  if (term.kind === "text") return { means: "nothing", term, index };
  const row = rowOf(term.qualifier);
  const { text } = term.value;
  // Each meaning by name: what fell through to "nothing" would leave the filter, and the slice would be wider.
  switch (row.means) {
    case "entity-type":
      return { means: "entity-type", term, index };
    case "name":
      return { means: "name", term, index, row, lookup: row.lookup, ids: idsOf(row.lookup, text) };
    case "date":
      return { means: "date", term, index, bound: row.bound, instant: instantOf(text, now) };
    case "nothing":
      return { means: "nothing", term, index };
  }
}
