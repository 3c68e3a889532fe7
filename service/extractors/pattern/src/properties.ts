// Fills the properties that a shape names from what is known about a find.

import type { JsonValue } from "../../../src/values/json.ts";
import type { Dates } from "./dates.ts";
import { wordsOf } from "./types.ts";
import { groupsOf } from "./words.ts";

/** Facts by the words of properties; the first fact that is known is taken. */
const factsOf: ReadonlyMap<string, readonly string[]> = new Map(
  [...groupsOf("properties")].flatMap(([facts, words]) => words.map((word) => [word, facts.split(" ")])),
);

/** What a property is in words, for comparison: `due_date` is `duedate`. */
export function wordOf(property: string): string {
  return wordsOf(property).join("");
}

/** The facts that a property can be filled from. */
export function factsFor(property: string): readonly string[] {
  return factsOf.get(wordOf(property)) ?? [];
}

/** The value of a fact for a property of that type; undefined if it does not fit the type. */
export function valueFor(
  type: string,
  facts: ReadonlyMap<string, string>,
  property: string,
): JsonValue | undefined {
  const names = factsFor(property);
  const name = names.find((each) => facts.has(each));
  if (name === undefined) return undefined;
  const value = facts.get(name) ?? "";
  if (name === "date" && /time|instant/iu.test(type)) return facts.get("instant") ?? `${value}T00:00:00.000Z`;
  return converted(type, value);
}

/** The value of a line `key: value` for a property of that type. */
export function writtenValue(
  type: string,
  text: string,
  dates: Dates,
  from: string | undefined,
): JsonValue | undefined {
  const value = text.replace(/[.;,]$/u, "");
  if (!/date|day|time|instant/iu.test(type)) return converted(type, value);
  const day = dates.find(value, from)[0]?.day;
  return day === undefined || /date$|day/iu.test(type) ? day : `${day}T00:00:00.000Z`;
}

function converted(type: string, value: string): JsonValue | undefined {
  if (/^(?:number|integer|int|float|decimal)$/iu.test(type)) {
    const number = Number(value.replaceAll(/[,_ ]/gu, ""));
    return value === "" || !Number.isFinite(number) ? undefined : number;
  }
  if (/^bool/iu.test(type))
    return /^(?:yes|true|done)$/iu.test(value)
      ? true
      : /^(?:no|false|open)$/iu.test(value)
        ? false
        : undefined;
  return value;
}
