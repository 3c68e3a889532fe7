// A filter as a query of OpenSearch's DSL, which Elasticsearch accepts too.
import type { Condition } from "../../semantics/conditions.ts";
import type { FilterDefinition, Scalar } from "../../semantics/definition.ts";
import { storableConditionsOf } from "../../semantics/storable.ts";

/**
 * A query that only filters, so that nothing is scored. Its arrays are mutable, as the clients' types require.
 *
 * @example
 * ```ts
 * const query: OpenSearchQuery = toOpenSearch(filter);
 * ```
 */
export interface OpenSearchQuery {
  readonly bool: { readonly filter: OpenSearchClause[] };
}

/**
 * One clause of an {@link OpenSearchQuery}.
 *
 * @example
 * ```ts
 * const clauses: readonly OpenSearchClause[] = toOpenSearch(filter).bool.filter;
 * ```
 */
export type OpenSearchClause =
  | { readonly terms: Readonly<Record<string, Scalar[]>> }
  | { readonly range: Readonly<Record<string, Readonly<Record<string, string | number>>>> }
  | { readonly exists: { readonly field: string } }
  | {
      readonly bool: {
        readonly filter?: OpenSearchClause[];
        readonly must_not?: OpenSearchClause[];
      };
    }
  | { readonly match_none: Readonly<Record<string, never>> };

/**
 * Writes a filter as a query. The index must map texts to `keyword`, numbers to `double` and dates to `date`: a value is
 * compared as its field is mapped. `docs/backends/opensearch.md` has a mapping, and lists what the engine cannot distinguish.
 *
 * @throws TypeError that names the place if the filter is malformed, or has a path that is not a field name: with a dot,
 * a star or nothing in a key, or with `_` at its beginning.
 *
 * @example
 * ```ts
 * await client.search({ index: "entities", body: { query: toOpenSearch(filter) } });
 * ```
 */
export function toOpenSearch(filter: FilterDefinition): OpenSearchQuery {
  return { bool: { filter: storableConditionsOf(filter).map(clauseOf) } };
}

function clauseOf(condition: Condition): OpenSearchClause {
  const field = fieldOf(condition);
  switch (condition.kind) {
    case "in":
      return condition.values.length === 0 ? { match_none: {} } : among(field, condition.values);
    case "nin":
      return without([exists(field)], condition.values.length === 0 ? [] : [among(field, condition.values)]);
    case "exists":
      return condition.isPresent ? exists(field) : without([], [exists(field)]);
    case "range": {
      const { start, end } = condition;
      const bounds = { ...(start !== undefined && { gte: start }), ...(end !== undefined && { lt: end }) };
      // The format of the bounds, whatever the mapping would read.
      const format = "strict_date_time";
      return (start ?? end) ? { range: member(field, { ...bounds, format }) } : exists(field);
    }
    case "order":
      return { range: member(field, { [condition.operator]: condition.bound }) };
  }
}

/**
 * The keys become the name of a field, joined by dots. Other dots cannot be distinguished from these, `exists` takes stars as
 * patterns, and fields that begin with `_` are the engine's own.
 */
function fieldOf({ keys, at }: Condition): string {
  if (keys.some((key, index) => key === "" || /[.*]/.test(key) || (index === 0 && key.startsWith("_"))))
    throw new TypeError(
      `${at} is not a field of OpenSearch: a key is empty, has a dot or a star, or begins with _`,
    );
  return keys.join(".");
}

function exists(field: string): OpenSearchClause {
  return { exists: { field } };
}

function among(field: string, values: readonly Scalar[]): OpenSearchClause {
  return { terms: member(field, [...values]) };
}

function without(filter: OpenSearchClause[], must_not: OpenSearchClause[]): OpenSearchClause {
  return { bool: { ...(filter.length > 0 && { filter }), ...(must_not.length > 0 && { must_not }) } };
}

/** An object with one member, which may be called `__proto__`. */
function member<T>(name: string, value: T): Readonly<Record<string, T>> {
  return { [name]: value };
}
