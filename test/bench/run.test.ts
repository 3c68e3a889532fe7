// Holds what surrounds the measuring: the options, the results that a run leaves, the machine, and what is read from a profile.
import { describe, expect, test } from "vitest";
import { type CpuProfile, groupOf, selfTimes } from "../../bench/report/cpu-profile.ts";
import { installedVersions, isSame, thisMachine } from "../../bench/report/machine.ts";
import { optionsOf } from "../../bench/report/options.ts";
import { profileBundle, profileWorker } from "../../bench/report/profile-runs.ts";
import { failedSection, type MeasuredSection, withSections } from "../../bench/report/results.ts";
import { goalsOf } from "../../bench/section.ts";
import { root } from "../../scripts/check/process.ts";
import { madeUp, nothing } from "../support/bench/results.ts";

describe("the options", () => {
  const sections = ["parse", "growth", "profiles"];

  test.each([
    [[], { quick: false, only: sections, write: true, check: false }],
    [["--quick"], { quick: true, only: ["parse", "growth"], write: false, check: false }],
    [["--check", "--quick"], { quick: true, only: ["parse", "growth"], write: false, check: true }],
    [["--quick", "--only", "profiles"], { quick: true, only: ["profiles"], write: false, check: false }],
    [["--only", "growth"], { quick: false, only: ["growth"], write: false, check: false }],
    [
      ["--only", "growth,parse", "--write"],
      { quick: false, only: ["growth", "parse"], write: true, check: false },
    ],
  ])("%j are taken", (args, expected) => {
    expect(optionsOf(args, sections)).toEqual(expected);
  });

  test.each([
    [["--fast"], "--fast is not an option"],
    [["quick"], "quick is not an option"],
    [["--only"], "parse, growth, profiles"],
    [["--only", "growth,speed"], "parse, growth, profiles"],
    [["--quick", "--write"], "too rough"],
    [["--check", "--only", "growth"], "--check is of parse"],
  ])("%j are refused", (args, message) => {
    expect(optionsOf(args, sections)).toContain(message);
  });
});

describe("results", () => {
  const order = ["parse", "growth", "columns", "profiles"];
  const again = (id: string): MeasuredSection => ({
    id,
    title: id,
    lead: "",
    tables: [],
    plots: [],
    notes: [],
    measured: "2027-01-01",
    seconds: 1,
  });

  test("of some sections come in the place of those, and others stay", () => {
    const now = { ...nothing, sections: [again("columns"), again("parse")] };
    const all = withSections(madeUp, now, order);
    expect(all.sections.map(({ id, measured }) => [id, measured])).toEqual([
      ["parse", "2027-01-01"],
      ["growth", "2026-11-20"],
      ["columns", "2027-01-01"],
      ["profiles", "2026-11-20"],
    ]);
    expect(all.versions).toEqual({});
  });

  test("that stay keep the versions that they were measured with, where these are others now", () => {
    const old = { ...madeUp, versions: { a: "1", b: "1" } };
    const [once, twice, back] = [
      { a: "2", b: "1" },
      { a: "3", b: "1" },
      { a: "1", b: "1" },
    ];
    const first = withSections(old, { ...nothing, versions: once, sections: [again("parse")] }, order);
    const second = withSections(first, { ...nothing, versions: twice, sections: [again("growth")] }, order);
    const third = withSections(second, { ...nothing, versions: back }, order);
    expect([first, second, third].map((all) => all.sections.map(({ versions }) => versions))).toEqual([
      [undefined, { a: "1" }, { a: "1" }, { a: "1" }],
      [{ a: "2" }, undefined, { a: "1" }, { a: "1" }],
      [{ a: "2" }, { a: "3" }, undefined, undefined],
    ]);
  });

  test("of a section that failed are its goals, none of them met, and no figure of before", () => {
    const failed = failedSection("parse", madeUp.sections[0], new Error("other rows\nand more"));
    expect([failed.id, failed.title, failed.plots]).toEqual(["parse", "Parsing", []]);
    expect(failed.lead).toBe("Could not be measured in this run: other rows.");
    const all = goalsOf(failed);
    expect(all.map(({ what, figure, goal, profile }) => [what, figure, goal, profile])).toEqual([
      ["`parse`, one term", null, 2.5, undefined],
      ["`parse`, long", null, 1.8, undefined],
    ]);
    expect(failedSection("new", undefined, "no reason")).toEqual({
      id: "new",
      title: "New",
      lead: "Could not be measured in this run: no reason.",
      tables: [],
      plots: [],
      notes: [],
    });
  });

  test("of the first run are all there are, and a section that is no more is dropped", () => {
    expect(withSections(undefined, madeUp, order)).toEqual(madeUp);
    const left = withSections(madeUp, nothing, ["growth"]);
    expect(left.sections.map(({ id }) => id)).toEqual(["growth"]);
  });
});

