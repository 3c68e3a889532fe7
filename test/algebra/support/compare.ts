// Asks the algebra everything about two filters, and compares each answer with the entities of a small world.

import { isDeepStrictEqual } from "node:util";
import * as algebra from "../../../src/exports/algebra.ts";
import { compilePredicate } from "../../../src/exports/predicate.ts";
import type { FilterDefinition } from "../../../src/index.ts";
import { inSlice } from "../../support/backends/reference.ts";
import { isWithin } from "./bits.ts";
import { areSamePath, hasStranger, isExact } from "./exactness.ts";
import type { Question } from "./filters.ts";
import { sliceTestOf } from "./hull.ts";
import type { Universe } from "./universe.ts";

/** How often each answer came. */
export type Counts = Map<string, number>;

interface Asked {
  readonly universe: Universe;
  readonly isOneSlice: (members: bigint) => boolean;
  /** Of each form and key the members of its filters; of members of exact filters their form and key. */
  readonly seen: Map<string, string>;
  readonly counts: Counts;
}

/** A filter and its members. */
interface Known {
  readonly filter: FilterDefinition;
  readonly members: bigint;
  readonly isExact: boolean;
}

/**
 * Says what is wrong in the answers about two filters in a universe, or undefined if nothing is. It remembers the forms and keys of all
 * filters, so each is compared with all before it.
 */
export function comparisonOf(universe: Universe, counts: Counts): (question: Question) => string | undefined {
  const asked: Asked = { universe, isOneSlice: sliceTestOf(universe), seen: new Map(), counts };
  const known = (filter: FilterDefinition): Known => {
    return { filter, members: universe.members(filter), isExact: isExact(filter) };
  };
  return (question) => {
    const [a, b, others] = [known(question.a), known(question.b), question.others.map(known)];
    try {
      return (
        wrongForm(asked, a) ??
        wrongForm(asked, b) ??
        wrongPair(asked, a, b) ??
        wrongPair(asked, b, a) ??
        wrongCover(asked, a, others)
      );
    } catch (error) {
      return `it throws ${String(error)}`;
    }
  };
}

function wrongPair(asked: Asked, one: Known, other: Known): string | undefined {
  return (
    wrongRelation(asked, one, other) ??
    wrongIntersection(asked, one, other) ??
    wrongUnion(asked, one, other) ??
    wrongWitness(asked, one, other)
  );
}

function wrongForm(asked: Asked, { filter, members, isExact }: Known): string | undefined {
  const { universe } = asked;
  const form = algebra.normalize(filter);
  if (universe.members(form) !== members) return `normalize gives other members: ${show(form)}`;
  if (show(algebra.normalize(form)) !== show(form))
    return `normalize gives ${show(form)}, of which it gives ${show(algebra.normalize(form))}`;
  const [key, formKey] = [algebra.cacheKey(filter), algebra.cacheKey(form)];
  if (formKey !== key) return `cacheKey is ${show(key)}, of the normal form it is ${show(formKey)}`;
  if (
    !algebra.contains(filter, filter) ||
    !algebra.equals(filter, form) ||
    !algebra.coveredBy(form, [filter])
  )
    return "it does not contain, equal or cover itself";
  return (
    wrongAnswer(asked, "isEmpty", algebra.isEmpty(filter), members === 0n, isExact) ??
    wrongName(asked, "cacheKey", key, { filter, members, isExact }) ??
    wrongName(asked, "normalize", show(form), { filter, members, isExact })
  );
}

/** Filters of one name have the same members; exact filters of the same members have one name. */
function wrongName(
  { seen, universe }: Asked,
  kind: string,
  name: string,
  { members, isExact }: Known,
): string | undefined {
  const print = (members % manyPrints).toString(36);
  if (remembered(seen, `${kind} ${name}`, print) !== print)
    return `${kind} is ${name} for other members too in ${universe.world.name}`;
  if (!isExact) return undefined;
  const first = remembered(seen, `${kind} of ${print}`, name);
  return first === name ? undefined : `${kind} is ${name}, and for the same members it was ${first}`;
}

/** A prime that is close to no power of two: two different sets hardly ever leave the same remainder. */
const manyPrints = 10n ** 18n + 9n;

function remembered(seen: Map<string, string>, key: string, value: string): string {
  const before = seen.get(key) ?? value;
  seen.set(key, before);
  return before;
}

