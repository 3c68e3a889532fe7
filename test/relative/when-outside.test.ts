// Tests from when on one query contains another no more: against times gone through one by one, and by the documented examples.

import { describe, expect, test } from "vitest";
import { containsAlways, whenOutside } from "../../src/exports/algebra.ts";
import { givenSeed, randomFrom } from "../support/backends/random.ts";
import { runs } from "../support/runs.ts";
import { drawPair, drawTime } from "./support/draw.ts";
import { search } from "./support/oracle.ts";
import { catalog, textOf } from "./support/spec.ts";
import { criticalTimes } from "./support/times.ts";

const day = Date.parse("2026-11-27T12:00:00Z");

test.each([
  ["after:2020-01-01", "after:7d", null],
  ["after:1y", "after:2026-01-01", Date.parse("2027-01-01T00:00:00.001Z")],
  ["after:7d", "after:8d", day],
  ["type:A", "type:A after:7d", null],
  ["type:A after:7d", "type:A", day],
  ["type:A", "type:B", day],
  ["type:A", "type:", day],
])("%s and %s", (a, b, expected) => {
  expect(whenOutside(a, b, day)).toBe(expected);
  expect(whenOutside(a, b, new Date(day))).toBe(expected);
});

test("a time at which a date leaves the calendar is one at which nothing is contained", () => {
  expect(whenOutside("after:9998y", "after:9998y", day)).toBe(day);
});

test("a time that is none is refused", () => {
  expect(() => whenOutside("type:A", "type:A", Number.NaN)).toThrow(TypeError);
});

describe(`random pairs, seed ${givenSeed()}`, () => {
  const random = randomFrom(givenSeed() + 43);

  test("what it says is so at that time, and `null` has no counterexample", () => {
    const tally = { always: 0, later: 0, now: 0 };
    for (let run = 0; run < (runs(80).numRuns ?? 1); run++) {
      const [a, b] = drawPair(random);
      const now = drawTime(random, a);
      const said = whenOutside(textOf(a), textOf(b), now, { catalog });
      const about = `${textOf(a)} | ${textOf(b)} from ${new Date(now).toISOString()}: ${String(said)}`;
      tally[said === null ? "always" : said === now ? "now" : "later"]++;
      if (containsAlways(textOf(a), textOf(b), { catalog }) === "always" && said !== now)
        expect(said, about).toBe(null);
      const later = criticalTimes(a, b).filter((time) => time >= now);
      const { counterexample } = search(a, b, Float64Array.of(now), later);
      if (said === null) expect(counterexample, about).toBe(undefined);
      else expect(search(a, b, Float64Array.of(said)).example, about).toBe(undefined);
    }
    for (const times of Object.values(tally)) expect(times).toBeGreaterThan(0);
  });
});
