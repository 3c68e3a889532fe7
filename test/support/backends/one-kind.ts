// A corpus as OpenSearch can hold it: each property has one kind, each key is a name, and lists do not occur.
//
// The properties of entities and the paths of filters are renamed alike by the kind of their value: `a` with a number becomes
// `a#double`. What OpenSearch cannot tell from something else is left out.

import { isRecord } from "../../../src/data/guards.ts";
import type { DateRange, FilterDefinition, PropertyFilter } from "../../../src/index.ts";
import { propertyFilter } from "../property-filter.ts";
import type { Corpus } from "./corpus.ts";
import type { Entity } from "./engine.ts";
import { type FieldType, isStrictDate } from "./opensearch-terms.ts";
import { instantOf, keysOf, pathOf, valueAt } from "./reference.ts";

/** What a property holds; `instant` is a date in another form than the canonical one, which equals only itself. */
type Kind = FieldType | "instant" | "object";

const kinds: readonly Kind[] = ["keyword", "double", "boolean", "date", "instant", "object"];

/** In how many entities a value is looked for. */
const looked = 20;

/** Longest text whose UTF-8 Lucene takes for sure. */
const longest = 8000;

/** The corpus with one kind for each property. */
export function ofOneKind({ entities, filters }: Corpus): Corpus {
  return {
    entities: entities.map(renameMembers),
    filters: filters.map((filter, at) => renameFilter(filter, entities, at)),
  };
}

/** The type of the field of a property that {@link ofOneKind} named. */
export function fieldTypeOf(name: string): FieldType {
  const kind = kinds.find((each) => name.endsWith(`#${each}`));
  if (kind === "object") throw new TypeError(`${name} is no field`);
  return kind === undefined ? "keyword" : kind === "instant" ? "date" : kind;
}

function renameMembers(object: Readonly<Record<string, unknown>>): Entity {
  const members: (readonly [string, unknown])[] = [];
  for (const [key, value] of Object.entries(object)) {
    if (value === null) members.push([rename(key, "keyword"), null]);
    const kind = kindOf(value);
    if (kind === undefined) continue;
    const inner = isRecord(value) ? renameMembers(value) : value;
    // An object without any value leaves no trace in an index.
    if (!isRecord(inner) || hasValue(inner)) members.push([rename(key, kind), inner]);
  }
  return Object.fromEntries(members);
}

function hasValue(object: Readonly<Record<string, unknown>>): boolean {
  return Object.values(object).some((value) => value !== null);
}

/** Undefined for what no field can hold as the language sees it. */
function kindOf(value: unknown): Kind | undefined {
  if (typeof value === "number") return "double";
  if (typeof value === "boolean") return "boolean";
  if (typeof value === "string") return kindOfText(value);
  return isRecord(value) && !(value instanceof Date) ? "object" : undefined;
}

function kindOfText(text: string): Kind | undefined {
  if (!text.isWellFormed() || text.length > longest) return undefined;
  if (!isStrictDate(text) || instantOf(text) === undefined) return "keyword";
  return instantOf(text, "canonical") === undefined ? "instant" : "date";
}

/** A name of the kind's own; a text keeps its name, so that `type` is `type`. Names that begin with `_` are OpenSearch's. */
function rename(key: string, kind: Kind): string {
  const plain = key.toWellFormed().replaceAll(".", "·").replaceAll("*", "×").replace(/^_/, "low_");
  const name = plain.trim() === "" ? `blank${plain.length}` : plain;
  return kind === "keyword" ? name : `${name}#${kind}`;
}

function renamePath(path: string, kind: Kind): string {
  const keys = keysOf(path);
  const last = keys.length - 1;
  return pathOf(keys.map((key, at) => rename(key, at === last ? kind : "object")));
}

function renameFilter(filter: FilterDefinition, entities: readonly Entity[], at: number): FilterDefinition {
  const { propertyFilters, dateRange } = filter;
  // What the path leads to somewhere, so that filters without a value of their own hit.
  const kindAt = (path: string): Kind | undefined => {
    const from = (at * looked) % Math.max(entities.length - looked, 1);
    const values = entities.slice(from, from + looked).map((entity) => valueAt(entity, path));
    return values.map(kindOf).find((kind) => kind !== undefined);
  };
  return {
    ...filter,
    propertyFilters: propertyFilters.map((each) => renamePart(each, kindAt(each.path))),
    ...(dateRange === undefined ? {} : { dateRange: renameRange(dateRange, kindAt(dateRange.field)) }),
  };
}

/** Only values of one kind remain, the kind of the first. */
function renamePart({ path, operator, value }: PropertyFilter, usual: Kind = "keyword"): PropertyFilter {
  const listed: readonly unknown[] = Array.isArray(value) ? value : [value];
  if (operator === "exists") return { path: renamePath(path, usual), operator, value };
  const first = listed.map(kindOf).find((kind) => kind !== undefined) ?? usual;
  const kind = first === "instant" ? "keyword" : first;
  const isList = operator === "in" || operator === "nin";
  const kept = listed.filter((each) => kindOf(each) === kind || isNothing(each));
  return propertyFilter(renamePath(path, kind), operator, isList ? kept : (kept[0] ?? []));
}

/** Lists and objects equal nothing, whatever the kind. */
function isNothing(value: unknown): boolean {
  return typeof value === "object";
}

function renameRange(range: DateRange, usual: Kind | undefined): DateRange {
  return { ...range, field: renamePath(range.field, usual === "instant" ? usual : "date") };
}
