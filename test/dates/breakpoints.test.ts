// Tests the breakpoints of dates that move: the fewest that are needed for small examples.

import { describe, expect, test } from "vitest";
import { breakpointsFrom } from "../../src/dates/breakpoints.ts";
import { type Point, pointOf } from "../../src/dates/instant.ts";

const hour = 3_600_000;
const day = 24 * hour;
const noon = Date.parse("2026-03-10T12:00:00Z");
const tomorrow = Date.parse("2026-03-11T00:00:00Z");

function pointsOf(...dates: readonly string[]): readonly Point[] {
  return dates.flatMap((date) => pointOf(date) ?? []);
}

/** The days of some moments, each once. */
function daysOf(moments: readonly number[]): readonly string[] {
  return [...new Set(moments.map((moment) => new Date(moment).toISOString().slice(0, 10)))];
}

describe("the breakpoints are the evaluation time, and two midnights with the millisecond after each", () => {
  test("without dates, at noon", () => {
    expect(breakpointsFrom([], noon)).toEqual([noon, tomorrow, tomorrow + 1]);
  });

  test("from a midnight on, which counts as one of the two", () => {
    const next = tomorrow + day;
    expect(breakpointsFrom([], tomorrow)).toEqual([tomorrow, tomorrow + 1, next, next + 1]);
  });

  test.each(["2026-03-20", "1900-01-01"])("also with %s, which does not move", (date) => {
    expect(breakpointsFrom(pointsOf(date), noon)).toEqual([noon, tomorrow, tomorrow + 1]);
  });

  test("also with months and days back, where lengths of months do not count", () => {
    expect(breakpointsFrom(pointsOf("1mo", "yesterday"), noon, false)).toEqual([
      noon,
      tomorrow,
      tomorrow + 1,
    ]);
  });

  test("but only the last instant of the calendar at that instant", () => {
    const last = Date.parse("9999-12-31T23:59:59.999Z");
    expect(breakpointsFrom([], last)).toEqual([last]);
  });
});

test("hours back add a breakpoint when it was midnight that many hours ago, without whole days", () => {
  const at = tomorrow + hour;
  expect(breakpointsFrom(pointsOf("25h"), noon)).toEqual([noon, tomorrow, tomorrow + 1, at, at + 1]);
  const inTime = noon + hour;
  expect(breakpointsFrom(pointsOf("13h"), noon).slice(0, 3)).toEqual([noon, inTime, inTime + 1]);
});

test("breakpoints are ascending for any order of the dates", () => {
  const found = breakpointsFrom(pointsOf("13h", "25h", "2h"), noon);
  expect(found).toEqual(found.toSorted((a, b) => a - b));
});

describe("breakpoints are added where a rolling date passes a fixed one", () => {
  test.each([
    { dates: ["yesterday", "2026-06-01"], days: ["2026-06-01", "2026-06-06"] },
    { dates: ["7d", "2026-06-01"], days: ["2026-06-07", "2026-06-12"] },
    { dates: ["1mo", "2026-06-01"], days: ["2026-06-30", "2026-07-05"] },
  ])("for $dates, from the day before to four days after", ({ dates, days }) => {
    const found = daysOf(breakpointsFrom(pointsOf(...dates), noon, false));
    const [from = "", to = ""] = days;
    const expected = Array.from({ length: 6 }, (_, index) =>
      new Date(Date.parse(from) + index * day).toISOString().slice(0, 10),
    );
    expect(expected.at(-1)).toBe(to);
    expect(found).toEqual(["2026-03-10", "2026-03-11", ...expected]);
  });

  test("but not before the evaluation time or after the calendar", () => {
    const found = breakpointsFrom(pointsOf("7d", "2026-03-01", "9999-12-31"), noon, false);
    expect(daysOf(found)).toEqual(["2026-03-10", "2026-03-11", "2026-03-12"]);
  });

  test("also for the beginning of the calendar, which is fixed", () => {
    const first = Date.parse("0001-01-01T00:00:00Z");
    expect(daysOf(breakpointsFrom(pointsOf("7d"), first)).map((each) => each.slice(-2))).toEqual([
      "01",
      "02",
      "07",
      "08",
      "09",
      "10",
      "11",
      "12",
    ]);
  });
});

describe("breakpoints are added where the lengths of months count", () => {
  const found = breakpointsFrom(pointsOf("1mo"), noon);
  const days = daysOf(found);

  test("on the first day of each month, and on the 29th to the 31st or the days after a shorter month", () => {
    expect(days.slice(0, 12)).toEqual([
      "2026-03-10",
      "2026-03-11",
      "2026-03-29",
      "2026-03-30",
      "2026-03-31",
      "2026-04-01",
      "2026-04-29",
      "2026-04-30",
      "2026-05-01",
      "2026-05-29",
      "2026-05-30",
      "2026-05-31",
    ]);
    expect(days).toContain("2028-02-29");
    expect(days).toContain("2027-03-01");
  });

  test("for 400 years, after which the calendar repeats", () => {
    expect(days.at(-1)).toBe("2426-03-31");
  });

  test("for another 400 years after the last passing, for any order of the dates", () => {
    const later = daysOf(breakpointsFrom(pointsOf("1mo", "2800-01-01", "2030-01-01"), noon));
    expect(later).toContain("2801-05-31");
    expect(later.at(-1)).toBe("3200-03-02");
  });

  test("up to the end of the calendar", () => {
    expect(daysOf(breakpointsFrom(pointsOf("1mo"), Date.parse("9999-11-30T00:00:00Z")))).toEqual([
      "9999-11-30",
      "9999-12-01",
      "9999-12-29",
      "9999-12-30",
      "9999-12-31",
    ]);
  });

  test("only at midnight, unless whole days count as well", () => {
    const alone = breakpointsFrom(pointsOf("1mo", "5h"), noon).filter((moment) => moment > tomorrow + day);
    expect(alone.filter((moment) => moment % day !== 0)).toEqual([]);
    const late = breakpointsFrom(pointsOf("1mo", "5h", "yesterday"), noon);
    expect(late).toContain(Date.parse("2026-04-29T05:00:00.001Z"));
  });

  test("but not where they do not count, or for other dates", () => {
    expect(daysOf(breakpointsFrom(pointsOf("1mo"), noon, false))).toEqual(["2026-03-10", "2026-03-11"]);
    expect(daysOf(breakpointsFrom(pointsOf("7d", "12h"), noon))).toEqual(["2026-03-10", "2026-03-11"]);
  });
});
