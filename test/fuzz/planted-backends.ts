// Mistakes in what runs and compares filters.

import { algebraTarget } from "../../scripts/fuzz/targets/algebra.ts";
import { mongodbTarget } from "../../scripts/fuzz/targets/mongodb.ts";
import { opensearchTarget } from "../../scripts/fuzz/targets/opensearch.ts";
import { predicateTarget } from "../../scripts/fuzz/targets/predicate.ts";
import { sqlTarget } from "../../scripts/fuzz/targets/sql.ts";
import * as algebra from "../../src/exports/algebra.ts";
import { toMongo } from "../../src/exports/mongodb.ts";
import { toOpenSearch } from "../../src/exports/opensearch.ts";
import { compilePredicate, createTable } from "../../src/exports/predicate.ts";
import { type Sql, type SqlOptions, toSql } from "../../src/exports/sql.ts";
import type { FilterDefinition } from "../../src/index.ts";
import { type Planted, plant } from "./plant.ts";

function withoutDates(filter: FilterDefinition): FilterDefinition {
  const { dateRange: _, ...rest } = filter;
  return rest;
}

function withoutTypes(filter: FilterDefinition): FilterDefinition {
  const { entityTypes: _, ...rest } = filter;
  return rest;
}

/** Another emitter in place of `toSql`, whose overloads only tell its callers more. */
const sqlOf = (emit: (filter: FilterDefinition, options: SqlOptions) => Sql): typeof toSql => Object(emit);

/** In backends. */
export const ofBackends: readonly Planted[] = [
  plant(
    "a value is in the text",
    "postgres: no value is in the text",
    sqlTarget({
      toSql: sqlOf((filter, options) => {
        const sql = toSql(filter, options);
        return { ...sql, text: `${sql.text} /* ${filter.entityTypes?.join() ?? ""} */` };
      }),
    }),
  ),
  plant(
    "a parameter is lost",
    "mysql: each parameter has its place",
    sqlTarget({
      toSql: sqlOf((filter, options) => {
        const sql = toSql(filter, options);
        return { ...sql, params: sql.params.slice(0, options.dialect === "mysql" ? 2 : undefined) };
      }),
    }),
  ),
  plant(
    "dates do not count",
    "SQLite, plain finds what the reference finds",
    sqlTarget({ toSql: sqlOf((filter, options) => toSql(withoutDates(filter), options)) }),
  ),
  plant(
    "a malformed definition is everything",
    "sql refuses what the predicate refuses",
    sqlTarget({
      toSql: sqlOf((filter, options) => {
        try {
          return toSql(filter, options);
        } catch {
          return { text: "1 = 1", params: [] };
        }
      }),
    }),
  ),
  plant(
    "a value is an operator",
    "no operator but those of the emitter",
    mongodbTarget({
      toMongo: (filter) => ({ ...toMongo(filter), ...(filter.entityTypes && { $where: "1" }) }),
    }),
  ),
  plant(
    "types do not count",
    "MongoDB (mingo), texts finds what the reference finds",
    mongodbTarget({ toMongo: (filter) => toMongo(withoutTypes(filter)) }),
  ),
  plant(
    "a script",
    "only clauses of known kinds",
    opensearchTarget({
      toOpenSearch: (filter) => Object({ script: { source: toOpenSearch(filter) } }),
    }),
  ),
  plant(
    "types do not count",
    "OpenSearch finds what the reference finds",
    opensearchTarget({ toOpenSearch: (filter) => toOpenSearch(withoutTypes(filter)) }),
  ),
  plant(
    "members that nobody knows are passed over",
    "the predicate is exact",
    predicateTarget({
      createTable,
      compilePredicate: (filter) => compilePredicate({ propertyFilters: filter.propertyFilters }),
    }),
  ),
  plant(
    "a malformed definition is everything",
    "a malformed definition is refused",
    predicateTarget({
      createTable,
      compilePredicate: (filter) => {
        try {
          return compilePredicate(filter);
        } catch {
          return () => true;
        }
      },
    }),
  ),
];

const always = (): boolean => true;
/** In the algebra. */
export const ofAlgebra: readonly Planted[] = [
  plant("contains is true", "contains is right", algebraTarget({ ...algebra, contains: always })),
  plant("equals is true", "equals is right", algebraTarget({ ...algebra, equals: always })),
  plant("disjoint is true", "disjoint is right", algebraTarget({ ...algebra, disjoint: always })),
  plant("isEmpty is true", "isEmpty is right", algebraTarget({ ...algebra, isEmpty: always })),
  plant("coveredBy is true", "coveredBy is right", algebraTarget({ ...algebra, coveredBy: always })),
  plant(
    "intersect gives the first",
    "intersect is right",
    algebraTarget({ ...algebra, intersect: (a) => algebra.normalize(a) }),
  ),
  plant(
    "union gives the first",
    "union is right",
    algebraTarget({ ...algebra, union: (a) => algebra.normalize(a) }),
  ),
  plant(
    "normalize drops dates",
    "normalize keeps the members",
    algebraTarget({ ...algebra, normalize: (a) => algebra.normalize(withoutDates(a)) }),
  ),
  plant(
    "any entity is a witness",
    "a witness is in the one and not in the other",
    algebraTarget({ ...algebra, witness: () => ({ type: "?" }) }),
  ),
];
