/**
 * A filter as a query of MongoDB.
 *
 * @module slice-cql/mongodb
 */

export { toMongo } from "../backends/mongodb/mongodb.ts";
export type { MongoQuery } from "../backends/mongodb/query.ts";
export type { DateRange, FilterDefinition, PropertyFilter, Scalar } from "../semantics/definition.ts";
export type { Operator } from "../vocabulary/operators.ts";
