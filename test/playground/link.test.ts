// Tests the links of the playground: what is written is read back, and anything else does no harm.

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readLink, writeLink } from "../../editors/playground/model/link.ts";
import type { Settings } from "../../editors/playground/model/settings.ts";
import { runs } from "../support/runs.ts";

const defaults: Settings = {
  query: "type:Bug",
  catalogText: '{\n  "shapes": [{ "id": "s1", "name": "Shells" }]\n}\n',
  now: { kind: "fixed", instant: Date.UTC(2026, 8, 30, 12) },
};

/** Of an address: halves of surrogate pairs cannot be in one. */
const anyText = fc.string({ unit: "binary", maxLength: 60 }).map((text) => text.toWellFormed());

const anySettings: fc.Arbitrary<Settings> = fc.record({
  query: anyText,
  catalogText: fc.oneof(
    anyText,
    fc.tuple(fc.nat(50), fc.nat(50), anyText).map(([from, length, inserted]) => {
      const { catalogText } = defaults;
      return catalogText.slice(0, from) + inserted + catalogText.slice(from + length);
    }),
  ),
  now: fc.oneof(
    fc.constant({ kind: "live" as const }),
    fc
      .date({
        min: new Date("0001-01-01T00:00:00Z"),
        max: new Date("9999-12-31T23:59:59Z"),
        noInvalidDate: true,
      })
      .map((date) => ({ kind: "fixed" as const, instant: date.getTime() })),
  ),
});

test("a written link is read back", () => {
  fc.assert(
    fc.property(anySettings, (settings) => {
      const { hash, isCatalogLeftOut } = writeLink(settings, defaults);
      expect(isCatalogLeftOut).toBe(false);
      expect(readLink(hash, defaults)).toEqual({ settings, problems: [] });
    }),
    runs(300),
  );
});

test("reading anything yields settings, and never throws", () => {
  const anyHash = fc.oneof(
    fc.string({ unit: "binary" }),
    fc
      .array(
        fc.tuple(fc.constantFrom("query", "now", "catalog", "__proto__", ""), fc.string({ unit: "binary" })),
      )
      .map((parts) => `#${parts.map(([name, value]) => `${name}=${value}`).join("&")}`),
  );
  fc.assert(
    fc.property(anyHash, (hash) => {
      const { settings } = readLink(hash, defaults);
      expect(settings.query.length).toBeLessThanOrEqual(65_536);
      expect(Number.isFinite(settings.now.kind === "fixed" ? settings.now.instant : 0)).toBe(true);
    }),
    runs(300),
  );
});

test("a link contains the query, and otherwise only non-default settings", () => {
  expect(writeLink(defaults, defaults).hash).toBe("#query=type%3ABug");
  expect(writeLink({ ...defaults, query: "", now: { kind: "live" } }, defaults).hash).toBe(
    "#query=&now=live",
  );
  const edited = defaults.catalogText.replace("Shells", "Shell scripts");
  const { hash } = writeLink({ ...defaults, catalogText: edited }, defaults);
  expect(hash).toMatch(/^#query=type%3ABug&catalog=\w+\.43\.43\.[+ \w%]+$/);
});

test("a missing link gives the defaults, silently", () => {
  for (const hash of ["", "#"])
    expect(readLink(hash, defaults)).toEqual({ settings: defaults, problems: [] });
});

test("a large change of the catalog is left out, and that is reported", () => {
  const catalogText = "x".repeat(10_000);
  const { hash, isCatalogLeftOut } = writeLink({ ...defaults, catalogText }, defaults);
  expect(isCatalogLeftOut).toBe(true);
  expect(hash).toBe("#query=type%3ABug");
});

describe("an unreadable part gets its default, and is named", () => {
  const { hash: changed } = writeLink({ ...defaults, catalogText: "[]" }, defaults);
  const checksum = /catalog=(\w+)\./.exec(changed)?.[1] ?? "";
  test.each([
    ["query", `query=${"x".repeat(65_537)}`],
    ["now", "now=soon"],
    ["now", "now=2026-02-30T00:00:00.000Z"],
    ["now", "now=2026-01-01"],
    ["now", "now=0000-01-01T00:00:00.000Z"],
    ["now", "now=%2B010000-01-01T00:00:00.000Z"],
    ["catalog", "catalog="],
    ["catalog", "catalog=0.1.2.x"],
    ["catalog", `catalog=${checksum}.2.1.x`],
    ["catalog", `catalog=${checksum}.0.99999.x`],
    ["catalog", `catalog=${checksum}.-1.2.x`],
    ["catalog", `catalog=${checksum}.0.1.${"x".repeat(7000)}`],
  ])("%s in %.40s", (part, hash) => {
    const { settings, problems } = readLink(`#${hash}`, defaults);
    expect(settings).toEqual(defaults);
    expect(problems).toHaveLength(1);
    expect(problems[0]).toContain(`The ${part} of the link could not be read`);
  });
});
