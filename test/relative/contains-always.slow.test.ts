// Tests whether one query always contains another: by brute force over all days of the calendar, and by the documented examples.

import { describe, expect, test } from "vitest";
import { containsAlways } from "../../src/exports/algebra.ts";
import { compile, parse, term } from "../../src/index.ts";
import { givenSeed, randomFrom } from "../support/backends/random.ts";
import { patience, runs } from "../support/runs.ts";
import { drawPair, drawTime } from "./support/draw.ts";
import { problemOfAlways, search, type Verdict, verdictOf } from "./support/oracle.ts";
import { rows } from "./support/rows.ts";
import { catalog, rangeAt, type Spec, textOf, treeOf } from "./support/spec.ts";
import { criticalTimes, daysOf } from "./support/times.ts";

const cycle = daysOf(2000, 2400, [0, 1, 45_296_789, 86_399_999]);

describe("the answer is right on every day of 400 years, at four times of day", () => {
  test.each(Object.keys(rows))("%s", (name) => {
    for (const [a, b, contains, isContained] of rows[name] ?? []) {
      const pair = `${textOf(a)} | ${textOf(b)}`;
      const expected = [pair, contains, isContained];
      const critical = criticalTimes(a, b);
      const searched = (outer: Spec, inner: Spec): Verdict =>
        verdictOf(search(outer, inner, critical, cycle));
      expect([pair, searched(a, b), searched(b, a)]).toEqual(expected);
      const said = [
        containsAlways(textOf(a), textOf(b), { catalog }),
        containsAlways(treeOf(b), textOf(a), { catalog }),
      ];
      expect([pair, ...said]).toEqual(expected);
    }
  });
});

describe(`random pairs, seed ${givenSeed()}`, () => {
  const random = randomFrom(givenSeed() + 41);
  const pairs = Array.from({ length: runs(125).numRuns ?? 1 }, () => drawPair(random));
  const tally = new Map<Verdict, number>();

  test("the answer `always` has no counterexample, `never` no example, and `now` has both", {
    timeout: patience,
  }, () => {
    for (const [a, b] of pairs) {
      const said = containsAlways(textOf(a), textOf(b), { catalog });
      tally.set(said, (tally.get(said) ?? 0) + 1);
      const problem = problemOfAlways(a, b, said);
      if (problem !== undefined) expect.fail(problem);
    }
  });

  test("each answer occurs often", () => {
    const least = pairs.length / 10;
    for (const verdict of ["always", "now", "never"] as const)
      expect(tally.get(verdict)).toBeGreaterThan(least);
  });

  test("the oracle agrees with compile", () => {
    for (const spec of pairs.slice(0, 1500).flat()) {
      const now = drawTime(random, spec);
      const result = compile(textOf(spec), { catalog, now });
      expect(result.ok).toBe(rangeAt(spec, now) !== "refused");
      if (!result.ok) continue;
      const { propertyFilters, dateRange } = result.filter_definition;
      const { start = "0001-01-01", end = "+010000-01-01T00:00:00.000Z" } = dateRange ?? {};
      const [from, to] = [Date.parse(start), Date.parse(end)];
      const isNothing = propertyFilters.some(({ value }) => Array.isArray(value) && value.length === 0);
      const range = dateRange === undefined ? "any" : `${from} to ${to}`;
      expect(from >= to || isNothing ? "empty" : range).toBe(rangeAt(spec, now));
    }
  });
});

describe("the answer for unusual queries is right", () => {
  test("if one is refused, which contains none and is inside none", () => {
    expect(containsAlways("type:", "type:A")).toBe("never");
    expect(containsAlways("type:A", "type:")).toBe("never");
    expect(containsAlways("after:2026-02-29", "after:2026-02-29")).toBe("never");
    expect(containsAlways("type:A", "after:99999y")).toBe("never");
    expect(containsAlways(parse("type:A").query, { ...parse("x").query, terms: [term("type", "")] })).toBe(
      "never",
    );
  });

  test("at the bounds of the calendar, where only times count at which both compile", () => {
    // So many years ago is in the calendar in the year 9999 alone. Neither that nor year 1 has a 29 February.
    expect(containsAlways("after:9998y", "after:3651694d")).toBe("always");
    expect(containsAlways("after:3651694d", "after:9998y")).toBe("always");
    expect(containsAlways("after:9998y", "after:3651695d")).toBe("never");
  });

  test("without a catalog, where each name stands for itself", () => {
    expect(containsAlways("shape:crm shape:sales", "shape:crm")).toBe("always");
    expect(containsAlways("shape:crm", "shape:sales")).toBe("never");
    expect(containsAlways("shape:crm", "shape:sales", { catalog })).toBe("always");
    expect(containsAlways("shape:crm", "shape:nowhere")).toBe("never");
    expect(containsAlways("shape:crm", "shape:nowhere", { catalog })).toBe("always");
  });

  test("with terms that do not affect membership", () => {
    expect(containsAlways("type:A report sort:name", "edge:x type:A")).toBe("always");
  });

  test("with fields that let two kinds use one property", () => {
    const fields = { shape: "kind", source: "kind" };
    expect(containsAlways("shape:a", "source:a")).toBe("never");
    expect(containsAlways("shape:a", "source:a", { fields })).toBe("always");
    expect(containsAlways("shape:b", "source:a shape:c", { fields })).toBe("always");
  });
});
