// Checks that the pages on performance are generated from the committed results, and that a measurement can be launched.
import { expect, test } from "vitest";
import { goals } from "../../bench/goals.ts";
import { launchOnce } from "../../bench/harness.ts";
import { performanceFiles } from "../../bench/page.ts";
import { readResults } from "../../bench/results.ts";
import { sections } from "../../bench/sections.ts";
import { staleFiles } from "../../scripts/generate/files.ts";

test("the committed pages and plots are generated from the committed results", () => {
  expect(staleFiles(performanceFiles(readResults()))).toEqual([]);
});

test("the results have every section, and each goal belongs to one", () => {
  expect(Object.keys(readResults().sections).toSorted()).toEqual([...sections.keys()].toSorted());
  expect(goals.filter(({ section }) => !sections.has(section))).toEqual([]);
});

test.each([
  ["parse", ["limit", "short"], "ns"],
  ["growth", ["parse", "3000"], "ns"],
  ["predicates", ["predicate", "source"], "ns"],
  ["columns", ["columns", "2000"], "range: select"],
  ["matching", ["index", "rolling", "100"], "rate"],
  ["upkeep", ["make", "absolute", "100"], "cold"],
  ["algebra", ["contains, true"], "later"],
  ["typing", ["completion, 200 names"], "cpu95"],
])("a launch of %s %j returns figures", (work, args, figure) => {
  const answer = launchOnce(work, { args, flags: ["--expose-gc"] });
  if (typeof answer === "string") throw new Error(answer);
  expect(Object.values(answer).filter((each) => !Number.isFinite(each))).toEqual([]);
  expect(answer[figure]).toBeGreaterThan(0);
});
