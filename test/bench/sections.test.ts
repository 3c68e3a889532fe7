// Holds the sections of the benchmark: which rows are compared, which have goals, and what a peer that failed looks like.
import ts from "typescript";
import { describe, expect, test } from "vitest";
import { columnsSection, predicatesSection } from "../../bench/backends/report.ts";
import { goals } from "../../bench/goals.ts";
import { typingSection } from "../../bench/language-service/report.ts";
import { bundlesSection } from "../../bench/report/bundles.ts";
import { growthSection, memorySection } from "../../bench/report/growth.ts";
import { lossesOf } from "../../bench/report/losses.ts";
import { speedTable } from "../../bench/report/parse.ts";
import { measurements } from "../../bench/report/sections.ts";
import { startSection } from "../../bench/report/start.ts";
import { goalsOf, isGoal, isMet, type Section, type Table } from "../../bench/section.ts";
import { matchingSection, questionsSection } from "../../bench/slices/report.ts";
import { nodesOf, sourcesIn } from "../tidy/sources.ts";

test("each section has its own word, and profiles come last, as they show what the others missed", () => {
  const ids = measurements.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.at(-1)).toBe("profiles");
});

test("every goal is asked for somewhere", () => {
  const folders = ["report", "backends", "slices", "language-service"].map((folder) => `bench/${folder}`);
  const asked = folders
    .flatMap(sourcesIn)
    .flatMap(({ tree }) =>
      [...nodesOf(tree)].flatMap((node) =>
        ts.isPropertyAccessExpression(node) && node.expression.getText(tree) === "goals"
          ? [node.name.text]
          : [],
      ),
    );
  expect(Object.keys(goals).filter((name) => !asked.includes(name))).toEqual([]);
});

test("of speeds `parse` is compared, and a peer that failed has its reason in place of a figure", () => {
  const table = speedTable("typical", "", [
    { corpus: "typical", variant: "limit", isPeer: false, nanoseconds: 10, overLimit: 1, overParse: 0.5 },
    { corpus: "typical", variant: "parse", isPeer: false, nanoseconds: 20, overLimit: 2, overParse: 1 },
    { corpus: "typical", variant: "compile", isPeer: false, nanoseconds: 90, overLimit: 9, overParse: 4.5 },
    { corpus: "typical", variant: "liqe", isPeer: true, nanoseconds: 15, overLimit: 1.5, overParse: 0.75 },
    { corpus: "typical", variant: "lucene", isPeer: true, failure: "stack overflow" },
  ]);
  expect(rolesOf(table)).toEqual([
    "limit: reference",
    "parse: own",
    "compile: ours",
    "liqe: peer",
    "lucene: peer",
  ]);
  expect(table.rows.at(-1)?.cells).toEqual(["stack overflow", null, null, null, null]);
  expect(verdictsOf(sectionOf(table))).toEqual([
    `\`parse\`, 6 to 10 terms: 2 of ${String(goals.typicalRatio)}, met`,
    `\`compile\`, 6 to 10 terms: 9 of ${String(goals.compileRatio)}, met`,
  ]);
  expect(lossesOf(sectionOf(table)).map(({ peer }) => peer)).toEqual(["liqe"]);
});

test("of growth there is a figure for each size that was reached, and why it ended", () => {
  const section = growthSection(
    [
      {
        name: "parse",
        isPeer: false,
        times: [
          [1000, 100],
          [1_000_000, 200_000],
        ],
        exponent: 1.5,
      },
      { name: "limit", isPeer: false, times: [], exponent: 1.25 },
      {
        name: "liqe",
        isPeer: true,
        times: [[1000, 50_000]],
        stop: { terms: 1_000_000, why: "stack overflow" },
      },
    ],
    [1000, 1_000_000],
  );
  expect(section.tables[0]?.rows.map(({ cells }) => cells.filter((cell) => !isGoal(cell)))).toEqual([
    [100, 200, 1.5, ""],
    [null, null, 1.25, "", null],
    [50_000, null, null, "1M: stack overflow", null],
  ]);
  expect(verdictsOf(section)).toEqual([
    "`parse`, growth to a million terms over the limit's: 0.25 of 0.1, not met",
  ]);
});

