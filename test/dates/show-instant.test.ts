// Tests how an instant is shown in words, in UTC.

import { expect, test } from "vitest";
import { showUtc } from "../../src/dates/show-instant.ts";

test.each([
  ["2026-08-20T12:00:00.000Z", "2026-08-20 12:00 UTC"],
  ["2026-08-20T23:59:59.999Z", "2026-08-20 23:59 UTC"],
  ["0001-01-01T00:00:00.000Z", "0001-01-01 00:00 UTC"],
  ["9999-12-31T23:59:59.999Z", "9999-12-31 23:59 UTC"],
  ["+012000-01-01T00:00:00.000Z", "+012000-01-01 00:00 UTC"],
  ["-000001-01-01T00:00:00.000Z", "-000001-01-01 00:00 UTC"],
])("%s is shown as %s", (instant, expected) => {
  expect(showUtc(Date.parse(instant))).toBe(expected);
});
