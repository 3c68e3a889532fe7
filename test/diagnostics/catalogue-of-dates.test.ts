// Every code of date expressions: its severity, and the exact message that its arguments make.

import { describe, expect, test } from "vitest";
import { dateEntries } from "../../src/diagnostics/catalogue/dates.ts";
import { entryChecks } from "./check-entry.ts";

const { check, checked } = entryChecks();

const forms =
  "Write a day such as `2026-01-05`, an offset such as `7d` or `3mo`, or one of `now`, `today`, `yesterday`, `last-week`, `last-month` or `last-year`.";

describe("dates", () => {
  check("date-nonexistent", "error", [
    { written: "2026-02-29", reason: "February 2026 has 28 days" },
    "`2026-02-29` is not a day: February 2026 has 28 days.",
  ]);
  check("date-out-of-range", "error", [
    { written: "9999y" },
    "`9999y` falls outside the years 0001 to 9999. Write a date within them.",
  ]);
  check(
    "date-format",
    "error",
    [
      { written: "2026-1-5", rewritten: "2026-01-05" },
      "`2026-1-5` is not a date. A day is written `YYYY-MM-DD`: write `2026-01-05`.",
    ],
    [
      { written: "05/01/2026", rewritten: undefined },
      "`05/01/2026` is not a date. A day is written `YYYY-MM-DD`, for example `2026-01-05`.",
    ],
  );
  check(
    "date-with-time",
    "error",
    [
      { written: "2026-01-01T00:00Z", rewritten: "2026-01-01" },
      "`2026-01-01T00:00Z` has a time of day. A date is a whole day, from 00:00 UTC: write `2026-01-01`.",
    ],
    [
      { written: "2026-01-01T12:00Z", rewritten: undefined },
      "`2026-01-01T12:00Z` has a time of day. A date is a whole day, from 00:00 UTC, written `YYYY-MM-DD`.",
    ],
  );
  check("date-case", "error", [
    { written: "7D", rewritten: "7d" },
    "Dates are in lower case: write `7d`, not `7D`.",
  ]);
  check(
    "date-whitespace",
    "error",
    [
      { written: "last week", rewritten: "last-week" },
      "A date has no spaces in it, and `last week` does: write `last-week`.",
    ],
    [
      { written: "three weeks", rewritten: undefined },
      `A date has no spaces in it, and \`three weeks\` does. ${forms}`,
    ],
  );
  check(
    "date-non-ascii",
    "error",
    [
      { character: "٧", count: 1, written: "٧d", rewritten: "7d" },
      "`٧` (U+0667) is not ASCII, and dates are: write `7d`.",
    ],
    [
      { character: "…", count: 1, written: "x…", rewritten: undefined },
      `\`…\` (U+2026) is not ASCII, and dates are. ${forms}`,
    ],
  );
  check("date-in-future", "error", [
    { written: "tomorrow" },
    `\`tomorrow\` lies ahead, but relative dates are never in the future: they count back from now. Write for example \`7d\` or \`today\`.`,
  ]);
  check(
    "date-unknown",
    "error",
    [{ written: "lastweek", rewritten: "last-week" }, "`lastweek` is not a date. Did you mean `last-week`?"],
    [{ written: "monday", rewritten: undefined }, `\`monday\` is not a date. ${forms}`],
  );
  check(
    "offset-unit-missing",
    "error",
    [
      { written: "7", rewritten: "7d" },
      "`7` has no unit. Write `7d`; an offset ends in `h`, `d`, `w`, `mo` or `y`.",
    ],
    [
      { written: "2026", rewritten: undefined },
      "`2026` has no unit. A day is written `YYYY-MM-DD`, and an offset ends in `h`, `d`, `w`, `mo` or `y`.",
    ],
  );
  check(
    "offset-unit-ambiguous",
    "error",
    [
      { written: "1m", rewritten: "1mo" },
      "`m` is not a unit: months are `mo`, the smallest unit is `h`. For months write `1mo`.",
    ],
    [
      { written: "99999m", rewritten: undefined },
      "`m` is not a unit: months are `mo`, the smallest unit is `h`.",
    ],
  );
  check(
    "offset-unit-unknown",
    "error",
    [
      { written: "7days", unit: "days", tooSmall: false, rewritten: "7d" },
      "`days` is not a unit; the units are `h`, `d`, `w`, `mo` or `y`: write `7d`.",
    ],
    [
      { written: "30sec", unit: "sec", tooSmall: true, rewritten: undefined },
      "`sec` is not a unit; the smallest unit is `h`. Write for example `1h`.",
    ],
  );
  check(
    "offset-number",
    "error",
    [{ written: "7_d", rewritten: "7d" }, "`7_d` is not a whole number and a unit: write `7d`."],
    [
      { written: "1.5d", rewritten: undefined },
      "`1.5d` is not a whole number and a unit. Write for example `36h` for a day and a half.",
    ],
  );
  check(
    "offset-combined",
    "error",
    [
      { written: "1y6mo", rewritten: "18mo" },
      "`1y6mo` joins several offsets; a date takes one: write `18mo`.",
    ],
    [
      { written: "1mo3d", rewritten: undefined },
      "`1mo3d` joins several offsets; a date takes one. Write one number and one of the units, such as `37d`.",
    ],
  );
});

test("no code is left out", () => {
  expect(Object.keys(dateEntries).toSorted()).toEqual([...checked].toSorted());
});
