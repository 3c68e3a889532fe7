// Holds that a goal that is missed leads to a profile of its own subject, not of another one.
import ts from "typescript";
import { describe, expect, test } from "vitest";
import { predicatesSection } from "../../bench/backends/report.ts";
import { memorySection } from "../../bench/report/growth.ts";
import { profiledGoals, workerOf } from "../../bench/report/profiles.ts";
import { readResults } from "../../bench/report/results.ts";
import { goalsOf, type Section } from "../../bench/section.ts";
import { matchingSection } from "../../bench/slices/report.ts";
import { nodesOf, sourcesIn } from "../tidy/sources.ts";

describe("what is profiled", () => {
  test("of a predicate is the predicate of the goal, in the state of the goal", () => {
    const speed = { nanoseconds: 10, spread: 1, overHand: 9, overPredicate: 1, isPeer: false } as const;
    const speeds = [
      { ...speed, name: "predicate" },
      { ...speed, name: "after 60 others" },
    ] as const;
    const section = predicatesSection([{ name: "source", entities: 1000, share: 0.2, speeds, left: [] }]);
    expect(idsOf(section).map((id) => workerOf(id).args.slice(0, 2))).toEqual([
      ["predicate", "source"],
      ["after 60 others", "source"],
    ]);
  });

  test("of an index is the one of the goal", () => {
    const speed = { rate: 1, spread: 1, timesFasterThan: () => 1 };
    const speeds = [
      { ...speed, name: "index" },
      { ...speed, name: "index, time goes on" },
    ] as const;
    const section = matchingSection([["rolling", [{ size: 10_000, found: 1, speeds }]]]);
    expect([...new Set(idsOf(section))].map((id) => workerOf(id).args.slice(0, 2))).toEqual([
      ["index", "rolling"],
      ["index, time goes on", "rolling"],
    ]);
  });

  test("of memory is the time of the cold run alone: a profile of the time says nothing of bytes", () => {
    const memory = { name: "parse", isPeer: false, terms: 1_000_000, peak: 999, seconds: 9 } as const;
    const section = memorySection([memory], { ...memory, terms: 20_000 }, [memory]);
    expect(goalsOf(section).map(({ what, profile }) => `${what}: ${profile ?? "none"}`)).toEqual([
      "`parse`, peak at a million terms: none",
      "`parse`, a million terms, cold: cold-million",
    ]);
    expect(workerOf("cold-million").args).toEqual(["cold", "parse", "1000000"]);
  });

  test.each(["typing", "completion", "contains"])("of %s is what is asked once it is warm", (id) => {
    expect([workerOf(id).file, workerOf(id).within]).toEqual(["report/warm-worker.ts", "markProfile"]);
  });

  test("of an unknown goal is nothing, not something else", () => {
    expect(() => workerOf("predicate of another form")).toThrow("predicate of another form");
  });

  test("is cut by a function that its worker has", () => {
    const workers = ["report", "backends", "slices", "language-service"].flatMap((folder) =>
      sourcesIn(`bench/${folder}`),
    );
    const ids = [...timeIds(), "cold-million"];
    const wrong = ids.filter((id) => {
      const { file, within } = workerOf(id);
      const source = workers.find(({ path }) => path === `bench/${file}`);
      if (source === undefined) return true;
      return ![...nodesOf(source.tree)].some((node) => namesFunction(node, within));
    });
    expect(ids.length).toBeGreaterThan(10);
    expect(wrong).toEqual([]);
  });
});

function idsOf(section: Section): readonly string[] {
  return goalsOf(section).flatMap(({ profile }) => profile ?? []);
}

/** Of all goals of the committed results, missed or not, those whose time is shown. */
function timeIds(): readonly string[] {
  const all = readResults()?.sections.flatMap(goalsOf) ?? [];
  return profiledGoals(all).filter((id) => id !== "cold-start" && !id.startsWith("bundle-"));
}

function namesFunction(node: ts.Node, name: string): boolean {
  if (ts.isFunctionDeclaration(node)) return node.name?.text === name;
  return (
    ts.isVariableDeclaration(node) &&
    ts.isIdentifier(node.name) &&
    node.name.text === name &&
    node.initializer !== undefined &&
    ts.isArrowFunction(node.initializer)
  );
}
