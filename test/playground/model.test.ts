// Tests what the playground computes without a page: the timeline, instants, the catalog as text, the results, the examples.

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readCatalog, writeCatalog } from "../../editors/playground/model/catalog-text.ts";
import { examples } from "../../editors/playground/model/examples.ts";
import { fromField, fromIso, showInstant, toField } from "../../editors/playground/model/instants.ts";
import { createRunner, isCurrent } from "../../editors/playground/model/outcome.ts";
import { unpackSamples } from "../../editors/playground/model/packed.ts";
import { evaluationTimeOf, firstQuery, sampleNow } from "../../editors/playground/model/settings.ts";
import {
  binsOf,
  placeIn,
  rangeStretch,
  ticksOf,
  wholeStretch,
} from "../../editors/playground/model/timeline.ts";
import { playgroundData } from "../../scripts/playground/data.ts";
import { compile, createCatalog, validate } from "../../src/index.ts";
import { runs } from "../support/runs.ts";

const data = playgroundData();
const samples = unpackSamples(data.samples);
const catalog = createCatalog(data.catalog);

describe("instants", () => {
  test.each([
    [0, "1970-01-01 00:00 UTC"],
    [1000, "1970-01-01 00:00:01 UTC"],
    [1, "1970-01-01 00:00:00.001 UTC"],
    [sampleNow, "2026-09-30 12:00 UTC"],
    [Date.parse("0001-01-01T00:00:00Z"), "0001-01-01 00:00 UTC"],
  ])("are shown in words: %d as %s", (instant, shown) => {
    expect(showInstant(instant)).toBe(shown);
  });

  test.each([
    ["2026-09-30T12:00", Date.UTC(2026, 8, 30, 12)],
    ["2026-09-30T12:00:30", Date.UTC(2026, 8, 30, 12, 0, 30)],
    ["0001-01-01T00:00", Date.parse("0001-01-01T00:00:00Z")],
    ["", undefined],
    ["2026-09-30", undefined],
    ["2026-02-30T00:00", undefined],
    ["12026-02-03T00:00", undefined],
    ["0000-01-01T00:00", undefined],
  ])("are read from the field %s as %s", (field, instant) => {
    expect(fromField(field)).toBe(instant);
    if (instant !== undefined) expect(fromField(toField(instant))).toBe(instant);
  });

  test("are read only from ISO 8601 in UTC", () => {
    expect(fromIso("2026-09-30T12:00:00.000Z")).toBe(sampleNow);
    for (const text of ["2026-09-30T12:00:00+02:00", "now", "2026-09-30T25:00:00Z", "Z"])
      expect(fromIso(text), text).toBeUndefined();
  });

  test("of the clock are whole minutes", () => {
    const live = evaluationTimeOf({ kind: "live" });
    expect(Date.now() - live).toBeLessThan(61_000);
    expect(live % 60_000).toBe(0);
    expect(evaluationTimeOf({ kind: "fixed", instant: 7 })).toBe(7);
  });
});

describe("the timeline", () => {
  const day = 86_400_000;
  const anyInstant = fc.integer({
    min: Date.parse("0001-01-01T00:00:00Z"),
    max: Date.parse("9999-12-31T23:59:59Z"),
  });
  const anyStretch = fc
    .tuple(anyInstant, fc.integer({ min: 1, max: 400_000 }))
    .map(([start, hours]) => ({ start, end: start + hours * 3_600_000 }));

  test("has ticks in the visible range, ascending, evenly spaced, and no more than fit", () => {
    fc.assert(
      fc.property(anyStretch, fc.integer({ min: 2, max: 20 }), (stretch, most) => {
        const ticks = ticksOf(stretch, most).map(({ instant }) => instant);
        expect(ticks).toEqual(ticks.toSorted((one, other) => one - other));
        expect(ticks.every((tick) => tick >= stretch.start && tick < stretch.end)).toBe(true);
        expect(ticks.length).toBeLessThanOrEqual(most + 2);
      }),
      runs(500),
    );
  });

  test.each([
    ["1995-01-01", "2026-12-31", 8, ["1995", "2000", "2005", "2010", "2015", "2020", "2025"]],
    ["2025-11-01", "2026-10-01", 6, ["2025-11", "2026-01", "2026-03", "2026-05", "2026-07", "2026-09"]],
    ["2006-03-19", "2006-03-28", 5, ["2006-03-19", "2006-03-21", "2006-03-23", "2006-03-25", "2006-03-27"]],
    ["2006-01-04", "2006-02-10", 6, ["2006-01-09", "2006-01-16", "2006-01-23", "2006-01-30", "2006-02-06"]],
    ["2006-03-19", "2006-03-20", 5, ["2006-03-19", "06:00", "12:00", "18:00"]],
    ["0001-01-01", "9999-12-31", 6, ["2000", "4000", "6000", "8000"]],
  ])("has, from %s to %s with room for %d, the ticks %j", (start, end, most, labels) => {
    const ticks = ticksOf({ start: Date.parse(start), end: Date.parse(end) }, most);
    expect(ticks.map(({ label }) => label)).toEqual(labels);
  });

  test("counts each instant in the visible range once", () => {
    fc.assert(
      fc.property(
        anyStretch,
        fc.array(anyInstant),
        fc.integer({ min: 1, max: 50 }),
        (stretch, instants, size) => {
          const inside = instants.filter((instant) => instant >= stretch.start && instant < stretch.end);
          const bins = binsOf([...instants, stretch.start, stretch.end - 1, stretch.end], stretch, size);
          expect(bins).toHaveLength(size);
          expect(bins.reduce((sum, count) => sum + count, 0)).toBe(inside.length + 2);
          expect(bins[0]).toBeGreaterThan(0);
          expect(bins.at(-1)).toBeGreaterThan(0);
        },
      ),
      runs(300),
    );
  });

  test("shows all data and a nearby evaluation time, and a range with room on both sides", () => {
    const whole = wholeStretch(0, 1000 * day, 1010 * day);
    expect(placeIn(whole, 0)).toBeGreaterThan(0);
    expect(placeIn(whole, 1010 * day)).toBeLessThan(1);
    expect(wholeStretch(0, 1000 * day, 9000 * day).end).toBeLessThan(1100 * day);
    const closer = rangeStretch({ start: 10 * day, end: 20 * day }, whole);
    expect([closer.start < 10 * day, closer.end > 20 * day, closer.end < 22 * day]).toEqual([
      true,
      true,
      true,
    ]);
    const empty = rangeStretch({ start: 20 * day, end: 10 * day }, whole);
    expect(empty).toEqual(closer);
    expect(rangeStretch({ start: 10 * day }, whole).end).toBeGreaterThan(whole.end);
    expect(rangeStretch({ end: 10 * day }, whole).start).toBeLessThan(whole.start);
    expect(rangeStretch({ start: 5000 * day }, whole).end).toBeGreaterThan(5000 * day);
  });
});

