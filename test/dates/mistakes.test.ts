// Tests which mistake a date expression has, and its fix where there is one certain reading.

import { describe, expect, test } from "vitest";
import { diagnoseDate } from "../../src/dates/diagnose.ts";
import { instantOf } from "../../src/dates/instant.ts";
import type { DateCode } from "../../src/dates/mistake.ts";
import { exampleNow } from "../support/example-catalog.ts";

/** Checks the code of each expression, and what it is rewritten to; `null` where it has no fix. */
function check(code: DateCode, rows: Readonly<Record<string, string | null>>): void {
  describe(code, () => {
    for (const [expression, rewritten] of Object.entries(rows)) {
      test(`'${expression}' ${rewritten === null ? "has no fix" : `should be ${rewritten}`}`, () => {
        const instant = instantOf(expression, exampleNow);
        expect(instant === undefined || Number.isNaN(instant)).toBe(true);
        const problem = diagnoseDate(expression, instant, exampleNow);
        expect([problem.code, problem.rewritten ?? null]).toEqual([code, rewritten]);
        if (rewritten !== null) expect(instantOf(rewritten, exampleNow)).toBeTypeOf("number");
      });
    }
  });
}

check("date-nonexistent", {
  "2026-02-29": null,
  "2026-02-30": null,
  "2024-02-30": null,
  "1900-02-29": null,
  "2100-02-29": null,
  "2026-04-31": null,
  "2026-06-31": null,
  "2026-09-31": null,
  "2026-11-31": null,
  "2026-01-32": null,
  "2026-12-99": null,
  "2026-13-01": null,
  "2026-00-01": null,
  "2026-01-00": null,
  "2026-00-00": null,
});

check("date-out-of-range", {
  "0000-01-01": null,
  "0000-12-31": null,
  "2026y": null,
  "9999y": null,
  "-9999y": null,
  "+9999y": null,
  "99999mo": null,
  "999999w": null,
  "9999999d": null,
  "99999999999999999999h": null,
});

check("date-format", {
  "2026-1-5": "2026-01-05",
  "2026-01-5": "2026-01-05",
  "2026-1-05": "2026-01-05",
  "2026-12-1": "2026-12-01",
  "2026/01/05": "2026-01-05",
  "2026/1/5": "2026-01-05",
  "2026.01.05": "2026-01-05",
  "+2026-01-05": "2026-01-05",
  "2026-01-05,": "2026-01-05",
  "2026-01-05.": "2026-01-05",
  "2026-01-05)": "2026-01-05",
  "2026-2-30": null,
  "2026/13/01": null,
  "2026-1/5": null,
  "05/01/2026": null,
  "5.1.2026": "2026-01-05",
  "01-05-2026": null,
  "26-01-05": null,
  "2026-01": "2026-01-01",
  "2026/01": "2026-01-01",
  "2026-Q1": "2026-01-01",
  "2026-W05": null,
  "2026-001": null,
  "12026-01-05": null,
  "-2026-01-05": null,
  "2026-01-05-": null,
  "2026-Jan-05": "2026-01-05",
  January: "2026-01-01",
  march: "2026-03-01",
  dec: "2025-12-01",
  Q1: "2026-01-01",
  "Q4-2025": "2025-10-01",
  "2025Q4": "2025-10-01",
  "15.03.2026": "2026-03-15",
  "3/15/2026": "2026-03-15",
  "15/03/2026": "2026-03-15",
  "03/2026": "2026-03-01",
  "31/02/2026": null,
  "2026-13": null,
  "123456-01": null,
  "2026-01-01Zx": null,
});

check("date-with-time", {
  "2026-01-01T00:00:00Z": "2026-01-01",
  "2026-01-01T00:00:00.000Z": "2026-01-01",
  "2026-01-01T00:00Z": "2026-01-01",
  "2026-01-01t00:00:00z": "2026-01-01",
  "2026-01-01Z": "2026-01-01",
  "2026-01-01T00:00:00": null,
  "2026-01-01T12:30:00Z": null,
  "2026-01-01T00:00:01Z": null,
  "2026-01-01T00:00:00+02:00": null,
  "2026-01-01+02:00": null,
  "2026-02-30T00:00:00Z": null,
  "2026-01-01 12:30": null,
  "2026-01-01T00Z": "2026-01-01",
  "2026-01-01T00:00Zx": null,
  "2026-01-01T1": null,
});

check("date-case", {
  NOW: "now",
  Now: "now",
  Today: "today",
  YESTERDAY: "yesterday",
  "Last-Week": "last-week",
  "LAST-MONTH": "last-month",
  "last-Year": "last-year",
  "7D": "7d",
  "-7D": "-7d",
  "12H": "12h",
  "2W": "2w",
  "3MO": "3mo",
  "3Mo": "3mo",
  "1Y": "1y",
  "+1Y": "+1y",
});

