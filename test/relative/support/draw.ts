// Random queries, the dates of which are close to each other, and pairs of which one was made from the other.

import type { Random } from "../../support/backends/random.ts";
import { DAY, FIRST, LAST, midnightOf, monthsAgo } from "./calendar.ts";
import type { Spec } from "./spec.ts";
import { criticalTimes } from "./times.ts";

/** Dates that are nearly the same, or the same at some times. */
const families: readonly (readonly string[])[] = [
  ["now", "0h", "0d", "-0w", "0mo", "0y", "today", "1h"],
  ["today", "yesterday", "1d", "2d", "12h", "23h", "24h", "25h", "47h", "48h", "1h"],
  ["27d", "28d", "4w", "29d", "30d", "31d", "32d", "1mo", "last-month", "-1mo", "672h", "719h", "744h"],
  ["58d", "59d", "60d", "61d", "62d", "63d", "2mo"],
  ["88d", "89d", "90d", "91d", "92d", "93d", "3mo", "13w"],
  ["182d", "181d", "184d", "26w", "6mo"],
  ["364d", "365d", "366d", "367d", "1y", "12mo", "last-year", "11mo", "13mo", "52w", "8760h"],
  ["730d", "731d", "732d", "2y", "24mo"],
  ["1459d", "1460d", "1461d", "1462d", "4y", "48mo"],
  ["36523d", "36524d", "36525d", "36526d", "100y", "1200mo"],
  ["146096d", "146097d", "146098d", "400y", "4800mo", "4799mo", "4801mo", "20871w"],
  ["3287181d", "9000y", "108000mo", "3287182d", "3287180d"],
  ["9998y", "119976mo", "3651694d", "3651695d", "3652058d", "119987mo", "9999y"],
];

const days =
  "2020-01-01 2020-01-31 2020-02-29 2020-03-01 2020-12-31 2023-02-28 2100-02-28 1600-02-29 0001-01-01 0001-01-02 0004-02-29 9999-12-31 9999-12-30 9996-02-29".split(
    " ",
  );

/** A query with dates out of a few families; one in four has names too. */
export function drawSpec(random: Random, pool: readonly string[] = poolOf(random)): Spec {
  return {
    ...drawnKinds(random),
    after: datesFrom(random, pool, [0, 1, 1, 1, 2, 3]),
    before: datesFrom(random, pool, [0, 0, 1, 1, 2]),
  };
}

/** A query and one next to it: made from it by an edit or two, now and then independent but of the same families. */
export function drawPair(random: Random): readonly [Spec, Spec] {
  const pool = poolOf(random);
  const one = drawSpec(random, pool);
  const other = random.chance(0.25) ? drawSpec(random, pool) : edited(random, pool, one);
  return random.chance(0.5) ? [one, other] : [other, one];
}

function poolOf(random: Random): readonly string[] {
  const family = random.pick(families);
  const others = random.chance(0.3) ? random.pick(families) : [];
  return [...family, ...others, ...(random.chance(0.5) ? random.some(days, 3) : [])];
}

function datesFrom(random: Random, pool: readonly string[], counts: readonly number[]): readonly string[] {
  return Array.from({ length: random.pick(counts) }, () => random.pick(pool));
}

function drawnKinds(random: Random): Spec {
  if (random.chance(0.75)) return {};
  return {
    types: random.some(["Person", "Company"], random.below(3)),
    shapes: random.some(["crm", "sales", "inbox", "both", "nowhere"], random.pick([0, 0, 1, 2])),
    sources: random.some(["crm", "both", "nowhere"], random.pick([0, 0, 1])),
  };
}

/** Two edits at most: a date more, less, or another; a name more or less. */
function edited(random: Random, pool: readonly string[], spec: Spec): Spec {
  const { types = [], shapes = [], after = [], before = [] } = spec;
  const once = random.pick<Spec>([
    { after: changed(random, pool, after) },
    { after: changed(random, pool, after) },
    { before: changed(random, pool, before) },
    { types: changed(random, ["Person", "Company"], types) },
    { shapes: changed(random, ["crm", "sales", "both", "nowhere"], shapes) },
  ]);
  const result = { ...spec, ...once };
  return random.chance(0.4) ? edited(random, pool, result) : result;
}

function changed(random: Random, pool: readonly string[], values: readonly string[]): readonly string[] {
  const at = random.below(values.length + 1);
  return random.pick([
    values.toSpliced(at, 1),
    values.toSpliced(at, 0, random.pick(pool)),
    values.toSpliced(at, 1, random.pick(pool)),
  ]);
}

/** A time at which something about the query is about to happen, or any. */
export function drawTime(random: Random, ...specs: readonly Spec[]): number {
  const kind = random.below(10);
  if (kind < 3) {
    const critical = criticalTimes(...specs);
    const time = critical[random.below(critical.length)] ?? 0;
    return within(time + random.pick([0, 0, 0, -DAY, DAY, 1, -1, 3_600_000, -random.below(3 * DAY)]));
  }
  const any = kind < 8 ? Date.parse("2019-11-01") + random.below(1700 * DAY) : anyTime(random);
  const monthEnd = monthsAgo(midnightOf(any), 0);
  const start = monthEnd - (new Date(monthEnd).getUTCDate() - 1) * DAY;
  return within(
    random.pick([
      any,
      midnightOf(any) + random.pick([0, 0, 1, -1, 43_200_000, 43_200_001]),
      start + random.below(4) * DAY - random.below(5) * DAY + random.pick([0, 1, -1, random.below(DAY)]),
    ]),
  );
}

function anyTime(random: Random): number {
  const years = random.pick([random.below(9999), random.below(12), 9998 - random.below(12)]);
  return new Date(0).setUTCFullYear(1 + years, 0, 1) + random.below(365 * DAY);
}

function within(time: number): number {
  return Math.min(Math.max(time, FIRST), LAST);
}
