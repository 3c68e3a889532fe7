// Tests which values would certainly be accepted, so that a fix that writes them is preferred.

import { describe, expect, test } from "vitest";
import { parse, type Qualifier, term, text } from "../../src/index.ts";
import { isCertainAfter, isCertainPhrase, isCertainValue } from "../../src/syntax/fix-confidence.ts";

const certainDates = "today last-week 2026-01-05 2026-10-20 2026-12-28 2026-11-19 7d -7d 12h 3mo 99y".split(
  " ",
);
const doubtfulDates =
  "x2026-01-05 2026-01-05x 0999-01-01 2026-13-01 2026-00-01 2026-01-31 2026-01-00 7 100d 7x x7d 7d- 7d1 week".split(
    " ",
  );

test.each([
  ...certainDates.map((date) => ["after", date, true] as const),
  ...doubtfulDates.map((date) => ["after", date, false] as const),
  ["type", "Person", true] as const,
  ["type", "week", true] as const,
  ["sort", "week", true] as const,
  ["type", "", false] as const,
  ["type", "Per\u0007son", false] as const,
  ["after", "7d\u200b", false] as const,
])("the value of %s:%j is certain: %s", (qualifier: Qualifier, value, expected) => {
  expect(isCertainValue(qualifier, value, undefined)).toBe(expected);
});

describe("a phrase in any kind of quotes is certain", () => {
  test.each([
    [term("shape", "x"), "Sales CRM", true],
    [term("shape", "x"), " Sales", false],
    [term("shape", "x"), "Sa\u200bles", false],
    [term("after", "x"), "last week", false],
    [text("x"), "quarterly report", true],
    [text("x"), "quarterly type:", true],
    [text("x"), "type:Person", false],
    [text("x"), "report\u0007", false],
  ] as const)("%o, %j: %s", (given, inside, expected) => {
    expect(isCertainPhrase(given, inside, undefined)).toBe(expected);
  });

  test("after a word that will become a qualifier, depending on the qualifier", () => {
    const after = (qualifier: Qualifier, inside: string): boolean =>
      isCertainAfter(qualifier, "", { terms: [], inside }, undefined);
    expect([after("shape", "Sales CRM"), after("shape", ""), after("after", "week")]).toEqual([
      true,
      false,
      false,
    ]);
  });

  test("but not if the quotes are something else", () => {
    const bare = ["Person", "'Person", '"Person', "“Person", ""];
    expect(bare.map((value) => isCertainAfter("type", value, undefined, undefined))).toEqual([
      true,
      false,
      false,
      false,
      false,
    ]);
  });
});

test("removing a character is preferred if the rest is certainly valid", () => {
  const preferred = (source: string): unknown => parse(source).diagnostics[0]?.fixes?.[0]?.preferred;
  expect(["after:7\u200bd", "after:we\u200bek", "type:Per\u200bson"].map(preferred)).toEqual([
    true,
    false,
    true,
  ]);
});

test.each([
  { now: "0100-12-31T23:59:59.999Z", expected: [true, false, false] },
  { now: "0102-01-01T00:00:00.000Z", expected: [true, true, true] },
  { now: "9999-12-31T23:59:59.999Z", expected: [true, true, true] },
  { now: "+010000-01-01T00:00:00.000Z", expected: [true, false, false] },
])("a date that moves is certain only where it is certainly in the calendar: $now", ({ now, expected }) => {
  const isCertain = (date: string): boolean => isCertainValue("after", date, Date.parse(now));
  expect(["2026-11-20", "99y", "today"].map(isCertain)).toEqual(expected);
});