check("date-whitespace", {
  "last week": "last-week",
  "Last Week": "last-week",
  "last  month": "last-month",
  "last\tyear": "last-year",
  "7 d": "7d",
  "3 mo": "3mo",
  "- 7d": "-7d",
  " 7d": "7d",
  "7d ": "7d",
  "7d\n": "7d",
  "\u00a07d": "7d",
  "to day": "today",
  " today ": "today",
  "2026-01-05 ": "2026-01-05",
  "2026 01 05": "2026-01-05",
  "7 days": "7d",
  "3 months ago": "3mo",
  "'3 months ago'": "3mo",
  "7 d,": "7d",
  [`7${" ".repeat(62)}d`]: "7d",
  "three weeks": null,
  " ": null,
  "\n": null,
  "3  months  ago": "3mo",
  "1 2 days": null,
});

check("date-non-ascii", {
  "２０２６-０１-０５": "2026-01-05",
  "٢٠٢٦-٠١-٠٥": "2026-01-05",
  "2026–01–05": "2026-01-05",
  "2026‑01‑05": "2026-01-05",
  "2026—01—05": "2026-01-05",
  "2026−01−05": "2026-01-05",
  "٧d": "7d",
  "७d": "7d",
  "７ｄ": "7d",
  "−7d": "-7d",
  "–7d": "-7d",
  "last–week": "last-week",
  "𝟟d": "7d",
  "𝟡d": "9d",
  "७days": null,
  "2026年1月5日": null,
  gestérn: null,
  "7d…": null,
  "½d": null,
  "7²d": null,
});

check("date-in-future", {
  tomorrow: null,
  Tomorrow: null,
  "next-week": null,
  "next-month": null,
  "next-year": null,
  "in-3-days": null,
});

check("offset-unit-missing", {
  "7": "7d",
  "-7": "-7d",
  "+7": "+7d",
  "30": "30d",
  "0": "0d",
  "007": "007d",
  "365": "365d",
  "2026": "2026-01-01",
  "20260105": "2026-01-05",
  "20260230": null,
  "-20260105": null,
  "2026010": null,
  "1767225600": null,
  "1767225600000": null,
});

check("offset-unit-ambiguous", {
  "1m": "1mo",
  "-1m": "-1mo",
  "3M": "3mo",
  "12m": "12mo",
  "0m": "0mo",
  "99999m": null,
});

check("offset-unit-unknown", {
  "7days": "7d",
  "1day": "1d",
  "2day": "2d",
  "7Days": "7d",
  "-7days": "-7d",
  "7-days": "7d",
  "7days-ago": "7d",
  "12hours": "12h",
  "1hour": "1h",
  "12hrs": "12h",
  "2weeks": "2w",
  "2wks": "2w",
  "3months": "3mo",
  "3Months": "3mo",
  "3mon": "3mo",
  "3mths": "3mo",
  "1year": "1y",
  "2yrs": "2y",
  "30sec": null,
  "30s": null,
  "5min": null,
  "5minutes": null,
  "100ms": null,
  "1q": null,
  "2fortnights": null,
  "7dd": null,
  "1decade": null,
  "3mos": "3mo",
  "2ws": "2w",
  "7daysago": "7d",
  "7sd": null,
});

check("offset-number", {
  "1.5d": null,
  "1,5d": null,
  "1,000d": null,
  "1.000d": null,
  "1e3d": null,
  "7_d": "7d",
  "1_0d": "10d",
  ".5y": null,
  "12026-5d": null,
  "7-D": null,
});

check("offset-combined", {
  "1y6mo": "18mo",
  "6mo1y": "18mo",
  "-1y6mo": "18mo",
  "1w3d": "10d",
  "1d12h": "36h",
  "1w1d1h": "193h",
  "2y0mo": "24mo",
  "1Y6MO": "18mo",
  "1mo3d": null,
  "1h30m": null,
  "1y6m": "18mo",
  "6m1y": "18mo",
  "1y6m1mo": "19mo",
  "1m1m": null,
  "1d6m": null,
  "1h30m1d": null,
  "1y1d": null,
  "7d7d": "14d",
});

check("date-unknown", {
  lastweek: "last-week",
  last_week: "last-week",
  "last-wek": "last-week",
  yesteday: "yesterday",
  tody: "today",
  "--7d": null,
  "-+7d": null,
  "7d-ago": "7d",
  "1d5x": null,
  "7d,": "7d",
  "7d.": "7d",
  "7d;": "7d",
  "7d)": "7d",
  "'7d'": "7d",
  "7days,": "7d",
  "'last-week'": "last-week",
  "'7d": null,
  "7d,,": null,
  monday: null,
  week: null,
  never: null,
  foo: null,
  [`7${" ".repeat(63)}d`]: null,
  d: null,
  "-": null,
  "+": null,
  "-now": "now",
  __proto__: null,
  constructor: null,
  "1234567-01": null,
  "x2026-01-01T00:00Z": null,
  "1y6mo!": null,
  "7'd'": null,
  "'7'd": null,
  "7;d": null,
});

check("date-comparison", {
  ">=2026-01-05": "2026-01-05",
  ">7d": "7d",
  "<=today": "today",
  "==3mo": "3mo",
  "= 3mo": "3mo",
});
