// Tests how the mistake in a date expression is found, and what is reported besides its code.

import { expect, test } from "vitest";
import { diagnoseDate } from "../../src/dates/diagnose.ts";
import { dateEntries } from "../../src/diagnostics/catalogue/dates.ts";
import { resolveDate } from "../../src/index.ts";
import { exampleNow } from "../support/example-catalog.ts";

test("the most specific of several mistakes in a date is reported", () => {
  const codeOf = (expression: string): string => diagnoseDate(expression, undefined, 0).code;
  expect(codeOf("2026-02-30T00:00:00Z")).toBe("date-with-time");
  expect(codeOf("２０２６-1-5")).toBe("date-non-ascii");
  expect(codeOf("Last Week")).toBe("date-whitespace");
  expect(codeOf("7M")).toBe("offset-unit-ambiguous");
  expect(codeOf("7DAYS")).toBe("offset-unit-unknown");
});

test("a date out of range is reported with no other mistake", () => {
  expect(diagnoseDate("9999y", Number.NaN, 0)).toEqual({
    code: "date-out-of-range",
    args: { written: "9999y" },
  });
});

test("a fix that is a guess is offered, but not preferred", () => {
  const preferredOf = (expression: string): unknown => {
    const result = resolveDate(expression, exampleNow);
    return result.ok ? undefined : result.diagnostic.fixes?.map(({ title, preferred }) => [title, preferred]);
  };
  expect(preferredOf("yesteday")).toEqual([["write `yesterday`", false]]);
  expect(preferredOf("lastweek")).toEqual([["write `last-week`", true]]);
  expect(preferredOf("LastWeek")).toEqual([["write `last-week`", true]]);
  expect(preferredOf("last_week")).toEqual([["write `last-week`", true]]);
});

test("the reason why a day does not exist is reported", () => {
  const reasonOf = (expression: string): unknown => {
    const problem = diagnoseDate(expression, undefined, 0);
    return problem.code === "date-nonexistent"
      ? dateEntries[problem.code].message(problem.args).replace(/^.*: (.*)\.$/u, "$1")
      : problem.code;
  };
  expect(reasonOf("2026-02-29")).toBe("February 2026 has 28 days");
  expect(reasonOf("2024-02-30")).toBe("February 2024 has 29 days");
  expect(reasonOf("1900-02-29")).toBe("February 1900 has 28 days");
  expect(reasonOf("2000-02-30")).toBe("February 2000 has 29 days");
  expect(reasonOf("2026-04-31")).toBe("April has 30 days");
  expect(reasonOf("2026-01-32")).toBe("January has 31 days");
  expect(reasonOf("2026-13-01")).toBe("months go from 01 to 12");
  expect(reasonOf("2026-00-01")).toBe("months go from 01 to 12");
  expect(reasonOf("2026-01-00")).toBe("days go from 01");
});

test("an unknown unit is named, and reported if it is too small", () => {
  const unitOf = (expression: string): unknown => diagnoseDate(expression, undefined, 0).args;
  expect(unitOf("30sec")).toMatchObject({ unit: "sec", tooSmall: true });
  expect(unitOf("30s")).toMatchObject({ unit: "s", tooSmall: true });
  expect(unitOf("5Minutes")).toMatchObject({ unit: "Minutes", tooSmall: true });
  expect(unitOf("100ms")).toMatchObject({ unit: "ms", tooSmall: true });
  expect(unitOf("7days")).toMatchObject({ unit: "days", tooSmall: false });
  expect(unitOf("1q")).toMatchObject({ unit: "q", tooSmall: false });
});

test("the first character that is not ASCII is named", () => {
  expect(diagnoseDate("２０d", undefined, 0).args).toMatchObject({ character: "２" });
  expect(diagnoseDate("7😀", undefined, 0).args).toMatchObject({ character: "😀" });
});

test("a very long expression is reported as unknown, quickly", () => {
  for (const text of [
    "9".repeat(65),
    "1d".repeat(10_000),
    "-".repeat(50_000),
    "last week ".repeat(1_000),
    "٧".repeat(9_999),
  ]) {
    expect(diagnoseDate(text, undefined, 0).code).toBe("date-unknown");
  }
});

test("an empty expression is reported as a missing value", () => {
  expect(diagnoseDate("", undefined, 0)).toEqual({
    code: "missing-value",
    args: { qualifier: undefined, next: undefined },
  });
});
