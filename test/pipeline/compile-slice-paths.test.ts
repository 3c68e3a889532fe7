// Tests where in a slice body a diagnostic is.

import { describe, expect, test } from "vitest";
import { type CompileOptions, compile, compileSlice } from "../../src/index.ts";
import { exampleCatalog, exampleNow } from "../support/example-catalog.ts";

const options: CompileOptions = { catalog: exampleCatalog, now: exampleNow };

describe("the path of a diagnostic in the body is right", () => {
  const filter = { type: ["Person"], shape: ["Sales CRM", "Nowhere"], after: ["never"] };
  test.each([
    [{ name: "x", cql: "type: shape:Nowhere" }, ["missing-value /cql", "unresolved-shape /cql"]],
    [{ name: "x", filter }, ["unresolved-shape /filter/shape/1", "date-unknown /filter/after/0"]],
    [{ name: "x", filter: {} }, ["no-membership /filter"]],
    [{ name: "x", cql: "type:Person", filter }, ["filter-ignored /filter"]],
    [{ name: 5 }, ["malformed-body /name"]],
    [{ name: "x" }, ["malformed-body "]],
    ["x", ["malformed-body "]],
    [{ name: "x", "a/b~c": 5 }, ["malformed-body /a~1b~0c"]],
    [{ name: "x", filter: { type: ["A", 5] } }, ["malformed-body /filter/type/1"]],
    [{ name: "x", filter: { after: [] } }, ["malformed-body /filter/after"]],
    [{ name: "x", project_id: 5 }, ["malformed-body /project_id"]],
  ])("for %j", (body, expected) => {
    const { diagnostics } = compileSlice(body, options);
    expect(diagnostics.map(({ code, path }) => `${code} ${path ?? "nowhere"}`)).toEqual(expected);
  });

  test("for a diagnostic about several values, which is at the filter", () => {
    const { diagnostics } = compileSlice(
      { name: "x", filter: { type: ["A", "B", "C"] } },
      { ...options, limits: { maxTerms: 1 } },
    );
    expect(diagnostics.map(({ code, path }) => [code, path])).toEqual([["too-many-terms", "/filter"]]);
  });

  test("for a query alone, which is in no body", () => {
    expect(compile("type:", options).diagnostics[0]).not.toHaveProperty("path");
  });
});
