// Whether several slices together have all that is in another.
import { testOf } from "../backends/predicate/test.ts";
import type { FilterDefinition } from "../semantics/definition.ts";
import { mustBe } from "../semantics/filter-validation.ts";
import { type Box, boxOf, endOfRange, holds, isImplied, itself, type Side, startOf } from "./box.ts";

/**
 * Whether every entity in `a` is in at least one of `bs`: one may have some and another the rest. `false` may also mean
 * that it is not known: see `docs/slices.md`, "What is exact". That is also the answer where `bs` cut `a` into so many
 * parts that it would take seconds.
 *
 * @throws TypeError that names the place if a filter is malformed, or `bs` is not an array.
 * @example
 * ```ts
 * const of = (...types: string[]) => ({ entityTypes: types, propertyFilters: [] });
 * coveredBy(of("Person", "Company"), [of("Person", "Event"), of("Company")]); // true
 * ```
 */
export function coveredBy(a: FilterDefinition, bs: readonly FilterDefinition[]): boolean {
  const given: unknown = bs;
  if (!Array.isArray(given)) throw mustBe("bs", "an array");
  const [inner, ...boxes] = [a, ...bs].map(boxOf);
  if (inner === undefined || boxes.some((outer) => holds(outer, inner))) return true;
  const outers = boxes.flatMap((outer) => remainder(outer, inner));
  // The parts of the inner slice, each as the outer slices that have it, a bit for each. Every side divides them further.
  let parts: readonly bigint[] = [(1n << BigInt(outers.length)) - 1n];
  let effort = 0;
  for (const [path, side] of inner) {
    const tests = outers.map((outer) => (outer.get(path) ?? []).map((each) => testOf(each, itself)));
    const wanted = outers.flatMap((outer) => outer.get(path) ?? []);
    const owners = valuesOf(side, wanted).map((value) =>
      bitsOf(tests.map((all) => all.every((test) => test(value)))),
    );
    const cuts = distinct(owners);
    effort += parts.length * cuts.length * (1 + outers.length / 64);
    if (effort > maxEffort) return false;
    parts = distinct(parts.flatMap((part) => cuts.map((cut) => part & cut)));
  }
  return !parts.includes(0n);
}

/** So that the time stays short, whatever the slices: intersections of 64 bits. */
const maxEffort = 4_000_000;

/** A set of the numbers themselves would be slow: the platform hashes only their last 64 bits. */
function distinct(numbers: readonly bigint[]): readonly bigint[] {
  return [...new Map(numbers.map((number) => [number.toString(36), number])).values()];
}

/** The sides that an outer slice may cut the inner one at, if that is all it does: not one that the inner slice leaves open. */
function remainder(outer: Box, inner: NonNullable<Box>): readonly NonNullable<Box>[] {
  if (outer === undefined) return [];
  const sides = new Map<string, Side>();
  for (const [path, side] of outer) {
    const given = inner.get(path) ?? [];
    const kinds = given.map(({ kind }) => kind);
    const wanted = side.filter((each) => !isImplied(each, given));
    if (wanted.some(({ kind }) => !kinds.includes("in") && !(kind === "range" && kinds.includes(kind))))
      return [];
    sides.set(path, wanted);
  }
  return [sides];
}

/** Values that distinguish all parts of a side: those of its list, or the instants at which a part of its range begins. */
function valuesOf(side: Side, wanted: Side): readonly unknown[] {
  for (const each of side) {
    if (each.kind === "in") return each.values;
    if (each.kind === "range") {
      const ends = wanted.map((other) => (other.kind === "range" ? endOfRange(other) : ""));
      return [startOf(each), ...ends.filter(testOf(each, itself))];
    }
  }
  return [undefined];
}

function bitsOf(answers: readonly boolean[]): bigint {
  return answers.reduce((bits, answer, index) => bits | (BigInt(answer) << BigInt(index)), 0n);
}
