// Tests valid date expressions and the instants that they mean, at times where calendars are tricky.

import { describe, expect, test } from "vitest";
import { dayForm, instantOf, type Scale, stepsFrom, stepsTo } from "../../src/dates/instant.ts";

/** Checks what expressions mean at a time: pairs of an expression and an instant, both in ISO 8601. */
function check(now: string, rows: Readonly<Record<string, string>>): void {
  for (const [expression, instant] of Object.entries(rows)) {
    test(`${expression} at ${now}`, () => {
      const found = instantOf(expression, Date.parse(now));
      expect(found === undefined ? undefined : new Date(found).toISOString()).toBe(instant);
    });
  }
}

describe("words", () => {
  check("2026-11-20T12:34:56.789Z", {
    now: "2026-11-20T12:34:56.789Z",
    today: "2026-11-20T00:00:00.000Z",
    yesterday: "2026-11-19T00:00:00.000Z",
    "last-week": "2026-11-13T12:34:56.789Z",
    "last-month": "2026-10-20T12:34:56.789Z",
    "last-year": "2025-11-20T12:34:56.789Z",
  });
  check("2026-01-01T00:00:00.000Z", {
    today: "2026-01-01T00:00:00.000Z",
    yesterday: "2025-12-31T00:00:00.000Z",
    "last-month": "2025-12-01T00:00:00.000Z",
  });
  check("2024-03-01T23:59:59.999Z", { yesterday: "2024-02-29T00:00:00.000Z" });
  check("1969-12-31T23:59:59.999Z", {
    today: "1969-12-31T00:00:00.000Z",
    yesterday: "1969-12-30T00:00:00.000Z",
  });
});

describe("offsets in hours, days and weeks", () => {
  check("2026-03-29T02:30:00.000Z", {
    "0h": "2026-03-29T02:30:00.000Z",
    "12h": "2026-03-28T14:30:00.000Z",
    "36h": "2026-03-27T14:30:00.000Z",
    "1d": "2026-03-28T02:30:00.000Z",
    "7d": "2026-03-22T02:30:00.000Z",
    "1w": "2026-03-22T02:30:00.000Z",
    "2w": "2026-03-15T02:30:00.000Z",
    "365d": "2025-03-29T02:30:00.000Z",
  });
});

describe("offsets in months and years", () => {
  check("2026-03-31T12:00:00.000Z", {
    "0mo": "2026-03-31T12:00:00.000Z",
    "1mo": "2026-02-28T12:00:00.000Z",
    "2mo": "2026-01-31T12:00:00.000Z",
    "4mo": "2025-11-30T12:00:00.000Z",
    "12mo": "2025-03-31T12:00:00.000Z",
    "13mo": "2025-02-28T12:00:00.000Z",
    "25mo": "2024-02-29T12:00:00.000Z",
    "1y": "2025-03-31T12:00:00.000Z",
  });
  check("2024-02-29T00:00:00.000Z", {
    "1y": "2023-02-28T00:00:00.000Z",
    "4y": "2020-02-29T00:00:00.000Z",
    "124y": "1900-02-28T00:00:00.000Z",
    "12mo": "2023-02-28T00:00:00.000Z",
    "last-year": "2023-02-28T00:00:00.000Z",
  });
});

describe("signs and leading zeros", () => {
  check("2026-11-20T12:00:00.000Z", {
    "-7d": "2026-11-13T12:00:00.000Z",
    "+7d": "2026-11-13T12:00:00.000Z",
    "007d": "2026-11-13T12:00:00.000Z",
    "-0d": "2026-11-20T12:00:00.000Z",
    "-01mo": "2026-10-20T12:00:00.000Z",
  });
});

describe("days", () => {
  check("2026-11-20T12:00:00.000Z", {
    "2026-01-05": "2026-01-05T00:00:00.000Z",
    "2024-02-29": "2024-02-29T00:00:00.000Z",
    "2000-02-29": "2000-02-29T00:00:00.000Z",
    "1970-01-01": "1970-01-01T00:00:00.000Z",
    "1582-10-10": "1582-10-10T00:00:00.000Z",
    "0001-01-01": "0001-01-01T00:00:00.000Z",
    "0099-12-31": "0099-12-31T00:00:00.000Z",
    "9999-12-31": "9999-12-31T00:00:00.000Z",
    "2999-01-01": "2999-01-01T00:00:00.000Z",
  });
});

