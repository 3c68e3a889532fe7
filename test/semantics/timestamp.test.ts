// Tests which texts are dates, and which of them are timestamps whose order as texts is that of time.

import { describe, expect, test } from "vitest";
import { isDate, timestampPattern } from "../../src/semantics/timestamp.ts";

const isTimestamp = (text: string): boolean => new RegExp(timestampPattern).test(text);

const days: Readonly<Record<string, boolean>> = {
  "2026-01-31": true,
  "2026-01-29": true,
  "2026-02-28": true,
  "2026-04-30": true,
  "2026-12-31": true,
  "2026-10-30": true,
  "2026-11-29": true,
  "2024-02-29": true,
  "2020-02-29": true,
  "2012-02-29": true,
  "2000-02-29": true,
  "1600-02-29": true,
  "9999-12-31": true,
  "2026-02-29": false,
  "1900-02-29": false,
  "2100-02-29": false,
  "2026-02-30": false,
  "2026-04-31": false,
  "2026-06-31": false,
  "2026-09-31": false,
  "2026-11-31": false,
  "2026-01-32": false,
  "2026-01-00": false,
  "2026-00-10": false,
  "2026-13-10": false,
};

describe("a day, alone and with a time, is a date if it exists", () => {
  test.each(Object.entries(days))("%s: %s", (day, exists) => {
    expect([isDate(day), isDate(`${day}T00:00:00Z`)]).toEqual([exists, exists]);
    expect([isTimestamp(`${day}T00:00:00.000Z`), isTimestamp(day)]).toEqual([exists, false]);
  });
});

test.each([
  "2026-01-01T23:59Z",
  "2026-01-01T19:00:59Z",
  "2026-01-01T00:00:00.1Z",
  "2026-01-01T00:00:00.123456Z",
  "2026-01-01T00:00+14:00",
  "2026-01-01T00:00-09:59",
])("%s is a date and not a timestamp", (text) => {
  expect([isDate(text), isTimestamp(text)]).toEqual([true, false]);
});

test.each([
  "",
  "x2026-01-01",
  "2026-01-01x",
  "2026-01-01T00:00:00.000Zx",
  "x2026-01-01T00:00:00.000Z",
  "12026-01-01T00:00:00.000Z",
  "2026-1-1",
  "2026-01-01T24:00:00Z",
  "2026-01-01T00:60:00Z",
  "2026-01-01T00:00:60Z",
  "2026-01-01T00:00:00.Z",
  "2026-01-01T00:00:00",
  "2026-01-01T00Z",
  "2026-01-01 00:00Z",
  "2026-01-01Z",
  "2026-01-01T00:00+15:00",
  "2026-01-01T00:00+1:00",
  "2026-01-01T00:00+01:60",
  "2026-01-01T00:00+0100",
  "2026-01-01T00:00Z+01:00",
])("%j is neither a date nor a timestamp", (text) => {
  expect([isDate(text), isTimestamp(text)]).toEqual([false, false]);
});
