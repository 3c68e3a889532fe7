// The entry `slice-cql/mongodb`: a filter as a query of MongoDB.

export { toMongo } from "../backends/mongodb/mongodb.ts";
export type { MongoQuery } from "../backends/mongodb/query.ts";
export type { DateRange, FilterDefinition, PropertyFilter } from "../semantics/definition.ts";
export type { Operator } from "../vocabulary/operators.ts";
