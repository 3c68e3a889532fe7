// Counts entities by the value of a property.
import { compareCodePoints } from "../backends/predicate/compare.ts";
import { readPath, splitPath } from "../backends/predicate/path.ts";
import { visible } from "../text/show.ts";

/** How many entities have a value; `null` where there is none. */
export interface Count {
  readonly value: unknown;
  readonly count: number;
}

/** Counts as entities come. */
export interface Tally {
  readonly add: (entity: object) => void;
  /** The most frequent first, then by the value's text. */
  readonly counts: () => readonly Count[];
}

/** An empty tally of the values at a path. */
export function createTally(path: string): Tally {
  const keys = splitPath(path);
  const counts = new Map<string, number>();
  return {
    add(entity) {
      const key = JSON.stringify(readPath(entity, keys) ?? null);
      counts.set(key, (counts.get(key) ?? 0) + 1);
    },
    counts: () =>
      [...counts]
        .toSorted(([a, countA], [b, countB]) => countB - countA || compareCodePoints(a, b))
        .map(([key, count]) => ({ value: valueOf(key), count })),
  };
}

function valueOf(key: string): unknown {
  return JSON.parse(key);
}

/** Counts as a table; a text stands there without quotes. */
export function renderCounts(counts: readonly Count[]): string {
  const width = Math.max(...counts.map(({ count }) => String(count).length));
  return counts.map(({ value, count }) => `${String(count).padStart(width)}  ${nameOf(value)}\n`).join("");
}

function nameOf(value: unknown): string {
  if (value === null) return "(none)";
  return visible(typeof value === "string" ? value : JSON.stringify(value));
}
