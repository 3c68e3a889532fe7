// A query before its dates are fixed: what does not depend on the evaluation time, and the dates that do.
import { isRecord } from "../data/guards.ts";
import { type Point, pointOf, type Scale, startOfDay, stepsFrom } from "../dates/instant.ts";
import { compile, type Refused } from "../pipeline/compile.ts";
import { type Catalog, everyName, requireCatalog } from "../semantics/catalog.ts";
import type { FilterDefinition } from "../semantics/definition.ts";
import { freeze } from "../semantics/frozen.ts";
import type { Query, Term } from "../syntax/ast.ts";
import { firstInstant, lastInstant } from "../vocabulary/dates.ts";
import { fieldsWith, type GivenFields } from "../vocabulary/fields.ts";
import { rowOf } from "../vocabulary/qualifiers.ts";

/**
 * What the names and dates of queries stand for.
 *
 * @example
 * ```ts
 * const options: RelativeOptions = { catalog, fields: { date: "updated_at" } };
 * ```
 */
export interface RelativeOptions {
  /** Where names are looked up. Without it every name stands for itself. */
  readonly catalog?: Catalog | undefined;
  /** Paths in the filter, in place of the defaults. */
  readonly fields?: GivenFields | undefined;
}

/** A slice at any evaluation time: the part that does not move, and the date range if there is one. */
export interface RelativeSlice {
  readonly query: Query;
  readonly filter: FilterDefinition;
  readonly dates: RelativeDates | undefined;
}

/**
 * The dates of a query, as they are written. Not all of them need count.
 *
 * @example
 * ```ts
 * const dates: RelativeDates = { field: "created_at", starts: ["7d"], ends: [] };
 * ```
 */
export interface RelativeDates {
  /** The path of the property that they are compared with. */
  readonly field: string;
  /** Expressions; the range begins at the earliest. */
  readonly starts: readonly string[];
  /** Expressions; the range ends at the latest. */
  readonly ends: readonly string[];
}

/** The dates of a query that has none. */
export const noDates: Omit<RelativeDates, "field"> = { starts: [], ends: [] };

/** A date range at any evaluation time. */
export interface RelativeRange {
  /** It begins at the earliest of these, one a scale; without any it has no beginning. */
  readonly starts: readonly DatePoint[];
  /** It ends at the latest of these, one a scale; without any it has no end. */
  readonly ends: readonly DatePoint[];
  /** The first evaluation time at which no date leaves the calendar. Before it the query is refused. */
  readonly since: number;
  /** The last one. */
  readonly until: number;
}

/** A date of a query. */
export interface DatePoint extends Point {
  /** As it is written. */
  readonly text: string;
}

/** The slice of a query, or why it is refused at every evaluation time. */
export function relativeSlice(source: string | Query, options: RelativeOptions): RelativeSlice | Refused {
  requireRelativeOptions(options);
  const { catalog = everyName, fields } = options;
  // What leads out of the calendar from its last instant does so from all.
  const compiled = compile(source, { catalog, fields, now: lastInstant });
  if (!compiled.ok) return compiled;
  const { query, filter_definition } = compiled;
  const { dateRange, ...rest } = filter_definition;
  const filter = freeze(rest);
  if (dateRange === undefined) return { query, filter, dates: undefined };
  const [starts, ends] = [textsOf(query.terms, "start"), textsOf(query.terms, "end")];
  return { query, filter, dates: { field: dateRange.field, starts, ends } };
}

/** Throws a `TypeError` that names what does not match {@link RelativeOptions}. */
export function requireRelativeOptions(options: RelativeOptions): void {
  const given: unknown = options;
  if (!isRecord(given)) throw new TypeError("options must be an object");
  if (options.catalog !== undefined) requireCatalog(options);
  fieldsWith(options.fields);
}

function textsOf(terms: readonly Term[], end: "start" | "end"): readonly string[] {
  return terms.flatMap((term) =>
    term.kind === "qualified" && rowOf(term.qualifier).bound === end ? [term.value.text] : [],
  );
}

/** What counts of the dates. Never throws: invalid dates do not count. */
export function relativeRangeOf({ starts, ends }: Omit<RelativeDates, "field">): RelativeRange {
  const [from, to] = [starts.flatMap(boundOf), ends.flatMap(boundOf)];
  return {
    starts: oneEach(from, (a, b) => a.at < b.at),
    ends: oneEach(to, (a, b) => a.at > b.at),
    since: Math.max(...[...from, ...to].map((bound) => presentOf(bound, firstInstant))),
    until: Math.min(...[...from, ...to].map((bound) => presentOf(bound, lastInstant))),
  };
}

function boundOf(text: string): readonly DatePoint[] {
  const point = pointOf(text);
  return point === undefined ? [] : [{ ...point, text }];
}

/** The evaluation time at which a date reaches an end of the calendar; a date that does not move never does. */
function presentOf({ scale, at }: DatePoint, end: number): number {
  if (scale === "fixed") return Math.sign(end) * Number.POSITIVE_INFINITY;
  const present = stepsFrom({ scale, at: -at }, end);
  // Days are counted from midnight, and the last instant is at the end of its day.
  return scale === "days" ? present + end - startOfDay(end) : present;
}

/** For each scale the bound that counts: a later one there is later at every evaluation time. */
function oneEach(
  bounds: readonly DatePoint[],
  counts: (bound: DatePoint, other: DatePoint) => boolean,
): readonly DatePoint[] {
  const chosen = new Map<Scale, DatePoint>();
  for (const bound of bounds) {
    const other = chosen.get(bound.scale);
    if (other === undefined || counts(bound, other)) chosen.set(bound.scale, bound);
  }
  return [...chosen.values()];
}