describe("the catalog as text", () => {
  test("is one entry per line, and reads back the same", () => {
    const text = writeCatalog(data.catalog);
    expect(JSON.parse(text)).toEqual(data.catalog);
    expect(text.split("\n").length).toBeGreaterThan(500);
    expect(text).toMatch(/^ {4}\{ "id": "[\w-]+", "name": "Shells" \},$/m);
    expect(readCatalog(text)).toMatchObject({ ok: true, summary: "53 shapes, 410 sources, 4 types" });
  });

  test.each([
    ["{}", "0 shapes, 0 sources, types not listed"],
    ['{ "types": [] }', "0 shapes, 0 sources, 0 types"],
    ['{ "shapes": [{ "id": "a", "name": "A" }], "types": ["T"] }', "1 shape, 0 sources, 1 type"],
  ])("may be %s", (text, summary) => {
    expect(readCatalog(text)).toMatchObject({ ok: true, summary });
  });

  test.each([
    ["", "Line 1, column 1: expected a value, not the end of the text", 0],
    ['{ "shapes": ]', "Line 1, column 13: expected a value", 12],
    ['{\n"a": 1,\n}', "Line 3, column 1: expected a name in double quotes", 10],
    ["[]", "must be an object", undefined],
    ["null", "must be an object", undefined],
    ['{ "types": [7] }', "types[0]", undefined],
    ['{ "sources": [{ "id": "a", "name": 1 }] }', "sources[0].name", undefined],
  ])("has its mistake and position reported for %s", (text, message, offset) => {
    const read = readCatalog(text);
    expect(read.ok ? "" : read.message).toContain(message);
    expect(read.ok ? undefined : read.offset).toBe(offset);
  });
});

describe("the results", () => {
  const at = { catalog, now: sampleNow };

  test("belong to the query if it compiled, otherwise to the last one that did, and are then outdated", () => {
    const run = createRunner(samples);
    expect(run("type:", at).found).toBeNull();
    const good = run("type:Package", at);
    expect(good.found).toMatchObject({ query: "type:Package", count: 693, byType: [["Package", 693]] });
    expect(isCurrent(good)).toBe(true);
    const bad = run("type:", at);
    expect(bad.found).toBe(good.found);
    expect(isCurrent(bad)).toBe(false);
    expect(run("", at).found?.byType.map(([type]) => type)).toEqual([
      "Release",
      "Bug",
      "Vulnerability",
      "Package",
    ]);
  });
});

describe("the examples", () => {
  test.each(examples.filter(({ label }) => !/mistakes|empty|unknown/i.test(label)))(
    "include $label, which finds something",
    ({ query }) => {
      expect(createRunner(samples)(query, { catalog, now: sampleNow }).found?.count).toBeGreaterThan(5);
      const worse = validate(query, { catalog, now: sampleNow }).filter(({ severity }) =>
        /error|warning/.test(severity),
      );
      expect(worse).toEqual([]);
    },
  );

  test("begin with a query that finds something and has no diagnostics", () => {
    expect(validate(firstQuery, { catalog, now: sampleNow })).toEqual([]);
    expect(createRunner(samples)(firstQuery, { catalog, now: sampleNow }).found?.count).toBeGreaterThan(50);
  });

  test("include one that is refused, and one with unknown names", () => {
    const results = examples.map(({ query }) => compile(query, { catalog, now: sampleNow }));
    expect(results.filter(({ ok }) => !ok)).toHaveLength(1);
    expect(results.filter((result) => result.ok && result.unresolved.sources.length > 0)).toHaveLength(1);
    expect(new Set(examples.map(({ label }) => label)).size).toBe(examples.length);
  });
});
