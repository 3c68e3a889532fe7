// A small OpenSearch: an index in memory, and exactly the queries that toOpenSearch writes. Whatever else is asked throws.
//
// What it does is what the source of OpenSearch 2 does with an explicit mapping (`dynamic: strict`), traps included: values of
// another kind are converted, lists are several values, null is no value, and a bool query without clauses matches all.

import { isRecord } from "../../../src/data/guards.ts";
import { byUtf8, type FieldType, queryTerm, storedTerm, type Term } from "./opensearch-terms.ts";

export type { FieldType } from "./opensearch-terms.ts";

/** The fields of an index by their full names. */
export type Mapping = ReadonlyMap<string, FieldType>;

/** Documents that can be searched. */
export interface Index {
  /** The places of the documents that match, ascending. The query is read as JSON, as over HTTP. */
  readonly search: (query: unknown) => readonly number[];
}

/** Most values of one `terms` query (`index.max_terms_count`). */
const mostTerms = 65_536;
/** Most clauses of one `bool` query (`indices.query.bool.max_clause_count`). */
const mostClauses = 1024;

type Matches = (place: number) => boolean;

interface Field {
  readonly kind: FieldType;
  /** The terms of each document, by its place. */
  readonly terms: readonly Term[][];
}

/** Indexes documents; throws where OpenSearch would refuse one. */
export function createIndex(mapping: Mapping, documents: readonly unknown[]): Index {
  const fields = new Map<string, Field>();
  for (const [name, kind] of mapping) fields.set(name, { kind, terms: documents.map(() => []) });
  for (const [place, document] of documents.entries()) {
    const plain = throughJson(document);
    if (!isRecord(plain)) throw new TypeError("a document is an object");
    addObject(fields, "", plain, place);
  }
  return {
    search: (query) => {
      const matches = compile(fields, throughJson(query));
      return documents.flatMap((_, place) => (matches(place) ? [place] : []));
    },
  };
}

/** What arrives as JSON: no `undefined`, no -0. Copied by hand, as V8's JSON.parse misreads some keys (nodejs/node#63785). */
function throughJson(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(throughJson);
  if (value instanceof Date) return value.toJSON();
  if (isRecord(value)) {
    const present = Object.entries(value).filter(([, inner]) => inner !== undefined);
    return Object.fromEntries(present.map(([key, inner]) => [key, throughJson(inner)]));
  }
  return value === 0 ? 0 : value;
}

function addObject(
  fields: ReadonlyMap<string, Field>,
  name: string,
  object: Readonly<Record<string, unknown>>,
  place: number,
): void {
  for (const [key, value] of Object.entries(object)) {
    if (key.trim() === "" || key.startsWith(".") || key.endsWith(".")) {
      throw new TypeError(`the key ${JSON.stringify(key)} names no field`);
    }
    addValue(fields, name === "" ? key : `${name}.${key}`, value, place);
  }
}

/** A list is its members one by one, at any depth. */
function addValue(fields: ReadonlyMap<string, Field>, name: string, value: unknown, place: number): void {
  if (value === null) return;
  if (Array.isArray(value)) {
    for (const member of value) addValue(fields, name, member, place);
    return;
  }
  const field = fields.get(name);
  if (isRecord(value)) {
    if (field !== undefined) throw new TypeError(`${name} is mapped as ${field.kind} but holds an object`);
    addObject(fields, name, value, place);
    return;
  }
  if (field === undefined) throw new TypeError(`${name} is not in the mapping`);
  field.terms[place]?.push(storedTerm(field.kind, value));
}

function compile(fields: ReadonlyMap<string, Field>, query: unknown): Matches {
  const [kind, body] = onlyMember(query);
  switch (kind) {
    case "match_none":
      members(body, []);
      return () => false;
    case "bool":
      return bool(fields, body);
    case "exists":
      return exists(fields, body);
    case "terms":
      return terms(fields, body);
    case "range":
      return range(fields, body);
    default:
      throw new TypeError(`unknown query ${JSON.stringify(kind)}`);
  }
}

