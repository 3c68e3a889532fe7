// The structured mirror of CQL: a filter object whose keys are the membership qualifiers.
import { asData } from "../data/as-data.ts";
import { firstNotString, isRecord, isStringList } from "../data/guards.ts";
import { nameOf, type Place } from "../data/pointer.ts";
import type { BodyExpectation } from "../diagnostics/arguments.ts";
import { expectations } from "../diagnostics/catalogue/expectations.ts";
import type { Query } from "../syntax/ast.ts";
import { query as buildQuery, term } from "../syntax/build.ts";
import { requireQuery } from "../syntax/checked.ts";
import { brief } from "../text/show.ts";
import { isMembership, type MembershipQualifier, membershipQualifiers } from "../vocabulary/qualifiers.ts";

/**
 * A slice as data: the `filter` of a slice body. The keys are the membership qualifiers; values of one key unite,
 * keys intersect, as in the text. No list may be empty.
 *
 * @example
 * ```ts
 * const filter: SliceFilter = { type: ["Person"], after: ["3mo"] };
 * ```
 */
export type SliceFilter = { readonly [Q in MembershipQualifier]?: readonly string[] };

/**
 * The membership terms of a query as a filter. Terms that do not affect membership are not in it.
 *
 * @param query - Any query.
 * @returns The filter; only keys with terms are there. Reading it back yields the same `filter_definition`.
 * @throws TypeError if it is not a query.
 * @example
 * ```ts
 * filterOf(parse("type:Person after:3mo sort:name").query); // { type: ["Person"], after: ["3mo"] }
 * ```
 */
export function filterOf(query: Query): SliceFilter {
  requireQuery(query);
  const lists = new Map<MembershipQualifier, Set<string>>();
  for (const term of query.terms) {
    if (term.kind === "text" || !isMembership(term.qualifier)) continue;
    const list = lists.get(term.qualifier) ?? new Set();
    lists.set(term.qualifier, list.add(term.value.text));
  }
  return Object.fromEntries(Array.from(lists, ([key, list]) => [key, [...list]]));
}

/**
 * A filter as a query. An empty list becomes a term without a name, which {@link compile} refuses: leaving it out
 * would widen the slice.
 *
 * @param filter - The filter; other keys than the membership qualifiers are wrong.
 * @returns The query, with the spans of its printed text.
 * @throws TypeError that names the member that is not a list of strings, or not a membership qualifier. A member that is
 * `undefined` is not missing: leaving it out would widen the slice.
 * @example
 * ```ts
 * print(queryOf({ type: ["Person"], shape: ["Sales CRM"] })); // type:Person shape:"Sales CRM"
 * ```
 */
export function queryOf(filter: SliceFilter): Query {
  const read = readFilter(asData(filter, 2));
  if (isFilterProblem(read))
    throw new TypeError(`${brief(nameOf(["filter", ...read.place]))} ${expectations[read.expected]}`);
  return buildQuery(valuesOf(read).map(([key, , value]) => term(key, value)));
}

/** The values of a filter in the order of the terms that {@link queryOf} makes of them, each with its place. */
export function valuesOf(
  filter: SliceFilter,
): readonly (readonly [key: MembershipQualifier, index: number, value: string])[] {
  return membershipQualifiers.flatMap((key) => {
    const values = filter[key];
    if (values === undefined) return [];
    return (values.length === 0 ? [""] : values).map((value, index) => [key, index, value] as const);
  });
}

/** Plain data as a filter, or where it is not one and what should be there. */
export function readFilter(value: unknown): SliceFilter | FilterProblem {
  if (!isRecord(value)) return { place: [], expected: "filter" };
  const lists = new Map<string, readonly string[]>();
  for (const [key, list] of Object.entries(value)) {
    if (!membershipQualifiers.some((known) => known === key)) return { place: [key], expected: "qualifier" };
    if (!Array.isArray(list)) return { place: [key], expected: "strings" };
    if (!isStringList(list)) return { place: [key, firstNotString(list) ?? 0], expected: "string" };
    lists.set(key, list);
  }
  return Object.fromEntries(lists);
}

/** Where a value is not a filter. */
export interface FilterProblem {
  /** From the filter on. */
  readonly place: Place;
  /** What should be there. */
  readonly expected: BodyExpectation;
}

/** Whether {@link readFilter} found a problem; `place` and `expected` are not qualifiers. */
export function isFilterProblem(read: object): read is FilterProblem {
  return "place" in read;
}
