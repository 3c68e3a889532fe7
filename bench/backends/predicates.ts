// What is compared: a filter as a function of one entity, made by this package, by hand and by other libraries.
import { guard } from "@ucast/mongo2js";
import { Query } from "mingo";
import sift from "sift";
import { compilePredicate } from "../../src/exports/predicate.ts";
import type { FilterDefinition } from "../../src/index.ts";
import type { Entity } from "./entities.ts";
import { type Case, otherFilters } from "./filters.ts";

/** Whether an entity is in the slice. */
export type Matches = (entity: Entity) => boolean;

/** In the order in which a round measures them. */
export const predicateNames = ["by hand", "predicate", "after 60 others", "ucast", "sift", "mingo"] as const;

/** One of {@link predicateNames}. */
export type PredicateName = (typeof predicateNames)[number];

/** Makes the function. The entities are those that it is to be measured on. */
export function predicateOf(name: PredicateName, each: Case, entities: readonly Entity[]): Matches {
  return makers[name](each, entities);
}

const makers: Readonly<Record<PredicateName, (each: Case, entities: readonly Entity[]) => Matches>> = {
  "by hand": ({ byHand }) => byHand,
  predicate: ({ filter }) => compilePredicate(filter),
  "after 60 others": ({ filter }, entities) => {
    const some = entities.slice(0, 20_000);
    for (const other of otherFilters()) some.filter(compilePredicate(other));
    return compilePredicate(filter);
  },
  ucast: ({ filter }) => guard(mongoQuery(filter)),
  sift: ({ filter }) => sift.default(mongoQuery(filter)),
  mingo: ({ filter }) => {
    const query = new Query<Entity>(mongoQuery(filter), {});
    return (entity) => query.test(entity);
  },
};

/** The query as a person writes it for these libraries, for the few operators of the cases: one value stands for itself. */
export function mongoQuery(filter: FilterDefinition): Record<string, unknown> {
  const { entityTypes, propertyFilters, dateRange } = filter;
  const query: Record<string, unknown> = {};
  if (entityTypes !== undefined) query["type"] = isOneOf(entityTypes);
  for (const { path, operator, value } of propertyFilters) {
    if (operator === "in" && Array.isArray(value)) query[path] = isOneOf(value);
    else query[path] = operator === "eq" ? value : { [`$${operator}`]: value };
  }
  if (dateRange !== undefined) {
    const { field, start, end } = dateRange;
    query[field] = { ...(start !== undefined && { $gte: start }), ...(end !== undefined && { $lt: end }) };
  }
  return query;
}

function isOneOf(values: readonly unknown[]): unknown {
  return values.length === 1 ? values[0] : { $in: values };
}
