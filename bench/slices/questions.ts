// What is asked about pairs of filters: pairs of which it is known by the way they are made what the answer is.
import { cacheKey, contains, disjoint, equals, intersect, union } from "../../src/exports/algebra.ts";
import type { DateRange, FilterDefinition } from "../../src/index.ts";
import { freeze } from "../../src/semantics/frozen.ts";
import { nameProperties } from "../../src/vocabulary/entity.ts";
import { words } from "../backends/entities.ts";
import { type Random, random } from "../random.ts";
import { type World, worldOf } from "./population.ts";

/** Two filters. */
export interface FilterPair {
  readonly a: FilterDefinition;
  readonly b: FilterDefinition;
}

/** How the second filter is made from the first. */
export const relations = ["same", "inside", "wider", "apart"] as const;

/** One of {@link relations}. */
export type Relation = (typeof relations)[number];

/** One question, on pairs of one relation. */
export interface Question {
  readonly name: string;
  readonly relation: Relation;
  readonly ask: (asked: FilterPair) => unknown;
  /** Whether the answer is the one that follows from the relation. */
  readonly isRight: (asked: FilterPair) => boolean;
}

/** All questions, in the order of the table. */
export const questions: readonly Question[] = [
  question("contains, true", "inside", ({ a, b }) => contains(a, b), is(true)),
  question("contains, false", "wider", ({ a, b }) => contains(a, b), is(false)),
  question("contains, apart", "apart", ({ a, b }) => contains(a, b), is(false)),
  question("equals", "same", ({ a, b }) => equals(a, b), is(true)),
  question("disjoint", "apart", ({ a, b }) => disjoint(a, b), is(true)),
  question("intersect", "wider", ({ a, b }) => intersect(a, b), isSame),
  question("union", "inside", ({ a, b }) => union(a, b), isSame),
];

function question<Answer>(
  name: string,
  relation: Relation,
  ask: (asked: FilterPair) => Answer,
  isExpected: (answer: Answer, asked: FilterPair) => boolean,
): Question {
  return { name, relation, ask, isRight: (asked) => isExpected(ask(asked), asked) };
}

function is(expected: unknown): (answer: unknown) => boolean {
  return (answer) => answer === expected;
}

function isSame(answer: FilterDefinition | null, { a }: FilterPair): boolean {
  return answer !== null && cacheKey(answer) === cacheKey(a);
}

/** Pairs of a relation, each as a line of JSON: four kinds of names with one to three each, and a range. */
export function pairLines(count: number, relation: Relation): readonly string[] {
  const from = random(21);
  const world = worldOf(10_000);
  return Array.from({ length: count }, () => {
    const a = boxOf(world, from);
    const asked: FilterPair = { a: definitionOf(a), b: definitionOf(makers[relation](a, world, from)) };
    return Buffer.from(JSON.stringify(asked), "utf8").toString("utf8");
  });
}

/** A pair with filters of its own, as a program reads them from a database. */
export function pairOf(line: string): FilterPair {
  const asked: FilterPair = JSON.parse(line);
  return asked;
}

/** The same, frozen as `compile` returns them: the package trusts only what it froze itself to be immutable. */
export function compiledPairOf(line: string): FilterPair {
  const { a, b } = pairOf(line);
  return { a: freeze(a), b: freeze(b) };
}

/** The values of four kinds, and the days of the range. */
interface Box {
  readonly lists: readonly (readonly string[])[];
  readonly start: number;
  readonly end: number;
}

const makers: Readonly<Record<Relation, (a: Box, world: World, from: Random) => Box>> = {
  same: (a) => ({ ...a, lists: a.lists.map((list) => list.toReversed()) }),
  inside: (a, _, from) => {
    const lists = a.lists.map((list) => list.slice(0, from.between(1, list.length)));
    return { lists, start: a.start + from.between(0, 5), end: a.end - from.between(0, 5) };
  },
  wider: (a, world, from) => {
    const at = from.between(0, 4);
    if (at === 4) return { ...a, start: a.start - 1 };
    return { ...a, lists: a.lists.with(at, [...(a.lists[at] ?? []), other(at, a, world, from)]) };
  },
  apart: (a, world, from) => {
    const at = from.between(0, 3);
    return { ...a, lists: a.lists.with(at, [other(at, a, world, from)]), start: a.start - 3 };
  },
};

function boxOf(world: World, from: Random): Box {
  const lists = [0, 1, 2, 3].map((kind) => {
    const all = valuesOf(kind, world);
    return Array.from(new Set(Array.from({ length: from.between(1, 3) }, () => from.one(all))));
  });
  const start = from.between(0, 500);
  return { lists, start, end: start + from.between(20, 300) };
}

/** A value of a kind that a box does not have. */
function other(kind: number, { lists }: Box, world: World, from: Random): string {
  const others = valuesOf(kind, world).filter((value) => lists[kind]?.includes(value) !== true);
  return from.one(others);
}

function valuesOf(kind: number, { shapes, sources }: World): readonly string[] {
  if (kind === 0) return words.types;
  return (kind === 2 ? sources : shapes).map(({ id }) => id);
}

/** As `compile` makes it. */
function definitionOf({ lists, start, end }: Box): FilterDefinition {
  const [entityTypes = [], ...values] = lists;
  const propertyFilters = nameProperties.map((path, at) => ({
    path,
    operator: "in" as const,
    value: values[at] ?? [],
  }));
  const dateRange: DateRange = { field: "created_at", start: dayOf(start), end: dayOf(end) };
  return { entityTypes, propertyFilters, dateRange };
}

function dayOf(day: number): string {
  return new Date(Date.UTC(2025, 0, 1 + day)).toISOString();
}
