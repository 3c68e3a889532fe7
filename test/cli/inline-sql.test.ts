// Tests values in the text of SQL: each engine that runs here reads the literal exactly, and finds what it finds with parameters.

import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { DialectName } from "../../src/backends/sql/dialects.ts";
import { entityTableSql } from "../../src/backends/sql/entity-table.ts";
import { inlined } from "../../src/cli/inline-sql.ts";
import { sqlOf } from "../../src/cli/sql.ts";
import type { FilterDefinition } from "../../src/semantics/definition.ts";
import { drivers } from "../support/backends/drivers.ts";
import type { Driver } from "../support/backends/engine.ts";
import { patience, runs } from "../support/runs.ts";
import { CURIOUS, NAMES } from "../support/words.ts";
import { runCli } from "./support.ts";

const anyText = fc.oneof(
  fc.string({ unit: "binary" }),
  fc.constantFrom(...NAMES, ...CURIOUS),
  fc.string({ unit: fc.constantFrom("'", "\\", "?", "$1", "\0", "\n", "--", "a", "\u202e", '"', ";") }),
);

describe.each([...drivers])("%s", (_name, open) => {
  let driver: Driver;
  beforeAll(async () => {
    driver = await open();
    await driver.run(entityTableSql({ dialect: driver.dialect }));
    await driver.run(
      `INSERT INTO entities (id, type, shape_id, source_id, created_at, props) VALUES ('e1', 'Per''son\\', 's', 'g', '2026-11-18T00:00:00.000Z', '{"n": 5, "b": true}')`,
    );
  });
  afterAll(async () => await driver.close());

  test("reads the literal of any text as that text", { timeout: patience }, async () => {
    await fc.assert(
      fc.asyncProperty(anyText, async (text) => {
        fc.pre(driver.canHold(text));
        expect(
          await driver.query(`SELECT ${inlined({ text: "?", params: [text] }, driver.dialect)}`, []),
        ).toEqual([[text]]);
      }),
      runs(150),
    );
  });

  const range = { field: "created_at", start: "2026-11-17T00:00:00.000Z", end: "2026-11-19T00:00:00.000Z" };
  test.each<readonly [what: string, filter: FilterDefinition, isFound: boolean]>([
    ["a text", { entityTypes: ["x?", "Per'son\\", "$1"], propertyFilters: [] }, true],
    ["another text", { entityTypes: ["Per''son\\"], propertyFilters: [] }, false],
    ["a list", { propertyFilters: [{ path: "source_id", operator: "in", value: ["a", "g"] }] }, true],
    ["an empty list", { propertyFilters: [{ path: "source_id", operator: "in", value: [] }] }, false],
    ["a number", { propertyFilters: [{ path: "n", operator: "eq", value: 5 }] }, true],
    ["an order of numbers", { propertyFilters: [{ path: "n", operator: "gt", value: 5 }] }, false],
    ["a boolean", { propertyFilters: [{ path: "b", operator: "eq", value: true }] }, true],
    ["instants", { propertyFilters: [], dateRange: range }, true],
    ["other instants", { propertyFilters: [], dateRange: { ...range, end: range.start } }, false],
    ["nothing", { propertyFilters: [] }, true],
  ])("%s", async (_what, filter, isFound) => {
    const bound = sqlOf(filter, driver.dialect);
    const count = async (text: string, params: readonly unknown[]): Promise<unknown> =>
      String((await driver.query(`SELECT COUNT(*) FROM entities WHERE ${text}`, params))[0]?.[0]);
    expect(await count(inlined(bound, driver.dialect), [])).toBe(isFound ? "1" : "0");
    expect(await count(bound.text, bound.params)).toBe(isFound ? "1" : "0");
  });
});

test.each<readonly [dialect: DialectName, text: string | string[], literal: string]>([
  ["mysql", "O'Hara", "'O''Hara'"],
  ["mysql", "C:\\temp", "_utf8mb4 X'433a5c74656d70'"],
  ["mysql", "\\' OR 1=1 -- ", "_utf8mb4 X'5c27204f5220313d31202d2d20'"],
  ["postgres", "C:\\temp", "convert_from(decode('433a5c74656d70', 'hex'), 'UTF8')"],
  ["postgres", ["a", "b'c"], "ARRAY['a', 'b''c']"],
  ["sqlite", "C:\\temp", "'C:\\temp'"],
  ["duckdb", "a\nb", "decode(unhex('610a62'))"],
  ["sqlite", "a\u001bb", "CAST(X'611b62' AS TEXT)"],
])("on %s the literal of %j is as expected", (dialect, text, literal) => {
  expect(inlined({ text: "?", params: [text] }, dialect)).toBe(literal);
});

test.each<readonly [dialect: DialectName, text: string]>([
  ["postgres", `("type" COLLATE "C" = ANY(ARRAY['Person']::text[]))`],
  ["sqlite", "(`type` COLLATE BINARY IN (SELECT value FROM json_each('[\"Person\"]')))"],
])("sql --inline prints values in the text for %s", async (dialect, text) => {
  const args = ["sql", "type:Person", "--dialect", dialect, "--inline"];
  expect(await runCli(args)).toMatchObject({ status: 0, stdout: `${text}\n`, stderr: "" });
  const json = await runCli([...args, "--json"]);
  expect(JSON.parse(json.stdout)).toEqual({ text, params: [] });
});