/** Without any clause it matches all; `must_not` alone excludes from all. */
function bool(fields: ReadonlyMap<string, Field>, body: unknown): Matches {
  const { filter = [], must_not = [] } = members(body, ["filter", "must_not"]);
  if (!Array.isArray(filter) || !Array.isArray(must_not)) throw new TypeError("clauses are a list");
  if (filter.length + must_not.length > mostClauses) throw new TypeError("too many clauses");
  const all = filter.map((clause) => compile(fields, clause));
  const none = must_not.map((clause) => compile(fields, clause));
  return (place) => all.every((matches) => matches(place)) && !none.some((matches) => matches(place));
}

/** Of an object: any field below it. Stars would stand for any name. */
function exists(fields: ReadonlyMap<string, Field>, body: unknown): Matches {
  const { field: name } = members(body, ["field"]);
  if (typeof name !== "string" || name === "") throw new TypeError("exists needs the name of a field");
  if (name.includes("*")) throw new TypeError(`${name} is a pattern`);
  const found = [...fields].filter(([each]) => each === name || each.startsWith(`${name}.`));
  return (place) => found.some(([, { terms }]) => (terms[place] ?? []).length > 0);
}

/** A field that is not mapped has no values. */
function terms(fields: ReadonlyMap<string, Field>, body: unknown): Matches {
  const [name, values] = onlyMember(body);
  if (!Array.isArray(values)) throw new TypeError("terms needs a list");
  if (values.length > mostTerms) throw new TypeError(`${values.length} terms are too many`);
  const field = fields.get(name);
  if (field === undefined) return () => false;
  const wanted = new Set(values.map((value) => queryTerm(field.kind, value)));
  return (place) => (field.terms[place] ?? []).some((each) => wanted.has(each));
}

/** Of several values, one that is within all bounds is enough. */
function range(fields: ReadonlyMap<string, Field>, body: unknown): Matches {
  const [name, inner] = onlyMember(body);
  const { format, ...bounds } = members(inner, ["gt", "gte", "lt", "lte", "format"]);
  const field = fields.get(name);
  if (field === undefined) return () => false;
  if (field.kind === "boolean") throw new TypeError(`${name} is boolean and has no order`);
  if (format !== undefined && (field.kind !== "date" || format !== "strict_date_time")) {
    throw new TypeError(`${name} has no format ${JSON.stringify(format)}`);
  }
  const holds = Object.entries(bounds).map(([side, value]) => within(side, queryTerm(field.kind, value)));
  return (place) => (field.terms[place] ?? []).some((each) => holds.every((inside) => inside(each)));
}

function within(side: string, bound: Term): (each: Term) => boolean {
  const may = { gt: [1], gte: [0, 1], lt: [-1], lte: [-1, 0] }[side] ?? [];
  return (each) => may.includes(Math.sign(order(each, bound)));
}

function order(a: Term, b: Term): number {
  if (typeof a === "string" && typeof b === "string") return byUtf8(a, b);
  return Number(a) - Number(b);
}

/** The members of an object, all of which must be known. */
function members(value: unknown, known: readonly string[]): Readonly<Record<string, unknown>> {
  if (!isRecord(value)) throw new TypeError(`${JSON.stringify(value)} is no object`);
  const stranger = Object.keys(value).find((key) => !known.includes(key));
  if (stranger !== undefined) throw new TypeError(`unknown member ${JSON.stringify(stranger)}`);
  return value;
}

function onlyMember(value: unknown): readonly [name: string, body: unknown] {
  const [first, ...more] = isRecord(value) ? Object.entries(value) : [];
  if (first === undefined || more.length > 0)
    throw new TypeError(`${JSON.stringify(value)} has not one member`);
  return first;
}