test("of memory, peak and time for a million terms have a goal over those of the limit", () => {
  const of = (terms: number, name: "parse" | "limit" = "parse"): Parameters<typeof memorySection>[1] => ({
    name,
    isPeer: false,
    terms,
    allocated: 240,
    kept: 100,
    peak: name === "parse" ? 300 : 200,
    before: 50,
    seconds: name === "parse" ? 0.5 : 0.25,
  });
  expect(verdictsOf(memorySection([of(2000)], of(20_000), [of(1_000_000), of(1_000_000, "limit")]))).toEqual([
    "`parse`, peak at a million terms: 1.5 of 1.3, not met",
    "`parse`, a million terms, cold: 2 of 3, met",
  ]);
});

test("what is loaded in the same way is compared at the start", () => {
  const section = startSection({
    empty: 25,
    starts: [
      { name: "parse", isPeer: false, how: "as installed", milliseconds: 50, spread: 1 },
      { name: "parse", isPeer: false, how: "bundled", milliseconds: 10, spread: 1 },
      { name: "command line", isPeer: false, how: "bundled", milliseconds: 19, spread: 1 },
      { name: "liqe", isPeer: true, how: "as installed", milliseconds: 20, spread: 1 },
      { name: "liqe", isPeer: true, how: "bundled", milliseconds: 20, spread: 1 },
    ],
  });
  expect(section.tables[0]?.rows.map(({ group }) => group)).toEqual([
    "as installed",
    "as installed",
    "bundled",
    "bundled",
    "bundled",
  ]);
  expect(lossesOf(section).map(({ cases }) => cases.map(({ group }) => group))).toEqual([["as installed"]]);
  expect(verdictsOf(section)).toEqual([
    `\`slice-cql check\` over an empty process: 19 of ${String(goals.coldStartMilliseconds)}, met`,
  ]);
});

test("bundles of parsers are compared with that of `parse`, those of predicates with that of `compilePredicate`", () => {
  const section = bundlesSection([
    { name: "validate alone", group: "ours", what: "validate", minified: 90, gzip: 46 },
    { name: "parse alone", group: "ours", what: "parse", minified: 80, gzip: 38 },
    { name: "chevrotain alone", group: "ours", what: "", minified: 60, gzip: 29 },
    { name: ".", group: "entries", what: "everything", minified: 150, gzip: 55 },
    { name: "./sql", group: "entries", what: "everything", minified: 15, gzip: 5.9 },
    { name: "liqe", group: "parsers", what: "parse", minified: 20, gzip: 8 },
    { name: "compilePredicate", group: "predicates", what: "compilePredicate", minified: 5, gzip: 2.3 },
    { name: "sift", group: "predicates", what: "sift", minified: 10, gzip: 3 },
    { name: "mingo", group: "predicates", what: "Query", failure: "does not bundle" },
  ]);
  expect(section.tables.map(rolesOf)).toEqual([
    ["validate alone: ours", "parse alone: own", "chevrotain alone: reference", "liqe: peer"],
    ["compilePredicate: own", "sift: peer", "mingo: peer"],
    [".: ours", "./sql: ours"],
  ]);
  expect(verdictsOf(section)).toEqual([
    "bundle of `validate`, gzip: 46 of 32, not met",
    "bundle of `parse`, gzip: 38 of 23, not met",
    "bundle of `compilePredicate`, gzip: 2.3 of 2.5, met",
    "bundle of `./sql`, gzip: 5.9 of 6, met",
  ]);
  expect(lossesOf(section).map(({ peer }) => peer)).toEqual(["liqe"]);
});

