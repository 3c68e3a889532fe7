// The entry `slice-cql/opensearch`: a filter as a query of OpenSearch.

export {
  type OpenSearchClause,
  type OpenSearchQuery,
  toOpenSearch,
} from "../backends/opensearch/opensearch.ts";
export type { Scalar } from "../semantics/conditions.ts";
export type { DateRange, FilterDefinition, PropertyFilter } from "../semantics/definition.ts";
export type { Operator } from "../vocabulary/operators.ts";
