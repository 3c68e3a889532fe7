// Tests the public way from an expression to an instant, and what it refuses.

import { describe, expect, test } from "vitest";
import { hrefOf } from "../../src/diagnostics/href.ts";
import { applyFix, resolveDate } from "../../src/index.ts";
import { exampleNow } from "../support/example-catalog.ts";

test("a valid expression is resolved", () => {
  expect(resolveDate("1mo", Date.parse("2026-03-31T12:00:00Z"))).toEqual({
    ok: true,
    instant: Date.parse("2026-02-28T12:00:00Z"),
  });
});

test("the evaluation time may be a Date", () => {
  expect(resolveDate("now", new Date(exampleNow))).toEqual({ ok: true, instant: exampleNow });
});

test("a fraction of a millisecond is dropped", () => {
  expect(resolveDate("now", 1.9)).toEqual({ ok: true, instant: 1 });
  expect(resolveDate("now", -1.9)).toEqual({ ok: true, instant: -1 });
});

test("an invalid expression gets a diagnostic about all of it, with its fix", () => {
  const result = resolveDate("2026-1-5", exampleNow);
  expect(result).toEqual({
    ok: false,
    diagnostic: {
      code: "date-format",
      severity: "error",
      message: "`2026-1-5` is not a date. A day is written `YYYY-MM-DD`: write `2026-01-05`.",
      data: { written: "2026-1-5", rewritten: "2026-01-05" },
      span: { start: 0, end: 8 },
      fixes: [
        {
          title: "write `2026-01-05`",
          edits: [{ span: { start: 0, end: 8 }, text: "2026-01-05" }],
          preferred: true,
        },
      ],
      href: hrefOf("date-format"),
    },
  });
});

test("a fix that is offered leads to a date", () => {
  for (const expression of ["7", "7D", "1m", "last week", "7days", "2026.1.5", "1y6mo", "yesteday"]) {
    const result = resolveDate(expression, exampleNow);
    const fix = result.ok ? undefined : result.diagnostic.fixes?.[0];
    expect(fix && resolveDate(applyFix(expression, fix), exampleNow).ok).toBe(true);
  }
});

test("a fix that is not a date at this evaluation time is offered, but not preferred", () => {
  const preferred = (now: string): unknown => {
    const result = resolveDate("1000 y", Date.parse(now));
    return result.ok ? undefined : result.diagnostic.fixes?.map((fix) => fix.preferred);
  };
  expect(preferred("2026-01-01T00:00:00Z")).toEqual([true]);
  expect(preferred("0900-01-01T00:00:00Z")).toEqual([false]);
});

test("an ambiguous mistake has no fix", () => {
  const result = resolveDate("never", exampleNow);
  expect(result.ok ? [] : Object.keys(result.diagnostic)).not.toContain("fixes");
});

test("an expression out of range is refused and never clamped", () => {
  expect(resolveDate("9999y", exampleNow)).toMatchObject({
    ok: false,
    diagnostic: { code: "date-out-of-range" },
  });
  expect(resolveDate("now", Date.parse("+010001-01-01T00:00:00Z"))).toMatchObject({
    ok: false,
    diagnostic: { code: "date-out-of-range" },
  });
});

test("an empty expression is reported as a missing value", () => {
  expect(resolveDate("", exampleNow)).toMatchObject({
    ok: false,
    diagnostic: {
      code: "missing-value",
      message: "The date is empty. Write for example `7d` or `2026-01-05`.",
    },
  });
});

describe("resolveDate", () => {
  test("refuses by name an expression that is not a string", () => {
    for (const expression of [undefined, null, 7, new Date(), ["7d"]]) {
      const message = "expression must be a string";
      expect(() => Reflect.apply(resolveDate, null, [expression, 0])).toThrow(new TypeError(message));
    }
  });

  test.each([
    { now: Number.NaN },
    { now: Number.POSITIVE_INFINITY },
    { now: 8_640_000_000_000_001 },
    { now: -8_640_000_000_000_001 },
    { now: new Date("never") },
    { now: undefined },
    { now: null },
    { now: "2026-01-01" },
  ])("refuses by name the present $now", ({ now }) => {
    const message = "now must be a valid Date or a time in milliseconds";
    expect(() => Reflect.apply(resolveDate, null, ["7d", now])).toThrow(new TypeError(message));
  });

  test("accepts an evaluation time as far away as a Date reaches", () => {
    expect(resolveDate("2026-01-01", 8_640_000_000_000_000).ok).toBe(true);
  });
});