describe("predicates", () => {
  const speed = { nanoseconds: 10, spread: 1, overHand: 1.4, overPredicate: 12, isPeer: false } as const;
  const speeds = [
    { ...speed, name: "by hand" },
    { ...speed, name: "predicate" },
    { ...speed, name: "after 60 others" },
    { ...speed, name: "ucast", isPeer: true },
    { ...speed, name: "sift", isPeer: true },
    { ...speed, name: "liqe", isPeer: true },
  ] as const;
  const left = [{ name: "filtrex", note: "there is no range" }] as const;

  test("have the goals of their kind of filter, and say what is left out", () => {
    const section = predicatesSection([
      { name: "type, range", entities: 1000, share: 0.2, speeds, left },
      { name: "nested", entities: 1000, share: 0.2, speeds, left: [] },
    ]);
    expect(verdictsOf(section).map((verdict) => verdict.replace(/, “.*entities: /u, ": "))).toEqual([
      "predicate: 1.4 of 1.25, not met",
      "after 60 others: 1.4 of 1.5, met",
      "ucast: 12 of 10, met",
      "sift: 12 of 30, not met",
      "predicate: 1.4 of 4.5, met",
      "after 60 others: 1.4 of 4.5, met",
      "ucast: 12 of 10, met",
      "sift: 12 of 30, not met",
    ]);
    expect(section.notes.at(-1)).toBe("filtrex is not in “type, range”: there is no range.");
    expect(section.plots.map(({ id, table }) => [id, table])).toEqual([
      ["predicates", 0],
      ["predicates-nested", 1],
    ]);
  });
});

test("of columns a database is compared in each question, and the goals are for a large table only", () => {
  const speed = { question: "range", share: 0.5, counting: 1000, selecting: 2000 } as const;
  const speeds = [
    { ...speed, kind: "columns" },
    { ...speed, kind: "DuckDB", counting: 5000, selecting: 7000 },
    { ...speed, kind: "DuckDB, enum", counting: 900, selecting: 20_000 },
  ] as const;
  expect(verdictsOf(columnsSection(speeds, 1_000_000))).toEqual([
    "columns, “range”: 1000 of 200, met",
    "DuckDB, “range”: 3.5 of 3, met",
    "DuckDB, enum, “range”: 0.9 of 3, not met",
  ]);
  const small = columnsSection(speeds, 100_000);
  expect(goalsOf(small)).toEqual([]);
  expect(lossesOf(small).map(({ peer, cases }) => [peer, cases])).toEqual([
    ["DuckDB, enum", [{ group: "range", own: 1, peer: 0.9 }]],
  ]);
});

test("of matching the goals are for ten thousand slices, rolling dates or not", () => {
  const speed = (name: "index" | "loop", rate: number) =>
    ({ name, rate, spread: 1, timesFasterThan: () => rate / 1000 }) as const;
  const speeds = [speed("index", 150_000), speed("loop", 1000)];
  const sized = [1000, 10_000].map((size) => ({ size, found: 3, speeds }));
  expect(
    verdictsOf(
      matchingSection([
        ["absolute", sized],
        ["rolling", sized],
      ]),
    ),
  ).toEqual([
    "index, 10 000 slices, absolute dates: 150000 of 200000, not met",
    "index, 10 000 slices, absolute dates: 150 of 300, not met",
    "index, 10 000 slices, rolling dates: 150000 of 200000, not met",
    "index, 10 000 slices, rolling dates: 150 of 300, not met",
  ]);
});

test("of questions `contains` has a goal, for filters that it has seen; of keystrokes all have", () => {
  const costs = new Map([
    ["read", 9000],
    ["first", 5000],
    ["later", 1900],
  ]);
  const pairs = ["contains, yes", "disjoint"].map((name) => ({ name, costs }));
  expect(verdictsOf(questionsSection(pairs, []))).toEqual([
    "`contains, yes`, filters seen before: 1.9 of 2, met",
  ]);
  const typed = typingSection([
    ["diagnostics, 200 names", [9, 2, 5.5, 2, 5]],
    ["completion, 200 names", [9, 2, 5.5, 2, 5]],
  ]);
  expect(verdictsOf(typed)).toEqual([
    "diagnostics, 200 names, 95 of 100 keystrokes: 5.5 of 5, not met",
    "completion, 200 names, 95 of 100 keystrokes: 5.5 of 10, met",
  ]);
});

function rolesOf({ rows }: Table): readonly string[] {
  return rows.map(({ name, role }) => `${name}: ${role}`);
}

function verdictsOf(section: Section): readonly string[] {
  return goalsOf(section).map((goal) => {
    const { what, figure, goal: wanted } = goal;
    return `${what}: ${String(figure)} of ${String(wanted)}, ${isMet(goal) ? "met" : "not met"}`;
  });
}

function sectionOf(table: Table): Section {
  return { id: "one", title: "One", lead: "", tables: [table], plots: [], notes: [] };
}
