// What is compared: a filter as a function of one entity, made by this package, by hand and by other libraries.
import { guard } from "@ucast/mongo2js";
import { compileExpression } from "filtrex";
import { LogicEngine } from "json-logic-engine";
import jsonLogic, { type RulesLogic } from "json-logic-js";
import { parse, test } from "liqe";
import { Query } from "mingo";
import sift from "sift";
import { compilePredicate } from "../../src/exports/predicate.ts";
import type { PredicateName } from "../peers/names.ts";
import type { Entity } from "./entities.ts";
import { type Case, otherFilters } from "./filters.ts";
import { filtrexExpression, jsonLogicRule, liqeQuery, mongoQuery } from "./languages.ts";

/** Whether an entity is in the slice. */
export type Matches = (entity: Entity) => boolean;

/** Makes the function. The entities are those that it is to be measured on. Nothing if the library cannot express the case. */
export function predicateOf(
  name: PredicateName,
  each: Case,
  entities: readonly Entity[],
): Matches | undefined {
  return makers[name](each, entities);
}

type Maker = (each: Case, entities: readonly Entity[]) => Matches | undefined;

const makers: Readonly<Record<PredicateName, Maker>> = {
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
  "json-logic-js": ({ filter }) => {
    // Rules come as JSON, and are read again for each entity.
    const rule: RulesLogic = JSON.parse(JSON.stringify(jsonLogicRule(filter)));
    return (entity) => jsonLogic.apply(rule, entity) === true;
  },
  "json-logic-engine": ({ filter }) => {
    const matches = new LogicEngine().build(jsonLogicRule(filter));
    return (entity) => Reflect.apply(matches, undefined, [entity]) === true;
  },
  // It compares numbers by their order, and texts only as equal or not: there is no range of dates. A missing property is an error.
  filtrex: ({ filter }) => {
    const expression = filtrexExpression(filter);
    if (expression === undefined) return undefined;
    const matches = compileExpression(expression);
    return (entity) => matches(entity) === true;
  },
  // It finds a text anywhere in a value, which for these entities is the same; and there is no range of dates.
  liqe: ({ filter }) => {
    const query = liqeQuery(filter);
    if (query === undefined) return undefined;
    const tree = parse(query);
    return (entity) => test(tree, entity);
  },
};