function wrongRelation(asked: Asked, one: Known, other: Known): string | undefined {
  const [a, b] = [one.filter, other.filter];
  const isKnown = one.isExact && other.isExact;
  const isInside = isWithin(other.members, one.members);
  const isSame = one.members === other.members;
  const isApart = (one.members & other.members) === 0n;
  return (
    wrongAnswer(asked, "contains", algebra.contains(a, b), isInside, isKnown) ??
    wrongAnswer(asked, "equals", algebra.equals(a, b), isSame, isKnown) ??
    wrongAnswer(asked, "disjoint", algebra.disjoint(a, b), isApart, isKnown) ??
    wrongAnswer(asked, "coveredBy one", algebra.coveredBy(b, [a]), isInside, isKnown)
  );
}

function wrongIntersection(asked: Asked, one: Known, other: Known): string | undefined {
  const result = resultOf(() => algebra.intersect(one.filter, other.filter));
  count(asked, `intersect ${result instanceof Error ? "refused" : "given"}`);
  if (!(result instanceof Error)) return wrongResult(asked, "intersect", result, one.members & other.members);
  const [field, otherField] = [one.filter.dateRange?.field, other.filter.dateRange?.field];
  const haveTwoFields = field !== undefined && otherField !== undefined && !areSamePath(field, otherField);
  const mayRefuse = haveTwoFields && !isKnownEmpty(one) && !isKnownEmpty(other);
  return result instanceof TypeError && mayRefuse ? undefined : `intersect throws ${String(result)}`;
}

function wrongUnion(asked: Asked, one: Known, other: Known): string | undefined {
  const result = algebra.union(one.filter, other.filter);
  count(asked, `union ${result === null ? "null" : "given"}`);
  const members = one.members | other.members;
  if (result !== null) return wrongResult(asked, "union", result, members);
  const isKnown = one.isExact && other.isExact;
  return isKnown && asked.isOneSlice(members) ? "union is one slice, and it is null" : undefined;
}

function wrongWitness(asked: Asked, one: Known, other: Known): string | undefined {
  const [a, b] = [one.filter, other.filter];
  const found = algebra.witness(a, b);
  const isOutside = !isWithin(one.members, other.members);
  const isKnown = one.isExact && other.isExact;
  count(asked, `witness ${found === null ? "null" : "given"}`);
  if (found === null) return isKnown && isOutside ? "witness is null, and there is one" : undefined;
  const copy: unknown = JSON.parse(JSON.stringify(found));
  if (!isDeepStrictEqual(copy, found)) return `witness is not plain JSON: ${show(found)}`;
  const isRight = (entity: unknown): boolean =>
    inSlice(a, entity) && !inSlice(b, entity) && compilePredicate(a)(entity) && !compilePredicate(b)(entity);
  return isRight(found) && isRight(copy) ? undefined : `witness is not in the first alone: ${show(found)}`;
}

function wrongCover(asked: Asked, one: Known, covers: readonly Known[]): string | undefined {
  const all = covers.reduce((members, each) => members | each.members, 0n);
  const filters = covers.map(({ filter }) => filter);
  const isSingle = covers.some(({ members }) => isWithin(one.members, members));
  return wrongAnswer(
    asked,
    isSingle ? "coveredBy some" : "coveredBy several together",
    algebra.coveredBy(one.filter, filters),
    isWithin(one.members, all),
    one.isExact && covers.every(({ isExact }) => isExact),
  );
}

/** A true answer is right; a false one may mean "not known", where that is allowed. */
function wrongAnswer(
  asked: Asked,
  name: string,
  said: boolean,
  truth: boolean,
  isKnown: boolean,
): string | undefined {
  count(asked, `${name} ${String(said)}`);
  if (said === truth || (!said && !isKnown)) return undefined;
  return `${name} is ${String(truth)}, and it says ${String(said)}`;
}

/** What is given back is well formed, has its members, and lists no value that neither filter has. */
function wrongResult(
  { universe }: Asked,
  name: string,
  result: FilterDefinition,
  members: bigint,
): string | undefined {
  compilePredicate(result);
  if (universe.members(result) !== members) return `${name} has other members: ${show(result)}`;
  return hasStranger(universe.world, result) ? `${name} has a new value: ${show(result)}` : undefined;
}

function isKnownEmpty({ members, isExact }: Known): boolean {
  return isExact && members === 0n;
}

function resultOf<T>(call: () => T): T | Error {
  try {
    return call();
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

function count({ counts }: Asked, what: string): void {
  counts.set(what, (counts.get(what) ?? 0) + 1);
}

function show(value: unknown): string {
  return JSON.stringify(value);
}
