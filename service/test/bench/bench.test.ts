// Checks the page of the benchmark, for the committed results and for any others.

import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { pageOf, sections } from "../../bench/page.ts";
import { merged, readResults } from "../../bench/results.ts";

const committed = readFileSync(new URL("../../docs/performance.md", import.meta.url), "utf8");

test("the committed page is the one generated from the committed results", () => {
  expect(committed).toBe(pageOf(readResults()));
});

test("the committed results have every section, measured at the size that the goals refer to", () => {
  const results = Object.entries(readResults().sections);
  expect(results.map(([id]) => id).toSorted()).toEqual(sections.map(({ id }) => id).toSorted());
  for (const [, { entities }] of results) expect(entities).toBe(1_000_000);
});

test("the page distinguishes met and missed goals, whichever direction is better", () => {
  const goal = { goal: 2, unit: "×" };
  const goals = [
    { ...goal, what: "little enough", bound: "most", figure: 2 },
    { ...goal, what: "too much", bound: "most", figure: 2.01 },
    { ...goal, what: "much enough", bound: "least", figure: 2 },
    { ...goal, what: "too little", bound: "least", figure: 1.99 },
  ] as const;
  const [{ id, title } = { id: "", title: "" }] = sections;
  const section = { date: "2026-11-23", seconds: 1, entities: 1, goals, rows: [{ "a, ms": 1.5, b: 2 }] };
  const page = pageOf({ machine: "a machine", sections: { [id]: section } });
  const anchor = `#${title.toLowerCase().replaceAll(" ", "-")}`;
  expect(page.split("\n").filter((line) => line.startsWith("| "))).toEqual([
    "| what | goal | measured | met |",
    "| --- | --- | --- | --- |",
    `| [little enough](${anchor}) | ≤ 2 × | 2 × | yes |`,
    `| [too much](${anchor}) | ≤ 2 × | 2.01 × | **no** |`,
    `| [much enough](${anchor}) | ≥ 2 × | 2 × | yes |`,
    `| [too little](${anchor}) | ≥ 2 × | 1.99 × | **no** |`,
    "| a, ms | b |",
    "| --- | --- |",
    "| 1.5 | 2 |",
  ]);
});

test("what a run does not measure stays, and says which machine it is of, if that is another one", () => {
  const section = { date: "2026-11-23", seconds: 1, entities: 1, goals: [], rows: [{ a: 1 }] };
  const before = { machine: "a machine", sections: { slices: section, cpu: section } };
  const later = { machine: "another one", sections: { cpu: { ...section, seconds: 2 } } };
  const both = merged(before, later);
  expect(both.sections).toEqual({
    slices: { ...section, machine: "a machine" },
    cpu: { ...section, seconds: 2 },
  });
  expect(pageOf(both)).toContain("in 1 s, on another machine: a machine.");
  expect(merged(both, { machine: "a machine", sections: {} }).sections["slices"]).toEqual(section);
  expect(merged(before, { ...before, sections: {} })).toEqual(before);
});
