// A slice as a box: each path with conditions is a side, and an entity is in the box if its value at each path is on that side.
import { testOf } from "../backends/predicate/test.ts";
import { requireAcyclic } from "../semantics/acyclic.ts";
import {
  type Condition,
  type ConditionPlace,
  conditionsOf,
  type DateCondition,
  isAbsence,
  type ListCondition,
} from "../semantics/conditions.ts";
import type { FilterDefinition, Scalar } from "../semantics/definition.ts";
import { isFrozen } from "../semantics/frozen.ts";
import { joinPath } from "../semantics/path.ts";
import { afterTimestamps, firstTimestamp } from "../semantics/timestamp.ts";
import { canonicalFilter } from "./canonical.ts";

/** The sides by their paths, each path in its one spelling; nothing if no entity is known to fit in. */
export type Box = ReadonlyMap<string, Side> | undefined;

/** The conditions on one path, which all must hold. A list of values already accounts for all others, and is the only one. */
export type Side = readonly Condition[];

/** The box of a filter. Throws a `TypeError` that names the place if it is malformed. */
export function boxOf(filter: FilterDefinition): Box {
  const known = boxes.get(filter);
  if (known !== undefined) return known.box;
  const box = readBox(filter);
  if (isFrozen(filter)) boxes.set(filter, { box });
  return box;
}

/** The same, to be used once. */
export function readBox(filter: FilterDefinition): Box {
  const box = boxWith(conditionsOf(filter));
  requireAcyclic(filter);
  return box;
}

/** A filter that cannot change is read once: `compile` and `normalize` make such ones, and they are compared with many others. */
const boxes = new WeakMap<FilterDefinition, { readonly box: Box }>();

/** The box of what is in both. */
export function commonBox(a: Box, b: Box): Box {
  return a && b && boxWith([...a.values(), ...b.values()].flat());
}

/** The box in which all conditions hold. */
function boxWith(conditions: Iterable<Condition>): Box {
  const paths = new Map<string, Condition[]>();
  for (const condition of conditions) {
    const path = joinPath(condition.keys);
    const others = paths.get(path);
    if (others === undefined) paths.set(path, [condition]);
    else others.push(condition);
  }
  const sides = new Map<string, Side>();
  for (const [path, all] of paths) {
    const side = sideOf(all);
    if (side === undefined) return undefined;
    sides.set(path, side);
  }
  return sides;
}

/** Whether a box contains another. False also if that is not known. */
export function holds(outer: Box, inner: Box): boolean {
  if (inner === undefined || outer === undefined) return inner === undefined;
  for (const [path, side] of outer) {
    const given = inner.get(path) ?? [];
    if (!side.every((wanted) => isImplied(wanted, given))) return false;
  }
  return true;
}

/** Whether a condition holds wherever those of a side do. False also if that is not known. */
export function isImplied(wanted: Condition, side: Side): boolean {
  return side.some((given) => {
    if (given.kind === "in") return given.values.every(testOf(wanted, itself));
    if (wanted.kind === "range")
      return (
        given.kind === "range" && startOf(wanted) <= startOf(given) && endOfRange(given) <= endOfRange(wanted)
      );
    if (isPresence(wanted)) return !isAbsence(given);
    if (wanted.kind === "nin" && given.kind === "nin") return excludes(given, wanted.values);
    return given.kind === wanted.kind && textOf(given) === textOf(wanted);
  });
}

function excludes(condition: Condition, values: readonly Scalar[]): boolean {
  const test = testOf(condition, itself);
  return !values.some((value) => test(value));
}

/** Equal for conditions that are written differently and mean the same. Kept, as each may be compared with many. */
function textOf(condition: Exclude<Condition, DateCondition>): string {
  const text = texts.get(condition) ?? JSON.stringify(canonicalFilter("", condition));
  texts.set(condition, text);
  return text;
}

const texts = new WeakMap<Condition, string>();

/** The side on which all conditions on a path hold, in as few as possible; nothing if that leaves no value. */
function sideOf(all: readonly Condition[]): Side | undefined {
  if (all.length === 1) return all.every(isPossible) ? all : undefined;
  for (const each of all) {
    if (each.kind === "in") return chosen(each, all);
  }
  if (all.some(isAbsence) && !all.every(isAbsence)) return undefined;
  const merged = new Map<string, Condition>();
  for (const each of all) {
    const key = each.kind === "range" || each.kind === "nin" ? each.kind : textOf(each);
    const known = merged.get(key);
    merged.set(key, each.kind === "range" && known?.kind === "range" ? common(each, known) : each);
  }
  const excluded = all.flatMap((each) => (each.kind === "nin" ? each.values : []));
  const side = Array.from(merged.values(), (each) =>
    each.kind === "nin" ? { ...each, values: [...new Set(excluded)] } : each,
  );
  if (!side.every(isPossible)) return undefined;
  const others = side.filter((each) => !isPresence(each));
  return others.length > 0 ? others : side.slice(0, 1);
}

/** Whether a condition only requires a value. */
function isPresence(condition: Condition): boolean {
  return condition.kind === "exists"
    ? condition.isPresent
    : condition.kind === "nin" && condition.values.length === 0;
}

function isPossible(condition: Condition): boolean {
  if (condition.kind === "in") return condition.values.length > 0;
  return condition.kind !== "range" || startOf(condition) < endOfRange(condition);
}

/** A list with the values that satisfy all conditions. */
function chosen(list: ConditionPlace & ListCondition, all: Side): Side | undefined {
  const tests = all.map((each) => testOf(each, itself));
  const values = list.values.filter((value) => tests.every((test) => test(value)));
  return values.length > 0 ? [{ ...list, values }] : undefined;
}

function common(a: ConditionPlace & DateCondition, b: DateCondition): Condition {
  const { start } = startOf(a) > startOf(b) ? a : b;
  const { end } = endOfRange(a) < endOfRange(b) ? a : b;
  return { ...a, start, end };
}

/** The first instant of a range. Texts of instants are in the order of time. */
export function startOf({ start = firstTimestamp }: DateCondition): string {
  return start;
}

/** The first instant after a range. */
export function endOfRange({ end = afterTimestamps }: DateCondition): string {
  return end;
}

/** For tests that read the value itself, not a property of an entity. */
export function itself(value: unknown): unknown {
  return value;
}
