// Tests that every text that is not JSON gets a position inside it and a reason.

import { check, constantFrom, integer, json, pre, property, tuple } from "fast-check";
import { expect, test } from "vitest";
import { jsonProblem } from "../../src/cli/input/json-problem.ts";

const damaged = tuple(
  json(),
  integer({ min: 0, max: 1_000 }),
  constantFrom("", ",", "}", "]", '"', ":", "\\", "\n", "0", "-", "e", "x", "[", "{", "\f", "\u00a0", "/*"),
).map(([text, seed, piece]) => {
  const at = seed % (text.length + 1);
  return text.slice(0, at) + piece + text.slice(piece === "" ? at + 1 : at);
});

test("the position is inside the text, and the reason is known", () => {
  const result = check(
    property(damaged, (text) => {
      pre(!isJson(text));
      const { offset, message } = jsonProblem(text);
      expect(offset).toBeGreaterThanOrEqual(0);
      expect(offset).toBeLessThanOrEqual(text.length);
      expect(message).not.toBe("it cannot be read");
    }),
    { numRuns: 1_000 },
  );
  expect(result.failed, JSON.stringify(result.counterexample)).toBe(false);
});

test("a text that is nested too deeply gets a reason as well", () => {
  expect(jsonProblem("[".repeat(500_000)).message).toBe("it is nested too deeply to find the mistake");
  expect(jsonProblem(`[1 2 ${"[".repeat(500_000)}`).offset).toBe(3);
});

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
