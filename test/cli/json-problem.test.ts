// Holds that the place where a text stops being JSON is the right one, for any text.

import { check, constantFrom, integer, json, pre, property, tuple } from "fast-check";
import { expect, test } from "vitest";
import { jsonProblem } from "../../src/cli/input/json-problem.ts";

const damaged = tuple(
  json(),
  integer({ min: 0, max: 1_000 }),
  constantFrom("", ",", "}", "]", '"', ":", "\\", "\n", "0", "-", "e", "x", "[", "{"),
).map(([text, seed, piece]) => {
  const at = seed % (text.length + 1);
  return text.slice(0, at) + piece + text.slice(piece === "" ? at + 1 : at);
});

test("the position is inside the text, and the text before it is valid", () => {
  const result = check(
    property(damaged, (text) => {
      pre(!isJson(text));
      const { offset, message } = jsonProblem(text);
      expect(offset).toBeGreaterThanOrEqual(0);
      expect(offset).toBeLessThanOrEqual(text.length);
      expect(message).not.toBe("");
      const before = text.slice(0, offset);
      // Whatever comes later is not looked at, so the part before has its first problem at its own end, or none.
      if (!isJson(before)) expect(placeOf(before)).toBe(offset);
    }),
    { numRuns: 3_000 },
  );
  expect(result.failed, JSON.stringify(result.counterexample)).toBe(false);
});

test("no nesting is too deep, no text too long", () => {
  expect(jsonProblem("[".repeat(500_000)).offset).toBe(500_000);
  expect(jsonProblem(`["${"\\n".repeat(4_000_000)}`).message).toBe("the string is never closed");
});

/** An open string is reported where it starts; everything else that is cut, where it ends. */
function placeOf(text: string): number {
  const { offset, message } = jsonProblem(text);
  return message.startsWith("the string") ? text.length : offset;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
