/**
 * A filter as a query of OpenSearch.
 *
 * @module slice-cql/opensearch
 */

export {
  type OpenSearchClause,
  type OpenSearchQuery,
  toOpenSearch,
} from "../backends/opensearch/opensearch.ts";
export type { DateRange, FilterDefinition, PropertyFilter, Scalar } from "../semantics/definition.ts";
export type { Operator } from "../vocabulary/operators.ts";
