// A program that uses the installed package as a stranger would: every entry, with its types.

import { compile, createCatalog, type Diagnostic, validate } from "slice-cql";
import { contains, type Staleness, whenStale, witness } from "slice-cql/algebra";
import * as grammar from "slice-cql/grammar";
import { createLanguageService, type LanguageService } from "slice-cql/language-service";
import { startServer } from "slice-cql/lsp";
import { SliceIndex } from "slice-cql/match";
import { type MongoQuery, toMongo } from "slice-cql/mongodb";
import { type OpenSearchQuery, toOpenSearch } from "slice-cql/opensearch";
import manifest from "slice-cql/package.json" with { type: "json" };
import { compilePredicate, createTable, type Table } from "slice-cql/predicate";
import { entityColumns, entityTableSql, type Sql, toSql } from "slice-cql/sql";

const catalog = createCatalog({ shapes: [{ id: "s1", name: "Sales CRM" }] });
const compiled = compile('type:Person shape:"Sales CRM" after:3mo', { catalog, now: Date.UTC(2026, 0, 31) });
if (!compiled.ok) throw new Error("A good query was refused.");
expect("entityTypes", compiled.filter_definition.entityTypes, ["Person"]);
expect("dateRange", compiled.filter_definition.dateRange?.start, "2025-10-31T00:00:00.000Z");

const diagnostics: readonly Diagnostic[] = validate("type:", { catalog });
expect("code", diagnostics[0]?.code, "missing-value");

const filter = compiled.filter_definition;
const person = { type: "Person", shape_id: "s1", created_at: "2026-01-30T00:00:00.000Z" };
expect("predicate", compilePredicate(filter)(person), true);
const table: Table = createTable([{}, person]);
expect("table", [...table.select(filter)], [1]);
const sql: Sql = toSql(filter, { dialect: "postgres", columns: entityColumns, json: "props" });
expect("sql", sql.params, [["Person"], ["s1"], "2025-10-31T00:00:00.000Z"]);
expect("create", entityTableSql({ dialect: "sqlite" }).startsWith("CREATE TABLE"), true);
const mongo: MongoQuery = toMongo(filter);
expect("mongodb", Object.keys(mongo), ["$and"]);
const search: OpenSearchQuery = toOpenSearch(filter);
expect("opensearch", search.bool.filter.length, 3);

expect("contains", contains({ propertyFilters: [] }, filter), true);
expect("witness", witness(filter, { entityTypes: ["Person"], propertyFilters: [] }), null);
const stale: Staleness = whenStale("after:3mo", Date.UTC(2026, 0, 31));
expect("stale", stale.kind, "rolling");
const index = new SliceIndex({ catalog });
index.add("crm", 'shape:"Sales CRM" after:3mo');
expect("match", index.match(person, Date.UTC(2026, 0, 31)), ["crm"]);

const service: LanguageService = createLanguageService({ catalog, now: Date.UTC(2026, 0, 31) });
const [item] = await service.complete("shape:sal", 9);
expect("complete", item?.edit.text, '"Sales CRM"');
expect("lsp", typeof startServer, "function");

if (Object.keys(grammar).length === 0) throw new Error("slice-cql/grammar exports nothing.");
expect("name", manifest.name, "slice-cql");

function expect(what: string, actual: unknown, expected: unknown): void {
  const said = JSON.stringify(actual);
  if (said !== JSON.stringify(expected))
    throw new Error(`${what} is ${said}, not ${JSON.stringify(expected)}`);
}
