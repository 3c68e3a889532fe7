// Counts entities by the value of a property.
import { compareCodePoints } from "../../backends/predicate/compare.ts";
import { readPath } from "../../backends/predicate/read.ts";
import { splitPath } from "../../semantics/path.ts";
import { show, visible } from "../../text/show.ts";
import { Failure } from "../failure.ts";
import { visibleJson } from "./json-text.ts";

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

/** An empty tally of the values at a path. Adding fails for a value that JSON.stringify cannot write as it was read. */
export function createTally(path: string): Tally {
  const keys = splitPath(path);
  const counts = new Map<string, number>();
  return {
    add(entity) {
      const key = jsonOf(readPath(entity, keys) ?? null, path);
      counts.set(key, (counts.get(key) ?? 0) + 1);
    },
    counts: () =>
      [...counts]
        .toSorted(([a, countA], [b, countB]) => countB - countA || compareCodePoints(a, b))
        .map(([json, count]) => ({ value: valueOf(json), json, count })),
  };
}

function jsonOf(value: unknown, path: string): string {
  const refusal = (reason: string): Failure =>
    new Failure(`a value of ${show(path)} cannot be counted: ${reason}`);
  try {
    return JSON.stringify(value, (_key, member: unknown) => {
      // JSON's `1e999` is read as infinity, which would be written as null, like no value.
      if (typeof member === "number" && !Number.isFinite(member))
        throw refusal("it has a number that is too large");
      return member;
    });
  } catch (error) {
    if (error instanceof RangeError) throw refusal("it is nested too deeply");
    throw error;
  }
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
