// Tests compiling a query to the definition of its slice.

import { describe, expect, test } from "vitest";
import {
  type CompileOptions,
  type CompileResult,
  compile,
  parse,
  type Query,
  query,
  term,
  text,
} from "../../src/index.ts";
import { exampleCatalog, exampleNow } from "../support/example-catalog.ts";

const options: CompileOptions = { catalog: exampleCatalog, now: exampleNow };
const id = (last: string): string => `c0ffee00-0000-4000-8000-${last.padStart(12, "0")}`;

/** The members of a compiled query but for its tree and its diagnostics. */
function compiled(source: string | Query, given: CompileOptions = options): unknown {
  const result = compile(source, given);
  if (!result.ok) throw new Error(`refused: ${result.diagnostics.map(({ code }) => code).join()}`);
  const { filter_definition, scope_warnings, unresolved } = result;
  return { filter_definition, scope_warnings, unresolved };
}

/** The filter of a query; nothing else came of it. */
function filter(source: string | Query, given: CompileOptions = options): unknown {
  const result = compile(source, given);
  if (!result.ok) throw new Error(`refused: ${result.diagnostics.map(({ code }) => code).join()}`);
  expect([result.scope_warnings, result.unresolved]).toEqual([[], { shapes: [], sources: [] }]);
  return result.filter_definition;
}

/** The codes of the errors that refuse a query. */
function errorsOf(result: CompileResult): readonly string[] {
  expect(result.ok).toBe(false);
  return result.diagnostics.filter(({ severity }) => severity === "error").map(({ code }) => code);
}

describe("the filter", () => {
  test("of nothing is the whole project", () => {
    expect(filter("")).toEqual({ propertyFilters: [] });
  });

  test("has the types as they are, each once, in source order", () => {
    expect(filter("type:Person type:Company type:Person type:Anything")).toEqual({
      entityTypes: ["Person", "Company", "Anything"],
      propertyFilters: [],
    });
  });

  test("has the ids of names, always as a list", () => {
    expect(filter('shape:"Sales CRM"')).toEqual({
      propertyFilters: [{ path: "shape_id", operator: "in", value: [id("10")] }],
    });
  });

  test("has one condition for each kind, in the order shape, source, source-shape", () => {
    expect(filter('source-shape:Inbox source:gmail shape:"Sales CRM"')).toEqual({
      propertyFilters: [
        { path: "shape_id", operator: "in", value: [id("10")] },
        { path: "source_id", operator: "in", value: [id("1")] },
        { path: "source_shape_id", operator: "in", value: [id("11")] },
      ],
    });
  });

  test("unites the ids of one kind, each once, in source order", () => {
    expect(filter("source:slack source:drive source:slack source:gmail")).toEqual({
      propertyFilters: [{ path: "source_id", operator: "in", value: [id("2"), id("3"), id("4"), id("1")] }],
    });
  });

  test("has a start, an end or both", () => {
    const [start, end] = ["2026-11-13T12:00:00.000Z", "2026-11-20T00:00:00.000Z"];
    expect(filter("after:7d")).toEqual({ propertyFilters: [], dateRange: { field: "created_at", start } });
    expect(filter("before:today")).toEqual({ propertyFilters: [], dateRange: { field: "created_at", end } });
    expect(filter("before:today after:7d")).toEqual({
      propertyFilters: [],
      dateRange: { field: "created_at", start, end },
    });
  });

  test("has the earliest start and the latest end", () => {
    expect(
      filter("after:2026-02-01 after:2026-01-01 before:2026-03-01 before:2026-04-01 after:2026-03-01"),
    ).toEqual({
      propertyFilters: [],
      dateRange: { field: "created_at", start: "2026-01-01T00:00:00.000Z", end: "2026-04-01T00:00:00.000Z" },
    });
  });

  test("may have an empty range", () => {
    expect(filter("after:today before:yesterday")).toMatchObject({
      dateRange: { start: "2026-11-20T00:00:00.000Z", end: "2026-11-19T00:00:00.000Z" },
    });
  });
});

describe("unknown names", () => {
  test("are listed by their kind, each once, and are in no filter", () => {
    expect(
      compiled("shape:X source:Y source-shape:Z shape:X source-shape:X shape:Inbox source:gmail"),
    ).toEqual({
      filter_definition: {
        propertyFilters: [
          { path: "shape_id", operator: "in", value: [id("11")] },
          { path: "source_id", operator: "in", value: [id("1")] },
          { path: "source_shape_id", operator: "in", value: [] },
        ],
      },
      scope_warnings: [],
      unresolved: { shapes: ["X", "Z"], sources: ["Y"] },
    });
  });

  test("make their kind match nothing if no other is known, and never vanish", () => {
    expect(compiled("type:Person source:nowhere")).toEqual({
      filter_definition: {
        entityTypes: ["Person"],
        propertyFilters: [{ path: "source_id", operator: "in", value: [] }],
      },
      scope_warnings: [],
      unresolved: { shapes: [], sources: ["nowhere"] },
    });
  });

  test("may be names of JavaScript built-ins", () => {
    expect(compiled("source:__proto__ shape:constructor")).toMatchObject({
      unresolved: { shapes: ["constructor"], sources: ["__proto__"] },
    });
  });
});

describe("scope warnings", () => {
  test("are the source text of what does not affect membership, in source order, duplicates kept", () => {
    expect(
      compiled('report sort:"name"  type:Person "a \\" b" edge:x\nreport agent:y foo:bar'),
    ).toMatchObject({
      scope_warnings: ["report", 'sort:"name"', '"a \\" b"', "edge:x", "report", "agent:y", "foo:bar"],
    });
  });

  test("of a built query are its printed terms", () => {
    expect(compiled(query([term("sort", "a b"), text("type:A"), term("type", "Person")]))).toMatchObject({
      filter_definition: { entityTypes: ["Person"] },
      scope_warnings: ['sort:"a b"', '"type:A"'],
    });
  });

  test("of a parsed query are its source text", () => {
    expect(compiled(parse('sort:"name"   "C:\\temp"').query)).toMatchObject({
      scope_warnings: ['sort:"name"', '"C:\\temp"'],
    });
  });
});

describe("the result", () => {
  test("has the query, the evaluation time and the diagnostics", () => {
    const result = compile("type:Person report", options);
    expect(result).toMatchObject({ ok: true, now: "2026-11-20T12:00:00.000Z" });
    expect(result.query).toEqual(parse("type:Person report").query);
    expect(result.diagnostics.map(({ code }) => code)).toEqual(["free-text"]);
  });

  test("of a refused query has no filter", () => {
    const result = compile("type: report", options);
    expect(Object.keys(result).toSorted()).toEqual(["diagnostics", "now", "ok", "query"]);
    expect(errorsOf(result)).toEqual(["missing-value"]);
  });

  test("is a refusal for a single error among other findings", () => {
    const result = compile("type:Person report after:never", options);
    expect(result.ok).toBe(false);
    expect(result.diagnostics.map(({ code }) => code)).toEqual(["free-text", "date-unknown"]);
  });

  test("is a refusal even if no diagnostic may be returned", () => {
    expect(compile("type:", { ...options, limits: { maxDiagnostics: 0 } })).toMatchObject({
      ok: false,
      diagnostics: [],
    });
  });

  test("keeps the error when there are too many diagnostics", () => {
    const result = compile(`${"a ".repeat(200)}type:`, options);
    expect(result.diagnostics).toHaveLength(100);
    expect(errorsOf(result)).toEqual(["missing-value"]);
  });
});
