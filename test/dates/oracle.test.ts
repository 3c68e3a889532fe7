// Tests the date oracle in this process: every row, and how well the codes of errors are named.

import { describe, expect, test } from "vitest";
import { resolveDate } from "../../src/index.ts";
import { type DateCase, dateCases, dateFailures, rangeCases, rangeFailures } from "./oracle-rows.ts";

const nul = "\u0000";
const errors = dateCases.filter(({ error }) => error !== undefined);

/**
 * Where our code is not the advised one, and why ours says more. A pattern per line: the advised name, ours, and the
 * expressions.
 */
const differences: readonly (readonly [advised: string, ours: string, expression: RegExp])[] = [
  // Every part of it is wrong; the month is what one sees.
  ["date-out-of-range", "date-nonexistent", /^0000-00-00$/],
  // It begins as a day does.
  ["date-unknown", "date-format", /^(?:\d{4}-\w*(?:-\d+)*|7\/d)$/],
  // The name of a month, or a year, can be read.
  ["date-unknown", "date-format", /^(?:jan|nov|Jan-05-2026)$/],
  // What follows the mark is a date.
  ["date-unknown", "date-comparison", /^[<>=]+(?:2026-01-05|7d)$/],
  // A timestamp has a code of its own.
  ["date-format", "date-with-time", /^2026-01-01(?:T|t|Z|\+)/],
  ["date-whitespace", "date-with-time", /^2026-01-01 00:00$/],
  // NUL is ASCII; in a query it is a `control-character` before it is a date.
  ["date-non-ascii", "date-unknown", new RegExp(`^(?:7d${nul}|${nul}7d)$`)],
  ["date-non-ascii", "date-format", new RegExp(`^2026-01-01${nul}$`)],
  // What is missing is the value; every qualifier says so.
  ["date-empty", "missing-value", /^$/],
  // A number and letters: the letters are not a unit.
  ["date-unknown", "offset-unit-unknown", /^\d+-?[a-z]+(?:-ago)?$/],
  // A number that is not a whole one.
  ["date-unknown", "offset-number", /^\d+[.+-][a-z]+$|^0[bo]\dd$|^(?:36M24d|-1a9mo)$/],
  // Several numbers with letters after them.
  ["date-unknown", "offset-combined", /^(?:36M24d|-1a9mo)$/],
  // Words for future times are distinguished from words that mean nothing.
  ["date-unknown", "date-in-future", /^(?:tomorrow|next-(?:week|month|year))$/],
];

test("the file of the oracle is complete", () => {
  expect([dateCases.length, errors.length, rangeCases.length]).toEqual([4000, 768, 400]);
});

test("every expression has the meaning that the oracle gives, alone, after `after:` and after `before:`", () => {
  expect(dateCases.flatMap(dateFailures)).toEqual([]);
});

test("every query has the range, or the errors, that the oracle gives", () => {
  expect(rangeCases.flatMap(rangeFailures)).toEqual([]);
});

describe("a date that is refused", () => {
  test("gets the advised code, or a better one", () => {
    expect(
      errors.filter((row) => !isWellNamed(row)).map((row) => [row.expr, row.error, codeOf(row)]),
    ).toEqual([]);
  });

  test("gets one of the codes of dates, an error over the whole expression", () => {
    const odd = errors.filter(({ expr, now }) => {
      const result = resolveDate(expr, new Date(now));
      if (result.ok) return true;
      const { code, severity, span } = result.diagnostic;
      const isDate = /^(?:date|offset)-/.test(code) || (code === "missing-value" && expr === "");
      return !isDate || severity !== "error" || span.start !== 0 || span.end !== expr.length;
    });
    expect(odd).toEqual([]);
  });

  test("has a message that is a sentence, and fixes that are dates", () => {
    for (const { expr, now } of errors) {
      const result = resolveDate(expr, new Date(now));
      if (result.ok) throw new Error(`${expr} is taken`);
      expect(result.diagnostic.message).toMatch(/^\P{Cc}{20,}[.?]$/u);
      for (const { edits } of result.diagnostic.fixes ?? []) {
        expect(edits.map(({ text }) => resolveDate(text, new Date("2026-11-20T12:00:00Z")).ok)).toEqual([
          true,
        ]);
      }
    }
  });
});

test("every listed difference from the advised names exists", () => {
  const unused = differences.filter(
    ([advised, ours, expression]) =>
      !errors.some((row) => row.error === advised && codeOf(row) === ours && expression.test(row.expr)),
  );
  expect(unused).toEqual([]);
});

function isWellNamed(row: DateCase): boolean {
  const code = codeOf(row);
  if (code === row.error) return true;
  return differences.some(
    ([advised, ours, expression]) => advised === row.error && ours === code && expression.test(row.expr),
  );
}

function codeOf({ expr, now }: DateCase): string | undefined {
  const result = resolveDate(expr, new Date(now));
  return result.ok ? undefined : result.diagnostic.code;
}
