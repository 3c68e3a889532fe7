// The structured mirror of CQL: a filter object whose keys are the membership qualifiers.
import { asData } from "../data/as-data.ts";
import { firstNotString, isRecord, isStringList } from "../data/guards.ts";
import type { Query } from "../syntax/ast.ts";
import { query as buildQuery, term } from "../syntax/build.ts";
import { requireQuery } from "../syntax/checked.ts";
import { brief, listing } from "../text/show.ts";
import { isMembership, type Qualifier, qualifiers } from "../vocabulary/qualifiers.ts";

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
 * A qualifier that decides which entities are in the slice.
 *
 * @example
 * ```ts
 * const qualifier: MembershipQualifier = "after";
 * ```
 */
export type MembershipQualifier = Exclude<
  Qualifier,
  Extract<(typeof qualifiers)[number], { readonly means: "nothing" }>["word"]
>;

/** The keys that a filter may have. */
export const filterKeys: readonly MembershipQualifier[] = qualifiers
  .map(({ word }) => word)
  .filter((word): word is MembershipQualifier => isMembership(word));

/**
 * The membership terms of a query as a filter. Terms that do not affect membership are not in it.
 *
 * @param query - Any query.
 * @returns The filter; only keys with terms are there. Reading it back gives the same `filter_definition`.
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
    if (term.kind === "text" || !isMembershipQualifier(term.qualifier)) continue;
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
  if (isFilterProblem(read)) throw new TypeError(`filter${brief(read.path)} ${read.expected}`);
  return buildQuery(
    filterKeys.flatMap((key) => {
      const values = read[key];
      if (values === undefined) return [];
      return (values.length === 0 ? [""] : values).map((value) => term(key, value));
    }),
  );
}

/** Plain data as a filter, or where it is not one and what should be there. */
export function readFilter(value: unknown): SliceFilter | FilterProblem {
  if (!isRecord(value)) return { path: "", expected: "must be an object whose keys are qualifiers" };
  const lists = new Map<string, readonly string[]>();
  for (const [key, list] of Object.entries(value)) {
    if (!filterKeys.some((known) => known === key)) {
      return { path: `.${key}`, expected: `is not a membership qualifier; these are ${listing(filterKeys)}` };
    }
    if (!Array.isArray(list)) return { path: `.${key}`, expected: "must be an array of strings" };
    if (!isStringList(list))
      return { path: `.${key}[${firstNotString(list)}]`, expected: "must be a string" };
    lists.set(key, list);
  }
  return Object.fromEntries(lists);
}

/** Where a value is not a filter. */
export interface FilterProblem {
  /** From the filter: `.type[1]`, or empty for the filter itself. */
  readonly path: string;
  /** What should be there, so that a sentence can begin with the path. */
  readonly expected: string;
}

/** Whether {@link readFilter} found a problem; `path` and `expected` are no qualifiers. */
export function isFilterProblem(read: SliceFilter | FilterProblem): read is FilterProblem {
  return "path" in read;
}

function isMembershipQualifier(qualifier: Qualifier): qualifier is MembershipQualifier {
  return isMembership(qualifier);
}
