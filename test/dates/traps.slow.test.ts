// Shows why dates are counted on `UTCDateMini`: the ways that look right are wrong, on rows of the oracle.

import { expect, test } from "vitest";
import { resolveDate } from "../../src/index.ts";
import { runInZone, type ZoneEvidence, zones } from "./in-zone.ts";
import { dateCases } from "./oracle-rows.ts";

interface Traps extends ZoneEvidence {
  readonly rows: number;
  /** Rows that date-fns gets wrong on a `Date`, as it counts in the zone of the process. */
  readonly plain: readonly string[];
  /** Rows that date-fns-tz gets wrong by `toZonedTime`, `sub`, `fromZonedTime`, as the shifted time may not exist there. */
  readonly zoned: readonly string[];
}

const found = new Map<string, Traps>();

test("both other ways of counting dates are right where the process is in UTC, as on most servers", () => {
  const { rows, plain, zoned } = trapsIn("UTC");
  expect(rows).toBeGreaterThan(1900);
  expect([plain, zoned]).toEqual([[], []]);
});

test.each(zones.slice(1))("both other ways of counting dates are wrong in $zone", ({ zone, offsets }) => {
  const traps = trapsIn(zone);
  expect(traps.offsets).toEqual(offsets);
  expect(traps.plain.length).toBeGreaterThan(traps.rows / 10);
  expect(traps.zoned.length).toBeGreaterThan(traps.rows / 100);
});

test("both other ways are wrong in New York on the nights when clocks change", () => {
  const { plain, zoned } = trapsIn("America/New_York");
  expect(plain).toContain("3mo at 2023-01-28T04:35:57.576Z");
  expect(zoned).toContain("0y at 2026-03-08T02:30:00.000Z");
});

test("Date.parse accepts days that do not exist, and moves them", () => {
  const days = dateCases.filter(({ error }) => error === "date-nonexistent").map(({ expr }) => expr);
  const taken = days.filter((day) => !Number.isNaN(Date.parse(day)));
  expect(taken).toContain("2026-02-29");
  expect(new Date("2026-02-29").toISOString()).toBe("2026-03-01T00:00:00.000Z");
  expect(taken.filter((day) => resolveDate(day, 0).ok)).toEqual([]);
});

function trapsIn(zone: string): Traps {
  const known = found.get(zone);
  if (known !== undefined) return known;
  const traps: Traps = JSON.parse(runInZone("./traps.child.ts", zone));
  found.set(zone, traps);
  return traps;
}
