// Tests the explanation of a query in plain words, line by line.

import { describe, expect, test } from "vitest";
import { type CompileOptions, compile, explain, parse, query, term, text } from "../../src/index.ts";
import { exampleCatalog, exampleNow } from "../support/example-catalog.ts";

const options: CompileOptions = { catalog: exampleCatalog, now: exampleNow };
const from = "Relative dates count from 2026-11-20 12:00:00.000 UTC.";
const holds = "The slice contains the entities that";

/** Checks the lines of an explanation with the example's catalog, from the text and from its compilation. */
function check(source: string, ...lines: readonly string[]): void {
  expect(explain(source, options).split("\n")).toEqual(lines);
  expect(explain(compile(source, options)).split("\n")).toEqual(lines);
}

describe("the explanation describes", () => {
  test("the whole project", () => {
    check("", "The slice is the whole project: nothing narrows it.");
  });

  test("one type", () => {
    check("type:Person", holds, "- are of the type `Person`.");
  });

  test("one of several types", () => {
    check(
      "type:Person type:Company type:Person type:Pet",
      holds,
      "- are of the type `Person`, `Company` or `Pet`.",
      "The second `type:Person` adds nothing: the first already covers it.",
    );
  });

  test("names of every kind", () => {
    check(
      'source-shape:Inbox source:gmail source:slack shape:"Sales CRM" type:Person',
      holds,
      "- are of the type `Person`, and",
      "- have the shape `Sales CRM`, and",
      "- come from the source `gmail` or `slack`, and",
      "- have a source of the shape `Inbox`.",
    );
  });

  test("a start", () => {
    check(
      "after:7d",
      holds,
      "- have a `created_at` of 2026-11-13 12:00:00.000 UTC (`after:7d`) or later.",
      from,
    );
  });

  test("an end", () => {
    check(
      "before:today",
      holds,
      "- have a `created_at` before 2026-11-20 00:00:00.000 UTC (`before:today`).",
      from,
    );
  });

  test("a start and an end", () => {
    check(
      "type:Person before:yesterday after:2026-01-05",
      holds,
      "- are of the type `Person`, and",
      "- have a `created_at` of 2026-01-05 00:00:00.000 UTC (`after:2026-01-05`) or later and before 2026-11-19 00:00:00.000 UTC (`before:yesterday`).",
      from,
    );
  });

  test("the earliest of several starts and the latest of several ends", () => {
    check(
      "after:7d after:1mo before:1d before:1h",
      holds,
      "- have a `created_at` of 2026-10-20 12:00:00.000 UTC (the earliest of `after:7d` and `after:1mo`) or later and before 2026-11-20 11:00:00.000 UTC (the latest of `before:1d` and `before:1h`).",
      "`after:7d` adds nothing: `after:1mo` already covers it.",
      "`before:1d` adds nothing: `before:1h` already covers it.",
      from,
    );
  });

  test("a repeated date is named once", () => {
    check(
      "after:7d after:7d",
      holds,
      "- have a `created_at` of 2026-11-13 12:00:00.000 UTC (`after:7d`) or later.",
      "The second `after:7d` adds nothing: the first already covers it.",
      from,
    );
    check(
      "before:1d before:7d before:1d",
      holds,
      "- have a `created_at` before 2026-11-19 12:00:00.000 UTC (the latest of `before:1d` and `before:7d`).",
      "The second `before:1d` adds nothing: the first already covers it.",
      "`before:7d` adds nothing: `before:1d` already covers it.",
      from,
    );
  });

  test("names that are not known next to some that are", () => {
    check(
      "source:gmail source:gmial shape:Inbox shape:X shape:Y",
      holds,
      "- have the shape `Inbox` (not known: `X` and `Y`), and",
      "- come from the source `gmail` (not known: `gmial`).",
    );
  });
});

