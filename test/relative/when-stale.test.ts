// Tests when the slice of a query changes: against its range at very many later times, and by the documented examples.

import { describe, expect, test } from "vitest";
import { whenStale } from "../../src/exports/algebra.ts";
import { resolveDate } from "../../src/index.ts";
import { givenSeed, randomFrom } from "../support/backends/random.ts";
import { patience, runs } from "../support/runs.ts";
import { DAY, LAST, midnightOf } from "./support/calendar.ts";
import { drawSpec, drawTime } from "./support/draw.ts";
import { catalog, rangeAt, textOf, treeOf } from "./support/spec.ts";
import { problemOfStale, type Stale } from "./support/stale.ts";

const at = (text: string): number => Date.parse(text);
const never = { kind: "never" } as const;
const noon = "2026-11-20T12:00:00.000Z";

describe("whenStale is right for the examples", () => {
  const rows: readonly (readonly [text: string, now: string, stale: Stale])[] = [
    ["", noon, never],
    ["type:Person shape:crm", noon, never],
    ["after:2020-01-01 before:2026-01-01", noon, never],
    ["after:today", noon, { kind: "at", instant: at("2026-11-21") }],
    ["after:today", "2026-11-20T00:00:00.000Z", { kind: "at", instant: at("2026-11-21") }],
    ["after:today", "2026-11-20T23:59:59.999Z", { kind: "at", instant: at("2026-11-21") }],
    ["before:yesterday type:Person", noon, { kind: "at", instant: at("2026-11-21") }],
    ["after:yesterday after:2026-11-20", noon, { kind: "at", instant: at("2026-11-21") }],
    ["after:yesterday after:2026-11-20", "2026-11-21T12:00:00.000Z", never],
    ["after:7d", noon, { kind: "rolling", start: "7d", mayStepBack: false }],
    ["after:now", noon, { kind: "rolling", start: "now", mayStepBack: false }],
    ["before:1mo", noon, { kind: "rolling", end: "1mo", mayStepBack: true }],
    ["before:last-year", noon, { kind: "rolling", end: "last-year", mayStepBack: true }],
    ["after:last-week", noon, { kind: "rolling", start: "last-week", mayStepBack: false }],
    ["after:1y before:7d", noon, { kind: "rolling", start: "1y", end: "7d", mayStepBack: true }],
    ["after:7d after:2020-01-01", noon, never],
    ["after:7d after:2026-11-18", noon, { kind: "rolling", start: "7d", mayStepBack: false }],
    ["before:7d before:2026-11-18", noon, { kind: "at", instant: at("2026-11-25") + 1 }],
    ["after:7d after:30d", noon, { kind: "rolling", start: "30d", mayStepBack: false }],
    ["after:30d after:1mo", noon, { kind: "rolling", start: "1mo", mayStepBack: true }],
    ["after:30d after:1mo", "2026-03-10T12:00:00.000Z", { kind: "rolling", start: "30d", mayStepBack: true }],
    ["after:30d after:1mo", "2026-05-30T12:00:00.000Z", { kind: "rolling", start: "30d", mayStepBack: true }],
    ["after:today before:yesterday", noon, never],
    ["after:now before:now", noon, never],
    ["after:today before:12h", "2026-11-20T06:00:00.000Z", { kind: "at", instant: at(noon) + 1 }],
    ["after:1mo before:30d", "2026-03-10T12:00:00.000Z", { kind: "at", instant: at("2026-03-31") }],
    ["after:7d shape:nowhere", noon, never],
    ["type:", noon, never],
    ["after:7d before:2026-02-29", noon, never],
    ["after:9999y", noon, never],
  ];

  test.each(rows)("%s at %s", (text, now, stale) => {
    expect(whenStale(text, at(now), { catalog })).toMatchObject(stale);
    expect(whenStale(text, new Date(now), { catalog })).toEqual(whenStale(text, at(now), { catalog }));
  });

  test("without a catalog, where each name stands for itself", () => {
    expect(whenStale("after:7d shape:nowhere", at(noon))).toMatchObject({ kind: "rolling", start: "7d" });
  });
});

