// Tests what is reported about a text that is not a date: where, in which words, and with which fix.

import { describe, expect, test } from "vitest";
import { checkAll, codesOf, isSilent, reports } from "../support/check.ts";

const forms =
  "Write a day such as `2026-01-05`, an offset such as `7d` or `3mo`, or one of `now`, `today`, `yesterday`, `last-week`, `last-month` or `last-year`.";

describe("mistakes in dates", () => {
  reports("date-nonexistent", {
    "it is about the value, and the last day of the month is offered": [
      "type:Person after:‹2026-02-29›",
      "error: `2026-02-29` is not a day: February 2026 has 28 days.",
      "fix: write `2026-02-28` → type:Person after:2026-02-28",
    ],
    "quotes are part of the place": [
      'before:‹"2026-04-31"›',
      "error: `2026-04-31` is not a day: April has 30 days.",
      "fix: write `2026-04-30` → before:2026-04-30",
    ],
  });
  reports("date-out-of-range", {
    "an offset too far": [
      "after:‹9999y›",
      "error: `9999y` is outside the years 0001 to 9999. Write a date in that range.",
    ],
    "the year 0": [
      "after:‹0000-01-01›",
      "error: `0000-01-01` is outside the years 0001 to 9999. Write a date in that range.",
    ],
  });
  reports("date-format", {
    "the fix writes a day": [
      "before:‹2026-1-5› sort:x",
      "error: `2026-1-5` is not a date. A day is written `YYYY-MM-DD`: write `2026-01-05`.",
      "preferred fix: write `2026-01-05` → before:2026-01-05 sort:x",
    ],
    "the fix leaves quotes out": [
      'before:‹"2026/1/5"›',
      "error: `2026/1/5` is not a date. A day is written `YYYY-MM-DD`: write `2026-01-05`.",
      "preferred fix: write `2026-01-05` → before:2026-01-05",
    ],
    "a day of two readings has a fix for each": [
      "before:‹05/01/2026›",
      "error: `05/01/2026` is not a date. A day is written `YYYY-MM-DD`: write `2026-01-05` or `2026-05-01`.",
      "fix: write `2026-01-05` → before:2026-01-05",
      "fix: write `2026-05-01` → before:2026-05-01",
    ],
    "a month is its first day": [
      "after:‹2026-03› type:Person",
      "error: `2026-03` is not a date. A day is written `YYYY-MM-DD`: write `2026-03-01`.",
      "fix: write `2026-03-01` → after:2026-03-01 type:Person",
    ],
    "a range has two terms": [
      "after:‹2026-01-01..2026-03-01›",
      "error: `2026-01-01..2026-03-01` is not a date. A day is written `YYYY-MM-DD`, for example `2026-01-05`.",
      "fix: write `2026-01-01 before:2026-03-01` → after:2026-01-01 before:2026-03-01",
    ],
  });
  reports("date-comparison", {
    "what the qualifier says already": [
      "after:‹>=2026-01-01›",
      "error: A date cannot begin with `>=`: `after:` means this instant or later, `before:` earlier. Write `2026-01-01`.",
      "preferred fix: write `2026-01-01` → after:2026-01-01",
    ],
    "what leaves the day out, or takes it in": [
      "before:‹<=7d›",
      "error: A date cannot begin with `<=`: `after:` means this instant or later, `before:` earlier. Write `7d`.",
      "fix: write `7d` → before:7d",
    ],
    "the opposite of the qualifier": [
      "after:‹<2026-01-01›",
      "error: A date cannot begin with `<`: `after:` means this instant or later, `before:` earlier.",
    ],
  });
  reports("date-with-time", {
    "midnight is the day": [
      "after:‹2026-01-01T00:00:00Z›",
      "error: `2026-01-01T00:00:00Z` includes a time of day. A date is a whole day, starting at 00:00 UTC: write `2026-01-01`.",
      "preferred fix: write `2026-01-01` → after:2026-01-01",
    ],
    "any other time would be lost": [
      "after:‹2026-01-01T12:30:00Z›",
      "error: `2026-01-01T12:30:00Z` includes a time of day. A date is a whole day, starting at 00:00 UTC, written `YYYY-MM-DD`.",
    ],
  });
  reports("date-case", {
    "the fix writes lower case": [
      "after:‹Last-Week›",
      "error: Dates must be lowercase: write `last-week`, not `Last-Week`.",
      "preferred fix: write `last-week` → after:last-week",
    ],
  });
  reports("date-whitespace", {
    "in quotes": [
      'after:‹"last week"›',
      "error: `last week` contains a space, which is not allowed in dates: write `last-week`.",
      "preferred fix: write `last-week` → after:last-week",
    ],
    "over two terms": [
      "after:‹last week› report",
      "error: `last week` contains a space, which is not allowed in dates: write `last-week`.",
      "fix: write `last-week` → after:last-week report",
    ],
    "over two terms with much between them": [
      "after:‹7 \n d›",
      "error: `7 d` contains a space, which is not allowed in dates: write `7d`.",
      "preferred fix: write `7d` → after:7d",
    ],
    "quotes that keep it apart from the next term are not taken away unasked": [
      'after:‹"last week"›type:Person',
      "error: `last week` contains a space, which is not allowed in dates: write `last-week`.",
      "fix: write `last-week` → after:last-weektype:Person",
    ],
    "what is no date without spaces either": [
      'after:‹"three weeks"›',
      `error: \`three weeks\` contains a space, which is not allowed in dates. ${forms}`,
    ],
  });
  reports("date-non-ascii", {
    "the character is named": [
      "after:‹٧d›",
      "error: `٧` (U+0667) is not ASCII, and dates must be: write `7d`.",
      "preferred fix: write `7d` → after:7d",
    ],
  });
  reports("date-in-future", {
    "relative dates count back": [
      "before:‹tomorrow›",
      `error: \`tomorrow\` is in the future; relative dates always count back from now. Write for example \`7d\` or \`today\`.`,
    ],
  });
  reports("date-unknown", {
    "with what was probably meant": [
      "after:‹lastweek›",
      "error: `lastweek` is not a date. Did you mean `last-week`?",
      "preferred fix: write `last-week` → after:last-week",
    ],
    "single quotes and marks after it are taken away": [
      "after:‹'7d'›",
      "error: `'7d'` is not a date. Did you mean `7d`?",
      "preferred fix: write `7d` → after:7d",
    ],
    "a comma after an offset": [
      "after:‹7d,› type:Person",
      "error: `7d,` is not a date. Did you mean `7d`?",
      "preferred fix: write `7d` → after:7d type:Person",
    ],
    "or with what can be written": ["after:‹never›", `error: \`never\` is not a date. ${forms}`],
  });
  reports("offset-unit-missing", {
    "a small number": [
      "after:‹7›",
      "error: `7` has no unit. Write `7d`; an offset ends in `h`, `d`, `w`, `mo` or `y`.",
      "preferred fix: write `7d` → after:7d",
    ],
    "a day without its hyphens": [
      "after:‹20260105›",
      "error: `20260105` has no unit. Write `2026-01-05`; an offset ends in `h`, `d`, `w`, `mo` or `y`.",
      "preferred fix: write `2026-01-05` → after:2026-01-05",
    ],
    "a number before a word was perhaps part of something else": [
      "after:‹5› Januaries",
      "error: `5` has no unit. Write `5d`; an offset ends in `h`, `d`, `w`, `mo` or `y`.",
      "fix: write `5d` → after:5d Januaries",
    ],
    "but not before a phrase": [
      'after:‹5› "January"',
      "error: `5` has no unit. Write `5d`; an offset ends in `h`, `d`, `w`, `mo` or `y`.",
      'preferred fix: write `5d` → after:5d "January"',
    ],
    "nor before a term": [
      "after:‹5› type:Person",
      "error: `5` has no unit. Write `5d`; an offset ends in `h`, `d`, `w`, `mo` or `y`.",
      "preferred fix: write `5d` → after:5d type:Person",
    ],
    "a year": [
      "after:‹2026›",
      "error: `2026` has no unit. Write `2026-01-01`; an offset ends in `h`, `d`, `w`, `mo` or `y`.",
      "fix: write `2026-01-01` → after:2026-01-01",
    ],
    "a number of seconds": [
      "after:‹1767225600›",
      "error: `1767225600` has no unit. A day is written `YYYY-MM-DD`, and an offset ends in `h`, `d`, `w`, `mo` or `y`.",
    ],
  });
  reports("offset-unit-ambiguous", {
    "months, most likely": [
      "after:‹1m›",
      "error: `m` is not a unit: months are `mo`, the smallest unit is `h`. For months write `1mo`.",
      "preferred fix: write `1mo` → after:1mo",
    ],
  });
  reports("offset-unit-unknown", {
    "a longer spelling": [
      "after:‹7days›",
      "error: `days` is not a unit; the units are `h`, `d`, `w`, `mo` or `y`: write `7d`.",
      "preferred fix: write `7d` → after:7d",
    ],
    "the plural of a unit": [
      "after:‹3mos›",
      "error: `mos` is not a unit; the units are `h`, `d`, `w`, `mo` or `y`: write `3mo`.",
      "preferred fix: write `3mo` → after:3mo",
    ],
    "a smaller unit": [
      "after:‹30sec›",
      "error: `sec` is not a unit; the smallest unit is `h`. Write for example `1h`.",
    ],
    "no unit at all": [
      "after:‹1q›",
      "error: `q` is not a unit; the units are `h`, `d`, `w`, `mo` or `y`. Write for example `7d`.",
    ],
  });
  reports("offset-number", {
    "a fraction": [
      "after:‹1.5d›",
      "error: `1.5d` is not a whole number and a unit. Write for example `36h` for a day and a half.",
    ],
  });
  reports("offset-combined", {
    "the sum": [
      "after:‹1y6mo›",
      "error: `1y6mo` combines several offsets; a date can have only one: write `18mo`.",
      "preferred fix: write `18mo` → after:18mo",
    ],
    "next to years an m can only be months": [
      "after:‹1y6m›",
      "error: `1y6m` combines several offsets; a date can have only one: write `18mo`.",
      "preferred fix: write `18mo` → after:18mo",
    ],
    "next to days it has no sum": [
      "after:‹1d6m›",
      "error: `1d6m` combines several offsets; a date can have only one. Write one number and one of the units, such as `37d`.",
    ],
  });

  isSilent("date-whitespace", {
    "a word after a date": "after:7d week",
    "a quoted word after what is not one": 'after:last "week"',
    "a term after what is not one": "after:last type:week",
  });

  test("a word after an invalid date is part of it only if the two form a date", () => {
    checkAll("after:last report", ["date-unknown after:‹last› report", "free-text after:last ‹report›"]);
    checkAll("after:last week", ["date-whitespace after:‹last week›"]);
    checkAll('after:"last" week', ['date-unknown after:‹"last"› week', 'free-text after:"last" ‹week›']);
  });

  test("an error of the text comes before one of the date", () => {
    expect(codesOf('after:"nev')).toEqual(["unterminated-quote"]);
    expect(codesOf("after:")).toEqual(["missing-value"]);
  });

  test("dates are checked in both qualifiers and nowhere else", () => {
    expect(codesOf("after:x before:x")).toEqual(["date-unknown", "date-unknown"]);
    expect(codesOf("sort:2026-02-29 2026-02-29")).toEqual(["scope-term", "no-membership", "free-text"]);
  });
});
