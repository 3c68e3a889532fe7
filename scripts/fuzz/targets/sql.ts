// SQL: of every dialect no value is in the text, each parameter has its place, and SQLite finds what the predicate finds.

import { type DialectName, entityColumns, type Sql, toSql } from "../../../src/exports/sql.ts";
import type { FilterDefinition } from "../../../src/index.ts";
import { sqlite } from "../../../test/support/backends/drivers.ts";
import { respelled } from "../../../test/support/backends/respelled.ts";
import { sqlEngine } from "../../../test/support/backends/sql-engine.ts";
import { backendTarget } from "../backends.ts";
import type { FilterInput } from "../filters.ts";
import { must, mustEqual, type Target } from "../target.ts";

const own: { readonly toSql: typeof toSql } = { toSql };
const dialects: readonly DialectName[] = ["postgres", "sqlite", "duckdb", "mysql"];

/** The target. */
export function sqlTarget(kit: typeof own = own): Target<FilterInput> {
  return backendTarget({
    name: "sql",
    promise: "no value in the text, as many placeholders as parameters, SQLite finds what is in the slice",
    emit: (filter) => dialects.map((dialect) => emitted(kit, filter, dialect)),
    engine: () => sqlEngine(sqlite(), "plain", kit.toSql),
  });
}

function emitted(kit: typeof own, filter: FilterDefinition, dialect: DialectName): string {
  const write = (given: FilterDefinition): Sql =>
    kit.toSql(given, { dialect, columns: entityColumns, json: "props" });
  const { text, params } = write(filter);
  const expected = params.map((_, at) => (dialect === "postgres" ? `$${String(at + 1)}` : "?"));
  mustEqual(text.match(/\?|\$\d+/gu) ?? [], expected, `${dialect}: each parameter has its place`);
  for (const param of params.flat())
    must(typeof param === "string" && param.isWellFormed(), `${dialect}: parameters are texts`, () => param);
  mustEqual(write(respelled(filter)).text, text, `${dialect}: no value is in the text`);
  return text;
}
