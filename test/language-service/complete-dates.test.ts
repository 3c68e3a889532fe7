// Tests what is offered for a date: words, offsets and days, each with the instant that it means in UTC.

import { describe, expect, test } from "vitest";
import { resolveDate } from "../../src/index.ts";
import { commonOffsets, dateWords } from "../../src/vocabulary/dates.ts";
import { exampleNow } from "../support/example-catalog.ts";
import { offers, offersAt } from "./support/offers.ts";

describe("a date is offered", () => {
  offers({
    "by the beginning of a word": ["after:yes|", "yesterday (2026-11-19 00:00 UTC) → after:yesterday"],
    "by a later word of it": ["after:week|", "last-week (2026-11-13 12:00 UTC) → after:last-week"],
    "by a word in another case": ["before:TOD|", "today (2026-11-20 00:00 UTC) → before:today"],
    "that is written in full first": ["after:today|", "today (2026-11-20 00:00 UTC) → after:today"],
    "with every unit after a number": [
      "after:3|",
      "3h (2026-11-20 09:00 UTC) → after:3h",
      "3d (2026-11-17 12:00 UTC) → after:3d",
      "3w (2026-10-30 12:00 UTC) → after:3w",
      "3mo (2026-08-20 12:00 UTC) → after:3mo",
      "3y (2023-11-20 12:00 UTC) → after:3y",
    ],
    "with the unit that was begun": ["after:3m|", "3mo (2026-08-20 12:00 UTC) → after:3mo"],
    "of an offset that is written in full": ["after:36h|", "36h (2026-11-19 00:00 UTC) → after:36h"],
    "at the end of a short month": ["after:9mo|", "9mo (2026-02-20 12:00 UTC) → after:9mo"],
    "without the sign, which means nothing": ["after:-7d|", "7d (2026-11-13 12:00 UTC) → after:7d"],
    "without a sign that misleads": ["after:+7|", "7h (2026-11-20 05:00 UTC) → after:7h", "…"],
    "with what of it is after the cursor": [
      "after:yes|xyz type:A",
      "yesterday (2026-11-19 00:00 UTC) → after:yesterday type:A",
    ],
    "inside quotes": ['after:"yes|"', "yesterday (2026-11-19 00:00 UTC) → after:yesterday"],
    "in quotes that something touches": [
      'after:"yes|"x',
      'yesterday (2026-11-19 00:00 UTC) → after:"yesterday"x',
    ],
    "with its qualifier in another case": [
      "After:yes|",
      "yesterday (2026-11-19 00:00 UTC) → after:yesterday",
    ],
    "of the months of this year so far": [
      "after:2026-1|",
      "2026-10-01 (2026-10-01 00:00 UTC) → after:2026-10-01",
      "2026-11-01 (2026-11-01 00:00 UTC) → after:2026-11-01",
    ],
    "of a day that is written in full": [
      "after:2026-11-05|",
      "2026-11-05 (2026-11-05 00:00 UTC) → after:2026-11-05",
    ],
    "of a leap day": ["after:2024-02-29|", "2024-02-29 (2024-02-29 00:00 UTC) → after:2024-02-29"],
    "of a year long ago": ["after:0001-0|", "0001-01-01 (0001-01-01 00:00 UTC) → after:0001-01-01", "…"],
    "of a day to come only when it is written in full": [
      "before:2999-01-01|",
      "2999-01-01 (2999-01-01 00:00 UTC) → before:2999-01-01",
    ],
  });
});

describe("no date is offered", () => {
  offers({
    "that does not exist": ["after:2026-02-3|"],
    "in the year 0": ["after:0000-01|"],
    "before the year 1": ["after:99999999y|"],
    "beyond the calendar for a large number": ["after:999999y|"],
    "to come": ["after:2026-12|"],
    "for digits that are not ASCII": ["after:٧|"],
    "with a time": ["after:2026-01-01T|"],
    "for a word for times to come": ["after:tomorrow|"],
  });
});

describe("where nothing is typed", () => {
  test("common offsets, words and this day are offered", async () => {
    const labels = (await offersAt("after:|")).map(({ label }) => label);
    expect(labels.toSorted()).toEqual([...commonOffsets, ...dateWords.keys(), "2026-11-20"].toSorted());
  });
});

describe("days up to now are offered", () => {
  const daysAt = async (source: string, now: number = exampleNow): Promise<readonly string[]> =>
    (await offersAt(source, null, now)).map(({ label }) => label).filter((label) => label.length === 10);

  test("as the first days of months for a year, before a number of hours", async () => {
    expect(await daysAt("after:2026|")).toHaveLength(11);
    expect((await offersAt("after:2026|"))[0]?.label).toBe("2026-01-01");
    expect(await daysAt("after:2025|")).toHaveLength(12);
    expect(await daysAt("after:2025-|")).toHaveLength(12);
    expect(await daysAt("after:2027|")).toEqual([]);
  });

  test("as the days of a month", async () => {
    expect(await daysAt("after:2026-11|")).toHaveLength(20);
    expect(await daysAt("after:2026-11-|")).toHaveLength(20);
    expect(await daysAt("after:2026-10-|")).toHaveLength(31);
    expect(await daysAt("after:2026-02-|")).toHaveLength(28);
    expect(await daysAt("after:2024-02-|")).toHaveLength(29);
    expect(await daysAt("after:2026-10-3|")).toEqual(["2026-10-30", "2026-10-31"]);
  });

  test("at the ends of the calendar", async () => {
    const first = Date.parse("0001-01-01T00:00:00.000Z");
    expect(await daysAt("after:|", first)).toEqual(["0001-01-01"]);
    expect((await offersAt("after:1|", null, first)).map(({ label }) => label)).toEqual([]);
    expect((await offersAt("after:0|", null, first)).map(({ label }) => label)).toContain("0d");
    expect(await daysAt("after:9999-12-3|", Date.parse("9999-12-31T23:59:59.999Z"))).toEqual([
      "9999-12-30",
      "9999-12-31",
    ]);
  });

  test("but not at an evaluation time beyond the calendar", async () => {
    expect(await daysAt("after:|", 8.64e15)).toEqual([]);
  });
});

test("every offer is a date, with the instant of resolveDate", async () => {
  for (const source of [
    "after:|",
    "before:1|",
    "after:20|",
    "after:2026|",
    "after:2026-0|",
    "after:l|",
    "before:-1|",
  ]) {
    for (const { label, detail, kind } of await offersAt(source)) {
      const resolved = resolveDate(label, exampleNow);
      if (!resolved.ok) expect.fail(`${label} is no date`);
      expect([kind, detail]).toEqual([
        "date",
        `${new Date(resolved.instant).toISOString().slice(0, 16).replace("T", " ")} UTC`,
      ]);
    }
  }
});
