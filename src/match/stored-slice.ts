// What the index keeps of a slice and writes as JSON: all that is needed to put it in again.
import { isRecord, isStringList } from "../data/guards.ts";
import { isDateAt } from "../dates/instant.ts";
import { type RelativeDates, type RelativeOptions, relativeSlice } from "../relative/slice.ts";
import { requireAcyclic } from "../semantics/acyclic.ts";
import { conditionsOf } from "../semantics/conditions.ts";
import type { FilterDefinition } from "../semantics/definition.ts";
import { frozenCopy, isFrozen } from "../semantics/frozen.ts";
import { namesOf } from "../semantics/names.ts";
import type { Query } from "../syntax/ast.ts";
import { brief, listing, show } from "../text/show.ts";
import { dateExamples, lastInstant } from "../vocabulary/dates.ts";

/**
 * A slice as the index keeps it: its names are looked up, its dates are as they were written.
 *
 * @example
 * ```ts
 * const slice: StoredSlice = { id: "s1", filter: { entityTypes: ["Person"], propertyFilters: [] } };
 * ```
 */
export interface StoredSlice {
  /** The ID that it was added with. */
  readonly id: string;
  /** Its definition, without the dates of a query. */
  readonly filter: FilterDefinition;
  /** The dates of a query. */
  readonly dates?: RelativeDates;
}

/** An immutable copy of an argument. Throws a `TypeError` that names the error in it. */
export function storedSlice(
  id: string,
  slice: string | Query | FilterDefinition,
  options: RelativeOptions,
): StoredSlice {
  if (!isQuery(slice)) {
    // What was frozen by `compile` is as `compile` makes it.
    if (!isRecord(slice) || !isFrozen(slice)) requireFilter(slice);
    return frozenSlice({ id, filter: slice });
  }
  const read = relativeSlice(slice, options);
  if ("diagnostics" in read) {
    const error = read.diagnostics.find(({ severity }) => severity === "error");
    throw new TypeError(`the query of ${show(id)} is refused: ${error?.message ?? ""}`);
  }
  const { shapes, sources } = namesOf(read.query);
  const names = [...shapes, ...sources];
  if (options.catalog === undefined && names.length > 0)
    throw new TypeError(
      `the query of ${show(id)} has the ${names.length > 1 ? "names" : "name"} ${listing(names.map(show))}: give the index a catalog to look names up in`,
    );
  const { filter, dates } = read;
  return frozenSlice(dates === undefined ? { id, filter } : { id, filter, dates });
}

/** An immutable slice: `toJSON` returns it to callers. */
function frozenSlice({ id, filter, dates }: StoredSlice): StoredSlice {
  const kept = { id, filter: frozenCopy(filter) };
  if (dates === undefined) return Object.freeze(kept);
  const { field, starts, ends } = dates;
  const bounds = { field, starts: Object.freeze([...starts]), ends: Object.freeze([...ends]) };
  return Object.freeze({ ...kept, dates: Object.freeze(bounds) });
}

function isQuery(slice: string | Query | FilterDefinition): slice is string | Query {
  return typeof slice === "string" || (isRecord(slice) && slice["kind"] === "query");
}

/**
 * The version of what is written. A member may be added to it without a new version only if the slices are the same without it, as older
 * versions of the package ignore it.
 */
export const dataVersion = 1;

/** Slices that were written as JSON, each with its position. Throws a `TypeError` that names the position of an error. */
export function readSlices(data: unknown): readonly (readonly [place: string, slice: StoredSlice])[] {
  const version = isRecord(data) ? data["version"] : undefined;
  requireVersion(version);
  // Before there were versions there were no other members: one that is misspelt would be ignored, and a slice be wider.
  const membersOf = version === undefined ? onlyMembersOf : knownMembersOf;
  const { slices } = membersOf("data", data, ["slices"]);
  if (!Array.isArray(slices)) throw new TypeError("slices must be an array");
  return Array.from(slices, (slice: unknown, index) => {
    const place = `slices[${index}]`;
    return [place, frozenSlice(readSlice(place, slice, membersOf))];
  });
}

function requireVersion(version: unknown): void {
  if (version === undefined || version === dataVersion) return;
  if (typeof version === "number" && version > dataVersion)
    throw new TypeError(
      `version ${version} was written by a newer slice-cql than this one, which reads version ${dataVersion}: update it, or make the index again from its queries`,
    );
  throw new TypeError(`version must be ${dataVersion}`);
}

function readSlice(place: string, value: unknown, membersOf: Members): StoredSlice {
  const { id, filter, dates } = membersOf(place, value, ["id", "filter", "dates"]);
  if (typeof id !== "string") throw new TypeError(`${place}.id must be a string`);
  const read = readFilter(`${place}.filter`, filter);
  if (dates === undefined) return { id, filter: read };
  if (read.dateRange !== undefined)
    throw new TypeError(`${place} must have dates or filter.dateRange, not both`);
  return { id, filter: read, dates: readDates(`${place}.dates`, dates, membersOf) };
}

function readFilter(place: string, value: unknown): FilterDefinition {
  try {
    requireFilter(value);
    return value;
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error);
    throw new TypeError(`${place}: ${problem}`, { cause: error });
  }
}

/** Throws a `TypeError` that names the position of an error, before a copy is made. */
function requireFilter(value: unknown): asserts value is FilterDefinition {
  requireForm(value);
  requireAcyclic(value);
}

function requireForm(value: unknown): asserts value is FilterDefinition {
  conditionsOf(value);
}

function readDates(place: string, value: unknown, membersOf: Members): RelativeDates {
  const { field, starts, ends } = membersOf(place, value, ["field", "starts", "ends"]);
  if (typeof field !== "string") throw new TypeError(`${place}.field must be a string`);
  return { field, starts: readTexts(`${place}.starts`, starts), ends: readTexts(`${place}.ends`, ends) };
}

function readTexts(place: string, value: unknown): readonly string[] {
  if (!isStringList(value)) throw new TypeError(`${place} must be an array of strings`);
  // An invalid date would not count, and the range would be wider.
  const wrong = value.findIndex((text) => !isDateAt(text, lastInstant));
  if (wrong >= 0)
    throw new TypeError(`${place}[${wrong}] must be a date expression, such as ${dateExamples.offset}`);
  return [...value];
}

/** Some members of an object. */
type Members = (place: string, value: unknown, names: readonly string[]) => Readonly<Record<string, unknown>>;

const knownMembersOf: Members = (place, value, names) => {
  if (!isRecord(value)) throw new TypeError(`${place} must be an object with ${listing(names)}`);
  return value;
};

/** Throws a `TypeError` if there are others. */
const onlyMembersOf: Members = (place, value, names) => {
  const record = knownMembersOf(place, value, names);
  const other = Object.keys(record).find((name) => !names.includes(name));
  if (other === undefined) return record;
  throw new TypeError(`${place}.${brief(other)} is not a member; valid ones are ${listing(names)}`);
};
