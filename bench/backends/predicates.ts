// What is compared: a filter as a function of one entity, made by this package, by hand and by other libraries.
import { guard } from "@ucast/mongo2js";
import { compileExpression } from "filtrex";
import jsonLogic, { type RulesLogic } from "json-logic-js";
import { parse, test } from "liqe";
import { Query } from "mingo";
import sift from "sift";
import { compilePredicate } from "../../src/exports/predicate.ts";
import type { Entity } from "./entities.ts";
import { type Case, otherFilters } from "./filters.ts";
import { filtrexExpression, jsonLogicRule, liqeQuery, mongoQuery } from "./languages.ts";

/** Whether an entity is in the slice. */
export type Matches = (entity: Entity) => boolean;

/** Of ours, in the order in which a round measures them. */
export const ownPredicateNames = ["by hand", "predicate", "after 60 others"] as const;

/** Of other libraries. */
export const peerPredicateNames = ["ucast", "sift", "mingo", "json-logic-js", "filtrex", "liqe"] as const;

/** One of ours or of the others. */
export type PredicateName = (typeof ownPredicateNames)[number] | (typeof peerPredicateNames)[number];

/** Ours, then the others. */
export const predicateNames: readonly PredicateName[] = [...ownPredicateNames, ...peerPredicateNames];

/** What one has to know of how the others find the same. */
export const predicateNotes: readonly { readonly name: PredicateName; readonly note: string }[] = [
  { name: "filtrex", note: "gives an error for an entity without the property, which counts as no" },
  {
    name: "liqe",
    note: "finds a text anywhere in a value, and has no way to ask several lists for the whole value; of these entities it finds the same",
  },
  { name: "json-logic-js", note: "reads its rule again for each entity" },
];

/** Makes the function. The entities are those that it is to be measured on. Nothing if the library cannot express the case. */
export function predicateOf(
  name: PredicateName,
  each: Case,
  entities: readonly Entity[],
): Matches | undefined {
  return makers[name](each, entities);
}

/** Why a library cannot express a case. */
export function whyLeft(name: PredicateName): string {
  return reasons[name] ?? "";
}

const reasons: Partial<Readonly<Record<PredicateName, string>>> = {
  filtrex: "compares numbers by their order, and texts only as the same or not: there is no range of dates",
  liqe: "compares numbers by their order, and looks for texts in texts: there is no range of dates",
};

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
    // Rules come as JSON.
    const rule: RulesLogic = JSON.parse(JSON.stringify(jsonLogicRule(filter)));
    return (entity) => jsonLogic.apply(rule, entity) === true;
  },
  filtrex: ({ filter }) => {
    const expression = filtrexExpression(filter);
    if (expression === undefined) return undefined;
    // A property that is not there gives an error as the result.
    const matches = compileExpression(expression);
    return (entity) => matches(entity) === true;
  },
  liqe: ({ filter }) => {
    const query = liqeQuery(filter);
    if (query === undefined) return undefined;
    const tree = parse(query);
    return (entity) => test(tree, entity);
  },
};
