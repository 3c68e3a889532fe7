// Holds the benchmark of the language service honest: the texts are as long as it says, and each question has an answer.
import { describe, expect, test } from "vitest";
import { keystrokeNames, keystrokesOf, longQuery, shapeNames } from "../../bench/keystrokes.ts";
import { now } from "../../bench/now.ts";
import { createCatalog, validate } from "../../src/index.ts";

describe("the query that is typed in", () => {
  const names = shapeNames(200);
  const text = longQuery(names);

  test("is of 10 000 characters, the same every time", () => {
    expect(text.length).toBeGreaterThan(10_000);
    expect(text.length).toBeLessThan(10_200);
    expect(longQuery([...names])).toBe(text);
  });

  test("has no errors, and names that are misspelt", () => {
    const shapes = names.map((name) => ({ id: name, name }));
    const catalog = createCatalog({ shapes, sources: [{ id: "s", name: "gmail" }] });
    const codes = validate(text, { catalog, now }).map(({ severity, code }) => `${severity} ${code}`);
    expect(codes.filter((code) => code.startsWith("error"))).toEqual([]);
    expect(codes.filter((code) => code === "warning unresolved-shape").length).toBeGreaterThan(10);
  });
});

test("names are different", () => {
  expect(new Set(shapeNames(5000)).size).toBe(5000);
});

test.each(keystrokeNames.filter((name) => name.endsWith(", 200 names")))(
  "%s: questions have answers",
  async (name) => {
    const found: number[] = [];
    for (const ask of keystrokesOf(name, 30)) found.push(await ask());
    expect(found.filter((count) => count > 0).length).toBeGreaterThan(10);
  },
);
