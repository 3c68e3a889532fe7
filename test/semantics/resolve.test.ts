// Tests what the terms of a query stand for, where a catalog knows their names and where there is none.

import { expect, test } from "vitest";
import { createCatalog, parse } from "../../src/index.ts";
import { conditionsOf } from "../../src/semantics/conditions.ts";
import { resolve } from "../../src/semantics/resolve.ts";

test("a name has the ids of its own table, and without a catalog none", () => {
  const { query } = parse("shape:A source:A shape:B");
  const catalog = createCatalog({ shapes: [{ id: "1", name: "A" }], sources: [{ id: "2", name: "A" }] });
  const idsIn = (known: typeof catalog | undefined): unknown =>
    resolve(query, known, 0).map((resolution) => (resolution.means === "name" ? resolution.ids : null));
  expect(idsIn(catalog)).toEqual([["1"], ["2"], []]);
  expect(idsIn(undefined)).toEqual([[], [], []]);
});

test("a condition with one value is recognised", () => {
  const isSingle = (operator: string, value: unknown): unknown =>
    conditionsOf({ propertyFilters: [{ path: "n", operator, value }] }).map((condition) =>
      "isSingle" in condition ? condition.isSingle : null,
    );
  expect([isSingle("eq", 1), isSingle("in", [1]), isSingle("neq", 1)]).toEqual([[true], [false], [false]]);
});
