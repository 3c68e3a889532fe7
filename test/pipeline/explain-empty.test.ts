// Tests how it is explained why a slice is empty: every reason, in words.

import { describe, expect, test } from "vitest";
import { type CompileOptions, compile, explain } from "../../src/index.ts";
import { exampleCatalog, exampleNow } from "../support/example-catalog.ts";

const options: CompileOptions = { catalog: exampleCatalog, now: exampleNow };
const from = "Relative dates count from 2026-11-20 12:00:00.000 UTC.";

/** Checks the lines of an explanation, from the text and from its compilation. */
function check(source: string, ...lines: readonly string[]): void {
  expect(explain(source, options).split("\n")).toEqual(lines);
  expect(explain(compile(source, options)).split("\n")).toEqual(lines);
}

describe("an empty slice is explained", () => {
  test("by unknown names", () => {
    check("type:Person source:gmial", "The slice is empty: no `source:` name is known (`gmial`).");
    check("shape:X shape:Y shape:X", "The slice is empty: no `shape:` name is known (`X` and `Y`).");
  });

  test("by a name that is known only for another qualifier", () => {
    check("shape:Inbox source-shape:X", "The slice is empty: no `source-shape:` name is known (`X`).");
    check("shape:gmail source:gmail", "The slice is empty: no `shape:` name is known (`gmail`).");
  });

  test("by a range that ends before it begins", () => {
    check(
      "after:today before:yesterday",
      "The slice is empty: it begins at 2026-11-20 00:00:00.000 UTC (`after:today`), which is not before its end at 2026-11-19 00:00:00.000 UTC (`before:yesterday`).",
      from,
    );
  });

  test("by a range that ends where it begins", () => {
    check(
      "before:2026-01-01 after:2026-01-01 after:2026-02-01",
      "The slice is empty: it begins at 2026-01-01 00:00:00.000 UTC (the earliest of `after:2026-01-01` and `after:2026-02-01`), which is not before its end at 2026-01-01 00:00:00.000 UTC (`before:2026-01-01`).",
    );
  });

  test("by a range that ends where dates begin", () => {
    check(
      "before:0001-01-01",
      "The slice is empty: it ends at 0001-01-01 00:00:00.000 UTC (`before:0001-01-01`), and no date is earlier.",
    );
  });
});

test("a range that begins at the last millisecond of the calendar is not reported as empty", () => {
  const last = Date.parse("9999-12-31T23:59:59.999Z");
  expect(explain("after:now", { now: last })).toContain(
    "- have a `created_at` of 9999-12-31 23:59:59.999 UTC",
  );
  expect(explain("after:now before:now", { now: last })).toContain("The slice is empty: it begins at 9999-");
});

test("several reasons are each on a line of their own", () => {
  check(
    "source:a before:7d shape:X type:Person source-shape:Y after:today shape:Z",
    "The slice is empty:",
    "- no `shape:` name is known (`X` and `Z`), and",
    "- no `source:` name is known (`a`), and",
    "- no `source-shape:` name is known (`Y`), and",
    "- it begins at 2026-11-20 00:00:00.000 UTC (`after:today`), which is not before its end at 2026-11-13 12:00:00.000 UTC (`before:7d`).",
    from,
  );
});

test("redundant terms are not reported in an empty slice, because all are redundant", () => {
  check(
    "type:A type:A source:nobody after:7d after:30d",
    "The slice is empty: no `source:` name is known (`nobody`).",
    from,
  );
});

test("terms that do not affect membership are still reported in an empty slice", () => {
  check(
    "shape:X sort:name",
    "The slice is empty: no `shape:` name is known (`X`).",
    "Not part of the scope:",
    "- `sort:name`: `sort:` does not affect which entities are in the slice; it is reported as a scope warning.",
  );
});

describe("fields that two kinds share", () => {
  const fields = { shape: "made_by", source: "made_by" };

  test("can require different values", () => {
    const text = "shape:Inbox source:gmail";
    const lines = ["The slice is empty: no entity can meet all of its conditions at once."];
    expect(explain(text, { ...options, fields }).split("\n")).toEqual(lines);
    expect(explain(compile(text, { ...options, fields })).split("\n")).toEqual(lines);
  });

  test("can require the same, if names are their own IDs", () => {
    expect(explain("shape:a source:a source:b", { now: exampleNow, fields })).not.toContain("empty");
  });

  test("are not a reason if only one is empty", () => {
    const text = "shape:Inbox source:nobody";
    expect(explain(text, { ...options, fields })).toBe(
      "The slice is empty: no `source:` name is known (`nobody`).",
    );
  });
});
