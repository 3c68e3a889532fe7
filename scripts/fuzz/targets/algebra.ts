// algebra: what it says of two definitions is so for every entity of a sample, with the predicate as the judge.

import {
  cacheKey,
  contains,
  coveredBy,
  disjoint,
  equals,
  intersect,
  isEmpty,
  normalize,
  union,
  witness,
} from "../../../src/exports/algebra.ts";
import { compilePredicate } from "../../../src/exports/predicate.ts";
import type { FilterDefinition } from "../../../src/index.ts";
import { acceptedBy } from "../backends.ts";
import { featuresOfFilter } from "../features.ts";
import { compiledFilter, corpusOf, filterInputs } from "../filters.ts";
import { mutateJson, smallerJson } from "../json.ts";
import { entitiesNear } from "../neighbours.ts";
import { must, mustEqual, mustNotThrow, type Target, unlessRefused } from "../target.ts";

const own: {
  readonly cacheKey: typeof cacheKey;
  readonly contains: typeof contains;
  readonly coveredBy: typeof coveredBy;
  readonly disjoint: typeof disjoint;
  readonly equals: typeof equals;
  readonly intersect: typeof intersect;
  readonly isEmpty: typeof isEmpty;
  readonly normalize: typeof normalize;
  readonly union: typeof union;
  readonly witness: typeof witness;
} = { cacheKey, contains, coveredBy, disjoint, equals, intersect, isEmpty, normalize, union, witness };

/** Two definitions, which may be malformed. */
export interface Pair {
  readonly a: unknown;
  readonly b: unknown;
}

/** The target. */
export function algebraTarget(kit: typeof own = own): Target<Pair> {
  return {
    name: "algebra",
    promise: "what it says of two definitions is so for a sample of entities",
    draw: (random) => {
      const { filter: a } = filterInputs.draw(random);
      const b = random.chance(0.5)
        ? mutateJson(random, a, a)
        : (compiledFilter(random) ?? random.pick(corpusOf(1).filters));
      return { a, b };
    },
    mutate: (random, { a, b }, other) =>
      random.pick([
        { a: mutateJson(random, a, b), b },
        { a, b: mutateJson(random, b, a) },
        { a: b, b: a },
        { a, b: mutateJson(random, a, other.b) },
      ]),
    *smaller({ a, b }) {
      for (const each of smallerJson(a)) yield { a: each, b };
      for (const each of smallerJson(b)) yield { a, b: each };
    },
    check: ({ a, b }) => {
      const [one, other] = [acceptedBy(a), acceptedBy(b)];
      if (one === undefined || other === undefined) {
        for (const ask of [kit.contains, kit.equals, kit.disjoint, kit.intersect, kit.union, kit.witness]) {
          const answer = unlessRefused("the algebra refuses by a TypeError", () => ({
            answer: ask(Object(a), Object(b)),
          }));
          must(
            answer === undefined,
            "the algebra refuses what the predicate refuses",
            () => `${ask.name} ${JSON.stringify(answer)}`,
          );
        }
        return ["refused"];
      }
      const answers = judged(kit, one, other);
      return [...featuresOfFilter(one), `answers ${answers}`];
    },
  };
}

function judged(kit: typeof own, a: FilterDefinition, b: FilterDefinition): string {
  const sample = [...entitiesNear([a, b], 60), ...corpusOf(1).entities.slice(0, 10)];
  const [inA, inB] = [compilePredicate(a), compilePredicate(b)];
  const say = (call: () => boolean): boolean =>
    mustNotThrow("the algebra takes what the predicate takes", call);
  const every = (holds: (entity: object) => boolean, rule: string): void => {
    const against = sample.find((entity) => !holds(entity));
    must(against === undefined, rule, () => JSON.stringify(against));
  };
  const answers = [
    say(() => kit.contains(a, b)),
    say(() => kit.equals(a, b)),
    say(() => kit.disjoint(a, b)),
    say(() => kit.isEmpty(a)),
    say(() => kit.coveredBy(a, [b])),
  ];
  const [isInside, isSame, isApart, isNone, isCovered] = answers;
  if (isInside === true) every((entity) => !inB(entity) || inA(entity), "contains is right");
  if (isSame === true) every((entity) => inB(entity) === inA(entity), "equals is right");
  if (isApart === true) every((entity) => !(inA(entity) && inB(entity)), "disjoint is right");
  if (isNone === true) every((entity) => !inA(entity), "isEmpty is right");
  if (isCovered === true) every((entity) => !inA(entity) || inB(entity), "coveredBy is right");
  made(kit, a, b, every);
  return answers.map(String).join();
}

/** The definitions and the entity that the algebra makes. */
function made(
  kit: typeof own,
  a: FilterDefinition,
  b: FilterDefinition,
  every: (holds: (entity: object) => boolean, rule: string) => void,
): void {
  const [inA, inB] = [compilePredicate(a), compilePredicate(b)];
  const normal = mustNotThrow("normalize takes what the predicate takes", () => kit.normalize(a));
  const inNormal = compilePredicate(normal);
  every((entity) => inNormal(entity) === inA(entity), "normalize keeps the members");
  mustEqual(kit.normalize(normal), normal, "normalize is idempotent");
  mustEqual(kit.cacheKey(normal), kit.cacheKey(a), "cacheKey is that of the normal form");
  const both = unlessRefused("intersect refuses by a TypeError", () => kit.intersect(a, b));
  if (both !== undefined) {
    const inBoth = compilePredicate(both);
    every((entity) => inBoth(entity) === (inA(entity) && inB(entity)), "intersect is right");
  }
  const either = mustNotThrow("union takes what the predicate takes", () => kit.union(a, b));
  if (either !== null) {
    const inEither = compilePredicate(either);
    every((entity) => inEither(entity) === (inA(entity) || inB(entity)), "union is right");
  }
  const entity = mustNotThrow("witness takes what the predicate takes", () => kit.witness(a, b));
  if (entity !== null)
    must(inA(entity) && !inB(entity), "a witness is in the one and not in the other", () =>
      JSON.stringify(entity),
    );
}
