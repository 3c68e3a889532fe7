// Tests how far back from now a date can lie, over all evaluation times.

import { expect, test } from "vitest";
import { pointOf } from "../../src/dates/instant.ts";
import { type Reach, reachOf } from "../../src/dates/reach.ts";

const hour = 3_600_000;
const day = 24 * hour;

test.each<{ readonly date: string; readonly reach: Reach | undefined }>([
  { date: "2026-01-05", reach: undefined },
  { date: "12h", reach: { least: 12 * hour, most: 12 * hour } },
  { date: "2w", reach: { least: 14 * day, most: 14 * day } },
  { date: "yesterday", reach: { least: day, most: 2 * day } },
  { date: "1mo", reach: { least: 28 * day, most: 31 * day } },
  { date: "1y", reach: { least: 12 * 28 * day, most: 12 * 31 * day } },
])("the reach of $date is as expected", ({ date, reach }) => {
  const point = pointOf(date);
  expect(point).toBeDefined();
  expect(point && reachOf(point)).toEqual(reach);
});
