// Counts entities by the value of a property.
import { compareCodePoints } from "../../backends/predicate/compare.ts";
import { readPath } from "../../backends/predicate/read.ts";
import { splitPath } from "../../semantics/path.ts";
import { visible } from "../../text/show.ts";
import { jsonText, visibleJson } from "./json-text.ts";

/** How many entities have a value; `null` for no value. */
export interface Count {
  readonly value: unknown;
  /** The value as JSON. */
  readonly json: string;
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
      const key = jsonText(readPath(entity, keys) ?? null);
      counts.set(key, (counts.get(key) ?? 0) + 1);
    },
    counts: () =>
      [...counts]
        .toSorted(([a, countA], [b, countB]) => countB - countA || compareCodePoints(a, b))
        .map(([json, count]) => ({ value: valueOf(json), json, count })),
  };
}

function valueOf(json: string): unknown {
  return JSON.parse(json);
}

/** Counts as a table. Texts are verbatim unless they are ambiguous: then they are JSON. */
export function renderCounts(counts: readonly Count[]): string {
  // The first one is the greatest.
  const width = String(counts[0]?.count ?? 0).length;
  return counts.map((each) => `${String(each.count).padStart(width)}  ${nameOf(each)}\n`).join("");
}

/** Counts as JSON that can be shown on a terminal: `[{"value": VALUE, "count": NUMBER}, …]`. */
export function jsonOfCounts(counts: readonly Count[]): string {
  return `[${counts.map(({ json, count }) => `{"value":${visibleJson(json)},"count":${String(count)}}`).join(",")}]`;
}

const none = "(none)";

function nameOf({ value, json }: Count): string {
  if (value === null) return none;
  return typeof value === "string" && !isMistakable(value) ? visible(value) : visibleJson(json);
}

/** Whether a text looks like another value, like the name of a character, or like less than it is. */
function isMistakable(text: string): boolean {
  return (
    text === none || text === "" || text !== text.trim() || /<U\+[\dA-F]{4,6}>/u.test(text) || isJson(text)
  );
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
