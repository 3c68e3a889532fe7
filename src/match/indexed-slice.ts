// A stored slice in the form that the columns of the index accept.
import { readBox } from "../algebra/box.ts";
import { readPath } from "../backends/predicate/read.ts";
import { testOf } from "../backends/predicate/test.ts";
import { relativeRangeOf } from "../relative/slice.ts";
import type { Condition, DateCondition } from "../semantics/conditions.ts";
import type { Scalar } from "../semantics/definition.ts";
import { joinPath, splitPath } from "../semantics/path.ts";
import type { Bounds } from "./slot-ranges.ts";
import type { StoredSlice } from "./stored-slice.ts";

/** The conditions of one slice. */
export interface IndexedSlice {
  readonly lists: readonly Constraint<readonly Scalar[]>[];
  /** The range of dates; a slice has at most one. */
  readonly range: Constraint<Bounds> | undefined;
  /** The conditions that have no column. */
  readonly holds: ((entity: unknown) => boolean) | undefined;
  /** The evaluation times at which no date leaves the calendar, from the first to the last. */
  readonly since: number;
  readonly until: number;
}

/** The conditions at one path. */
export interface Constraint<T> {
  readonly path: string;
  readonly keys: readonly string[];
  readonly asked: T;
}

/**
 * The parts of a slice; nothing if no entity can be in it. Throws a `TypeError` that names the place if its filter is malformed.
 */
export function indexedSliceOf({ filter, dates }: Omit<StoredSlice, "id">): IndexedSlice | undefined {
  const box = readBox(filter);
  if (box === undefined) return undefined;
  const lists: Constraint<readonly Scalar[]>[] = [];
  let range: Constraint<Bounds> | undefined;
  const others: Condition[] = [];
  for (const [path, side] of box) {
    for (const condition of side) {
      const { keys } = condition;
      if (condition.kind === "in") lists.push({ path, keys, asked: condition.values });
      else if (condition.kind === "range") range = { path, keys, asked: fixedBounds(condition) };
      else others.push(condition);
    }
  }
  const holds = others.length > 0 ? testsOf(others) : undefined;
  if (dates === undefined) return { lists, range, holds, ...always };
  const keys = splitPath(dates.field);
  const asked = relativeRangeOf(dates);
  const { since, until } = asked;
  return { lists, range: { path: joinPath(keys), keys, asked }, holds, since, until };
}

/** All evaluation times. */
export const always: Pick<IndexedSlice, "since" | "until"> = {
  since: Number.NEGATIVE_INFINITY,
  until: Number.POSITIVE_INFINITY,
};

function fixedBounds({ start, end }: DateCondition): Bounds {
  const fixed = (text: string | undefined) =>
    text === undefined ? [] : [{ scale: "fixed" as const, at: Date.parse(text) }];
  return { starts: fixed(start), ends: fixed(end) };
}

function testsOf(conditions: readonly Condition[]): (entity: unknown) => boolean {
  const tests = conditions.map((condition) =>
    testOf(condition, (entity: unknown) => readPath(entity, condition.keys)),
  );
  return (entity) => tests.every((test) => test(entity));
}
