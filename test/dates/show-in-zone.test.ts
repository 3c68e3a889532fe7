// Tests that an instant on the clock of a zone is what the platform shows there, in whatever zone the process is.

import { describe, expect, test } from "vitest";
import { showInZone } from "../../src/dates/show-in-zone.ts";
import { runInZone, zones } from "./in-zone.ts";

test.each(zones)(
  "a process in $zone shows every clock correctly, around its changes and in old years",
  (evidence) => {
    const { instants, ...found } = JSON.parse(runInZone("./show-in-zone.child.ts", evidence.zone));
    expect(found).toEqual({ ...evidence, differences: [] });
    expect(instants).toBeGreaterThan(2000);
  },
);

describe("an instant on the clock of a zone", () => {
  test.each([
    ["in winter", "2026-01-15T12:00:00Z", "Europe/Berlin", "2026-01-15 13:00 +01:00"],
    ["in summer", "2026-07-15T12:00:00Z", "Europe/Berlin", "2026-07-15 14:00 +02:00"],
    ["just before an hour is left out", "2026-03-29T00:59:59Z", "Europe/Berlin", "2026-03-29 01:59 +01:00"],
    ["just after", "2026-03-29T01:00:00Z", "Europe/Berlin", "2026-03-29 03:00 +02:00"],
    ["in an hour that comes twice", "2026-10-25T00:30:00Z", "Europe/Berlin", "2026-10-25 02:30 +02:00"],
    ["in it the second time", "2026-10-25T01:30:00Z", "Europe/Berlin", "2026-10-25 02:30 +01:00"],
    [
      "before a change that UTC has had",
      "2026-03-08T03:00:00Z",
      "America/New_York",
      "2026-03-07 22:00 -05:00",
    ],
    ["around half an hour", "2026-04-04T15:15:00Z", "Australia/Lord_Howe", "2026-04-05 01:45 +10:30"],
    ["in odd minutes", "2026-01-01T00:00:00Z", "Asia/Kathmandu", "2026-01-01 05:45 +05:45"],
    ["a day ahead", "2026-01-01T12:00:00Z", "Pacific/Kiritimati", "2026-01-02 02:00 +14:00"],
    [
      "on either side of a day that was left out",
      "2011-12-30T10:00:00Z",
      "Pacific/Apia",
      "2011-12-31 00:00 +14:00",
    ],
    ["before railways", "1850-01-01T00:00:00Z", "America/New_York", "1849-12-31 19:03 -04:56"],
    ["before the year 1", "0001-01-01T00:00:00Z", "America/New_York", "0000-12-31 19:03 -04:56"],
    ["in UTC", "2026-01-01T00:00:00Z", "UTC", "2026-01-01 00:00 +00:00"],
    ["by an offset", "2026-01-01T00:00:00Z", "-03:30", "2025-12-31 20:30 -03:30"],
    ["by a name in any case", "2026-01-01T00:00:00Z", "europe/berlin", "2026-01-01 01:00 +01:00"],
  ])("%s", (_, instant, zone, expected) => {
    expect(showInZone(Date.parse(instant), zone)).toBe(expected);
  });

  test("is correct at the end of the calendar", () => {
    expect(showInZone(Date.parse("9999-12-31T23:59:59.999Z"), "Pacific/Kiritimati")).toBe(
      "10000-01-01 13:59 +14:00",
    );
  });

  test.each(["Mars/Olympus_Mons", "", " ", "UTC+25", "__proto__"])(
    "is not shown for an unknown zone: %j",
    (zone) => {
      expect(showInZone(0, zone)).toBeUndefined();
    },
  );
});