describe("a term that does not affect membership", () => {
  test("is listed with the reason", () => {
    check(
      "type:Person sort:name report",
      holds,
      "- are of the type `Person`.",
      "Not part of the scope:",
      "- `sort:name`: `sort:` does not affect which entities are in the slice; it is reported as a scope warning.",
      "- `report`: `report` is free text: it does not affect which entities are in the slice, and is reported as a scope warning.",
    );
  });

  test("is listed even where the whole project is the slice", () => {
    check(
      "-type:Person",
      "The slice is the whole project: nothing narrows it.",
      "Not part of the scope:",
      "- `-type:Person`: CQL cannot exclude anything: `-type:Person` is free text, which does not affect membership. Name what belongs in the slice instead.",
    );
  });

  test("is listed as often as it occurs", () => {
    const lines = explain("type:Person a a", options).split("\n");
    expect(lines.filter((line) => line.startsWith("- `a`: "))).toHaveLength(2);
  });

  test("is listed even where a diagnostic is about several terms", () => {
    const lines = explain("type:Person 'a b'", options).split("\n").slice(2);
    expect(lines).toEqual([
      "Not part of the scope:",
      "- `'a`: Single quotes do not quote in CQL, so they are part of `'a`. Use `\"`.",
      "- `b'`: it does not affect which entities are in the slice.",
    ]);
  });
});

describe("a refused query", () => {
  test("has only its errors", () => {
    check(
      "type:",
      "The query is refused, and nothing is compiled:",
      "- `type:` has no name. Write one after the colon, for example `type:Person`.",
    );
  });

  test("with several terms has positions as well", () => {
    check(
      "report type: after:2026-02-29",
      "The query is refused, and nothing is compiled:",
      "- at character 8: `type:` has no name. Write one after the colon, for example `type:Person`.",
      "- at character 20: `2026-02-29` is not a day: February 2026 has 28 days.",
    );
  });
});

describe("explain", () => {
  test("treats names as known without a catalog, and reports that", () => {
    expect(explain("shape:X type:Y source:Z", { now: exampleNow }).split("\n")).toEqual([
      holds,
      "- are of the type `Y`, and",
      "- have the shape `X`, and",
      "- come from the source `Z`.",
      "Names were not looked up, as there is no catalog.",
    ]);
  });

  test("does not mention names without a catalog and without names", () => {
    expect(explain("after:2026-01-01 sort:x", { now: exampleNow })).not.toContain("Names");
  });

  test("does not report types as not looked up", () => {
    expect(explain("type:Person", { now: exampleNow })).not.toContain("Names");
  });

  test("does not mention the evaluation time for days of the calendar", () => {
    expect(explain("after:2026-01-01", options)).not.toContain("Relative dates");
  });

  test("names the configured fields", () => {
    const fields = { date: "updated_at" };
    expect(explain("before:now", { ...options, fields })).toContain("- have a `updated_at` before");
    expect(explain(compile("before:now", { ...options, fields }))).toContain("- have a `updated_at` before");
  });

  test("applies limits", () => {
    expect(explain("type:A type:B", { ...options, limits: { maxTerms: 1 } })).toContain("is refused");
  });

  test("explains a tree through compile", () => {
    const built = query([term("shape", "Sales CRM"), text("a b")]);
    expect(explain(compile(built, options)).split("\n").slice(0, 4)).toEqual([
      holds,
      "- have the shape `Sales CRM`.",
      "Not part of the scope:",
      '- `"a b"`: `a b` is free text: it does not affect which entities are in the slice, and is reported as a scope warning.',
    ]);
    expect(explain(compile(parse("type:Person").query, options))).toBe(
      `${holds}\n- are of the type \`Person\`.`,
    );
  });

  test("refuses by name an argument that is neither a text nor a result", () => {
    const message = "source must be a string or the result of compile";
    for (const source of [undefined, null, 5, {}, parse("type:A").query]) {
      expect(() => Reflect.apply(explain, null, [source])).toThrow(new TypeError(message));
    }
  });

  test("refuses the options that compile refuses", () => {
    expect(() => explain("", { now: Number.NaN })).toThrow(TypeError);
    expect(() => explain("", { limits: { maxTerms: -1 } })).toThrow(TypeError);
  });

  test("refuses by name an invalid catalog, for a compiled query too", () => {
    for (const source of ["", compile("", options)]) {
      expect(() => Reflect.apply(explain, null, [source, { catalog: {} }])).toThrow(
        "options.catalog must be a catalog, as createCatalog makes it",
      );
    }
  });
});

test("invisible characters are named in an explanation", () => {
  expect(explain('type:"a\tb"', options)).toContain("`a<U+0009>b`");
});