test("the machine and the versions are known", () => {
  const { cores, memory, node, system } = thisMachine();
  expect([cores, memory].filter((each) => !(each > 0))).toEqual([]);
  expect([node, system.split(" ").length]).toEqual([process.version, 2]);
  const machine = thisMachine();
  expect(isSame(machine, thisMachine())).toBe(true);
  expect(
    [
      { processor: "x" },
      { architecture: "x" },
      { cores: 0 },
      { memory: 0 },
      { system: "x" },
      { node: "v1" },
    ].some((part) => isSame(machine, { ...machine, ...part })),
  ).toBe(false);
  const versions = installedVersions();
  expect(Object.keys(versions)).toEqual(expect.arrayContaining(["chevrotain", "liqe", "sift", "mingo"]));
  expect(Object.values(versions).filter((version) => !/^\d+\.\d+\.\d+/u.test(version))).toEqual([]);
});

describe("a profile", () => {
  const frame = (functionName: string, url: string): CpuProfile["nodes"][number]["callFrame"] => ({
    functionName,
    url,
    lineNumber: 0,
    columnNumber: 0,
  });
  const profile: CpuProfile = {
    nodes: [
      { id: 1, callFrame: frame("(root)", ""), children: [2, 3, 6, 7] },
      { id: 2, callFrame: frame("warmUp", `file://${root}/bench/worker.ts`), children: [] },
      { id: 3, callFrame: frame("measure", `file://${root}/bench/worker.ts`), children: [4, 5, 8] },
      { id: 4, callFrame: frame("scan", `file://${root}/src/syntax/scan.ts`) },
      { id: 5, callFrame: frame("", `file://${root}/node_modules/@scope/name/lib/a.js`) },
      { id: 6, callFrame: frame("(garbage collector)", "") },
      { id: 7, callFrame: frame("cpuUsage", "") },
      { id: 8, callFrame: frame("RegExp: ^a|b$", "") },
    ],
    samples: [2, 3, 4, 6, 4, 7, 8, 5, 2],
    timeDeltas: [1000, 10, 20, 40, 80, 500, 7, 5, 1000],
  };

  test("gives the time of each function itself within one, and what is done for it meanwhile", () => {
    expect(selfTimes(profile, "measure")).toEqual([
      { name: "scan", file: "src/syntax/scan.ts", microseconds: 100 },
      { name: "(garbage collector)", file: "V8, garbage collector", microseconds: 40 },
      { name: "measure", file: "bench/worker.ts", microseconds: 10 },
      { name: "(regular expression)", file: "V8, built in", microseconds: 7 },
      { name: "(top level or anonymous)", file: "@scope/name", microseconds: 5 },
    ]);
  });

  test("gives all of it where no function is asked for, and nothing in place of one that never ran", () => {
    expect(selfTimes(profile)[0]).toEqual({ name: "warmUp", file: "bench/worker.ts", microseconds: 2000 });
    expect(() => selfTimes(profile, "other")).toThrow("other");
  });

  test("can find the source of what is bundled", () => {
    const found = selfTimes(profile, "measure", ({ functionName }) =>
      functionName === "scan" ? `file://${root}/src/text/spans.ts` : undefined,
    );
    expect(found[0]?.file).toBe("src/text/spans.ts");
  });

  test.each([
    ["src/syntax/scan.ts", "src/syntax"],
    ["src/backends/sql/mysql.ts", "src/backends/sql"],
    ["src/index.ts", "src/index.ts"],
    ["bench/worker.ts", "bench"],
    ["chevrotain", "chevrotain"],
  ])("puts %s to %s", (file, group) => {
    expect(groupOf(file)).toBe(group);
  });

  test("of a worker of the benchmark shows our own functions", async () => {
    const times = await profileWorker("report/profile-worker.ts", ["parse", "long", "200"], "measure");
    expect(times.map(({ file }) => groupOf(file))).toEqual(expect.arrayContaining(["src/syntax"]));
    expect(times.filter(({ microseconds }) => !(microseconds >= 0))).toEqual([]);
  });

  test("of a bundle has the bytes of its sources", async () => {
    const bytes = await profileBundle('export { print } from "./src/index.ts";');
    expect(bytes.map(({ file }) => file)).toContain("src/syntax/print.ts");
    expect(bytes.map((each) => each.bytes)).toEqual(
      bytes.map((each) => each.bytes).toSorted((a, b) => b - a),
    );
  });
});
