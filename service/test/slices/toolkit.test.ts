// Tests that the service imports the built toolkit by name, as users do.

import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { compile, createCatalog } from "slice-cql";
import { toSql } from "slice-cql/sql";
import { expect, test } from "vitest";

const { resolve } = createRequire(import.meta.url);

test.each([
  ["slice-cql", "../../../dist/node/index.js"],
  ["slice-cql/sql", "../../../dist/node/exports/sql.js"],
])("%s is the built one of this repository", (name, path) => {
  expect(resolve(name)).toBe(fileURLToPath(new URL(path, import.meta.url)));
});

test("the toolkit compiles a query to a condition of a statement", () => {
  const catalog = createCatalog({ sources: [{ id: "s1", name: "openssl" }] });
  const result = compile("type:Person source:openssl", { catalog });
  if (!result.ok) throw new Error("The query is refused.");
  const columns = { type: "type", source_id: "source_id" };
  const { text, params } = toSql(result.filter_definition, {
    dialect: "postgres",
    columns,
    firstParameter: 2,
  });
  expect(text).toContain("$2");
  expect(text).toContain("$3");
  expect(params).toEqual([["Person"], ["s1"]]);
});
