// Tests the algebra on any two definitions: its answers are right for a sample of entities, and malformed definitions are refused.

import fc from "fast-check";
import { expect, test } from "vitest";
import * as algebra from "../../src/exports/algebra.ts";
import { compilePredicate } from "../../src/exports/predicate.ts";
import type { FilterDefinition } from "../../src/index.ts";
import { acceptedBy, unlessRefused } from "../support/backends/accepted.ts";
import { patience, runs } from "../support/runs.ts";
import { changed, definition, entitiesFor, entitiesNear } from "./support/definitions.ts";
import { notices } from "./support/noticed.ts";

type Algebra = typeof algebra;
type Pair = readonly [one: unknown, other: unknown];

const filter = definition.map((each) => each.filter);
/** The one with a member of the other. */
const crossed = fc
  .tuple(filter, filter, fc.constantFrom("entityTypes", "propertyFilters", "dateRange"))
  .map(([one, other, member]): Pair => {
    const taken = Object.entries(Object(other)).filter(([name]) => name === member);
    return [one, { ...Object(one), ...Object.fromEntries(taken) }];
  });

/** The second is often the first after a change. */
const pair: fc.Arbitrary<Pair> = fc.oneof(
  fc.tuple(filter, filter),
  crossed,
  filter.chain((one) => fc.tuple(fc.constant(one), changed(fc.constant(one)))),
  filter.chain((one) => fc.tuple(changed(fc.constant(one)), fc.constant(one))),
);

const isRight = (kit: Algebra): fc.IProperty<[Pair]> =>
  fc.property(pair, ([one, other]) => {
    const [a, b] = [acceptedBy(one), acceptedBy(other)];
    if (a !== undefined && b !== undefined) return rightFor(kit, a, b);
    for (const ask of [kit.contains, kit.equals, kit.disjoint, kit.intersect, kit.union, kit.witness]) {
      const answer = unlessRefused(() => ({ answer: ask(Object(one), Object(other)) }));
      expect(answer, "what the predicate refuses is refused").toBeUndefined();
    }
    return undefined;
  });

function rightFor(kit: Algebra, a: FilterDefinition, b: FilterDefinition): void {
  const sample = [...entitiesNear([a, b], 60), ...entitiesFor(a, 1).slice(0, 10)];
  const [inA, inB] = [compilePredicate(a), compilePredicate(b)];
  const every = (name: string, holds: (entity: object) => boolean): void => {
    expect(
      sample.find((entity) => !holds(entity)),
      `${name} is right`,
    ).toBeUndefined();
  };
  if (kit.contains(a, b)) every("contains", (entity) => !inB(entity) || inA(entity));
  if (kit.equals(a, b)) every("equals", (entity) => inB(entity) === inA(entity));
  if (kit.disjoint(a, b)) every("disjoint", (entity) => !(inA(entity) && inB(entity)));
  if (kit.isEmpty(a)) every("isEmpty", (entity) => !inA(entity));
  if (kit.coveredBy(a, [b])) every("coveredBy", (entity) => !inA(entity) || inB(entity));
  const inNormal = compilePredicate(kit.normalize(a));
  every("normalize", (entity) => inNormal(entity) === inA(entity));
  const both = unlessRefused(() => kit.intersect(a, b));
  const inBoth = both && compilePredicate(both);
  if (inBoth) every("intersect", (entity) => inBoth(entity) === (inA(entity) && inB(entity)));
  const either = kit.union(a, b);
  const inEither = either && compilePredicate(either);
  if (inEither) every("union", (entity) => inEither(entity) === (inA(entity) || inB(entity)));
  const found = kit.witness(a, b);
  if (found !== null) expect(inA(found) && !inB(found), "witness is right").toBe(true);
}

test("the answers of the algebra about any two definitions are right", { timeout: patience }, () => {
  fc.assert(isRight(algebra), runs(400));
});

function withoutDates(filter: FilterDefinition): FilterDefinition {
  const { dateRange: _, ...rest } = filter;
  return rest;
}

const always = (): boolean => true;

test.each<readonly [name: string, wrong: Partial<Algebra>]>([
  ["contains", { contains: (a, b) => algebra.contains(a, b) || a.propertyFilters.length > 0 }],
  ["equals", { equals: (a, b) => algebra.equals(a, b) || a.propertyFilters.length > 0 }],
  ["disjoint", { disjoint: (a, b) => algebra.disjoint(a, b) || b.propertyFilters.length > 0 }],
  ["isEmpty", { isEmpty: always }],
  ["coveredBy", { coveredBy: always }],
  ["intersect", { intersect: (a, b) => algebra.normalize(algebra.intersect(a, b) && a) }],
  ["union", { union: (a, b) => algebra.union(a, b) && algebra.normalize(a) }],
  ["normalize", { normalize: (a) => algebra.normalize(withoutDates(a)) }],
  ["witness", { witness: (a, b) => algebra.witness(a, b) && { type: "?" } }],
])("a mistake of %s is caught", async (name, wrong) => {
  await notices(isRight({ ...algebra, ...wrong }), `${name} is right`);
});