describe("the range of the calendar", () => {
  const now = "2026-11-20T12:00:00.000Z";

  test("contains its first and last instants", () => {
    const last = Date.parse("9999-12-31T23:59:59.999Z");
    expect(instantOf("now", last)).toBe(last);
    expect(instantOf("1h", Date.parse("0001-01-01T01:00:00Z"))).toBe(Date.parse("0001-01-01T00:00:00Z"));
  });

  test.each(["2026y", "24314mo", "99999999d", "9".repeat(400) + "d", "9".repeat(400) + "y", "0000-12-31"])(
    "does not contain %s",
    (expression) => {
      expect(instantOf(expression, Date.parse(now))).toBeNaN();
    },
  );

  test("contains no date at an evaluation time beyond it", () => {
    for (const expression of ["now", "today", "1h", "last-week"]) {
      expect(instantOf(expression, Date.parse("+010001-01-01T00:00:00Z"))).toBeNaN();
      expect(instantOf(expression, -8_640_000_000_000_000)).toBeNaN();
    }
  });

  test("contains a day at any evaluation time", () => {
    expect(instantOf("2026-01-05", 8_640_000_000_000_000)).toBe(Date.parse("2026-01-05T00:00:00Z"));
  });
});

test.each([
  "",
  " ",
  "7",
  "d",
  "7D",
  "7 d",
  " 7d",
  "7d ",
  "1m",
  "1.5d",
  "1e3d",
  "--7d",
  "-+7d",
  "7d7d",
  "7days",
  "Now",
  "TODAY",
  "last week",
  "lastweek",
  "tomorrow",
  "week",
  "-now",
  "+today",
  "-last-week",
  "2026-02-29",
  "2026-13-01",
  "2026-00-10",
  "2026-01-00",
  "2026-04-31",
  "1900-02-29",
  "2100-02-29",
  "2026-1-5",
  "20260105",
  "2026/01/05",
  "+2026-01-05",
  "-2026-01-05",
  "12026-01-05",
  "2026-01-05Z",
  "2026-01-01T00:00:00Z",
  "2026-01-05\n",
  "٧d",
  "２d",
  "２０２６-０１-０５",
  "__proto__",
  "constructor",
])("'%s' is not a date", (expression) => {
  expect(instantOf(expression, 0)).toBeUndefined();
});

test("a day is four, two and two ASCII digits", () => {
  expect(["2026-01-05", "0000-99-99"].every((text) => dayForm.test(text))).toBe(true);
  expect(["2026-1-05", "02026-01-05", "2026-01-05 ", "٢٠٢٦-٠١-٠٥"].some((text) => dayForm.test(text))).toBe(
    false,
  );
});

describe("the position on a scale of the last point not later than an instant", () => {
  const presents = [
    "2026-03-31T12:00:00Z",
    "2024-02-29T00:00:00Z",
    "2026-01-01T23:59:59.999Z",
    "2025-12-15T06:30:00Z",
  ].map(Date.parse);
  const instants = [
    "2026-02-28T12:00:00Z",
    "2026-02-28T12:00:00.001Z",
    "2026-02-28T11:59:59.999Z",
    "2026-02-27T23:00:00Z",
    "2026-04-30T12:00:00Z",
    "2024-02-29T00:00:00Z",
    "2024-02-28T23:59:59.999Z",
    "2023-11-15T06:30:00Z",
    "2030-06-30T18:00:00Z",
    "2026-03-30T12:00:00Z",
    "2026-03-31T12:00:00Z",
  ].map(Date.parse);

  test.each<Scale>(["elapsed", "days", "months"])(
    "is correct for %s: that point is not later, and the next one is",
    (scale) => {
      for (const now of presents) {
        for (const instant of instants) {
          const at = stepsTo(scale, instant, now);
          const [it, next] = [at, at + 1].map((steps) => stepsFrom({ scale, at: steps }, now));
          expect([it, instant, next].toSorted((a, b) => Number(a) - Number(b))).toEqual([it, instant, next]);
          expect(next).toBeGreaterThan(instant);
        }
      }
    },
  );

  test("is the instant itself for fixed dates", () => {
    expect(stepsTo("fixed", 5, 7)).toBe(5);
  });
});