describe(`random queries at random times, seed ${givenSeed()}`, () => {
  const random = randomFrom(givenSeed() + 42);
  const cases = Array.from({ length: runs(1250).numRuns ?? 1 }, () => {
    const spec = drawSpec(random);
    return { spec, now: drawTime(random, spec) };
  });
  const tally = new Map<string, number>();

  test("the range is unchanged before the returned time, and another one from then on", {
    timeout: patience,
  }, () => {
    for (const { spec, now } of cases) {
      const stale = whenStale(random.chance(0.5) ? textOf(spec) : treeOf(spec), now, { catalog });
      tally.set(stale.kind, (tally.get(stale.kind) ?? 0) + 1);
      const problem = problemOfStale(spec, now, stale, random);
      expect(problem, JSON.stringify({ spec, now, stale, range: rangeAt(spec, now) })).toBeUndefined();
    }
  });

  test("each kind of answer occurs often", () => {
    for (const kind of ["never", "at", "rolling"])
      expect([kind, (tally.get(kind) ?? 0) > cases.length / 50]).toEqual([kind, true]);
  });
});

describe("a start that may step back", () => {
  const start = (expression: string, now: number): number => {
    const result = resolveDate(expression, now);
    return result.ok ? result.instant : Number.NaN;
  };

  /** How often a start is earlier at a midnight than a millisecond before, in four years. */
  const stepsBack = (expression: string): number =>
    Array.from({ length: 1461 }, (_, day) => at("2025-01-01") + day * DAY).filter(
      (midnight) => start(expression, midnight) < start(expression, midnight - 1),
    ).length;

  test.each(["1mo", "3mo", "1y", "last-month"])(
    "is that of %s, which steps back and is reported so",
    (expression) => {
      expect(stepsBack(expression)).toBeGreaterThan(0);
      expect(whenStale(`after:${expression}`, at(noon))).toMatchObject({ mayStepBack: true });
    },
  );

  test.each(["24h", "1d", "30d", "4w", "now", "last-week"])(
    "is not that of %s, which never steps back",
    (expression) => {
      expect(stepsBack(expression)).toBe(0);
      expect(whenStale(`after:${expression}`, at(noon))).toMatchObject({ mayStepBack: false });
    },
  );

  test.each(["1mo", "2mo", "6mo", "1y", "13mo", "25mo"])(
    "steps back by less than a day over any time: %s",
    (expression) => {
      let [latest, deepest] = [Number.NEGATIVE_INFINITY, 0];
      for (let day = 0; day < 2922; day++) {
        const midnight = at("2023-01-01") + day * DAY;
        deepest = Math.max(deepest, latest - start(expression, midnight));
        latest = Math.max(latest, start(expression, midnight), start(expression, midnight + DAY - 1));
      }
      expect(deepest).toBe(DAY - 1);
    },
  );

  test("can return to a day, so that an entity enters the slice a second time", () => {
    const noonOfFebruary = at("2026-02-28T12:00:00.000Z");
    expect(start("1mo", at("2026-03-28T23:59:59.999Z"))).toBeGreaterThan(noonOfFebruary);
    expect(start("1mo", at("2026-03-29"))).toBeLessThan(noonOfFebruary);
  });
});

test("the range does not change at any midnight of three years before the returned time", () => {
  const random = randomFrom(givenSeed() + 43);
  for (let count = 0; count < 150; count++) {
    const spec = drawSpec(random);
    const now = drawTime(random, spec);
    const stale = whenStale(textOf(spec), now, { catalog });
    if (rangeAt(spec, now) === "refused" || stale.kind === "rolling") continue;
    const last = stale.kind === "at" ? stale.instant - 1 : LAST;
    const midnights = Array.from({ length: 1096 }, (_, day) => midnightOf(now) + (day + 1) * DAY);
    const times = midnights.flatMap((midnight) => [midnight - 1, midnight, midnight + 1]);
    const range = rangeAt(spec, now);
    const other = times.find((time) => time <= last && rangeAt(spec, time) !== range);
    expect([textOf(spec), now, stale, other]).toEqual([textOf(spec), now, stale, undefined]);
  }
});

test("an invalid time is refused as an argument", () => {
  expect(() => whenStale("after:7d", Number.NaN)).toThrow(TypeError);
});
