// Runs what docs/backends shows: its examples, tables and mapping; and checks that each trap has a test of its name.

import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { dialectNames } from "../../src/backends/sql/dialects.ts";
import { toMongo } from "../../src/exports/mongodb.ts";
import {
  type ColumnType,
  type DialectName,
  entityColumns,
  entityTableSql,
  toSql,
} from "../../src/exports/sql.ts";
import type { FilterDefinition } from "../../src/index.ts";
import { openDrivers } from "../support/backends/drivers.ts";
import type { Driver, Engine } from "../support/backends/engine.ts";
import { predicateEngine } from "../support/backends/in-process.ts";
import { mongoEngine } from "../support/backends/mingo.ts";
import { dated, where } from "../support/backends/one-filter.ts";
import { mappedEngine } from "../support/backends/opensearch-mapping.ts";
import { sqlEngine } from "../support/backends/sql-engine.ts";
import { tableEngine } from "../support/backends/table-engine.ts";
import { patience } from "../support/runs.ts";
import { root } from "../tidy/sources.ts";
import {
  blocksOf,
  codeSpans,
  headingsOf,
  linksOf,
  type Page,
  readPage,
  type Table,
  tablesOf,
} from "./markdown.ts";
import { promisedOutput, runExample, typeErrors } from "./typescript.ts";

const folder = "docs/backends";
const pages: readonly Page[] = readdirSync(join(root, folder))
  .toSorted()
  .map((name) => readPage(`${folder}/${name}`));
const mapping: unknown = JSON.parse(
  blocksOf(pageOf("opensearch.md")).find(({ info }) => info === "json mapping")?.code ?? "",
);

describe("examples", () => {
  const blocks = pages.flatMap((page) =>
    blocksOf(page).map(({ info, code, line }) => ({ info, code, name: `${page.path}:${line}` })),
  );
  const run = blocks.filter(({ info }) => info === "ts");
  const typed = blocks.filter(({ info }) => info === "ts" || info === "ts types");

  test("have the right types", () => {
    expect(typeErrors(typed)).toEqual([]);
  });

  test.each(run)(
    "$name prints what the page shows",
    ({ name, code }) => {
      expect(promisedOutput(code)).not.toBe("");
      const standIn = pathToFileURL(join(root, "test/docs/pg-stand-in.ts")).href;
      const example = { name, code: code.replace('from "pg"', `from "${standIn}"`) };
      expect(runExample(example)).toBe(promisedOutput(code));
    },
    2 * patience,
  );

  test("the helper for Kysely cannot be negated without COALESCE", () => {
    const { name, code } = typed.find((each) => each.code.includes('from "kysely"')) ?? {
      name: "",
      code: "",
    };
    const safe = '({ not, fn, lit }) => not(fn.coalesce(inSlice(people, "e"), lit(false)))';
    expect(code).toContain(safe);
    const unsafe = { name, code: code.replace(safe, '({ not }) => not(inSlice(people, "e"))') };
    expect(typeErrors([unsafe])).toEqual([expect.stringContaining("boolean | null")]);
  });

  test("parameters are typed as strings where the dialect is a literal, except for PostgreSQL", () => {
    const made = (dialect: string, params = "params"): { readonly name: string; readonly code: string } => ({
      name: `${dialect} ${params}`,
      code: `
        import { type DialectName, toSql } from "slice-cql/sql";
        declare const name: DialectName;
        const { params } = toSql({ propertyFilters: [] }, { dialect: ${dialect}, columns: {} });
        export const texts: string[] = ${params};`,
    });
    const examples = [
      ...[...dialectNames.map((dialect) => JSON.stringify(dialect)), "name"].map((dialect) => made(dialect)),
      made("name", "params.map(String)"),
    ];
    const errors = typeErrors(examples);
    const counts = examples.map(({ name }) => errors.filter((each) => each.startsWith(`${name}:`)).length);
    expect(counts).toEqual([...dialectNames.map((dialect) => (dialect === "postgres" ? 1 : 0)), 1, 0]);
    expect(errors).toHaveLength(2);
  });

  test("all run, and every page of an engine begins with one to copy", () => {
    const known = ["ts", "ts types", "json mapping"];
    expect(blocks.filter(({ info }) => !known.includes(info))).toEqual([]);
    for (const page of pages.filter(({ path }) => !path.endsWith("README.md")))
      expect(page.text).toMatch(/^# .+\n\n```ts/u);
  });
});

test("the predicate runs where generating code is forbidden", () => {
  const entry = pathToFileURL(join(root, "src/exports/predicate.ts")).href;
  const code = `
    import { compilePredicate } from "${entry}";
    const isMember = compilePredicate({ entityTypes: ["Deal"], propertyFilters: [{ path: "a.b", operator: "gt", value: 1 }] });
    let made = "made";
    try { new Function("return 1"); } catch { made = "refused"; }
    console.log(isMember({ type: "Deal", a: { b: 2 } }), made);`;
  const flags = ["--disallow-code-generation-from-strings", "--input-type=module"];
  const { stdout } = spawnSync(process.execPath, [...flags, "--eval", code], { encoding: "utf8" });
  expect(stdout).toBe("true refused\n");
});

describe("on the engines", () => {
  const drivers: Driver[] = [];
  const engines: Engine[] = [];

  beforeAll(async () => {
    drivers.push(...(await openDrivers()));
    engines.push(predicateEngine(), tableEngine(), mongoEngine("texts"), mappedEngine(mapping));
    for (const driver of drivers) engines.push(await sqlEngine(driver, "plain"));
  });

  afterAll(async () => {
    for (const engine of engines) await engine.close();
  });

  const { rows } = tableOf("README.md", "filter");

  test.each(rows)("%s", async (...cells) => {
    const [[propertyFilter] = [], inSlice = [], others = []] = cells.map((cell) =>
      codeSpans(cell).map((code) => JSON.parse(code)),
    );
    const entities = [...inSlice, ...others].map((entity, at) => Object.assign(entity, { id: `e${at}` }));
    for (const engine of engines) {
      await engine.load(entities);
      const found = await engine.select({ propertyFilters: [propertyFilter] });
      expect([engine.name, ...found]).toEqual([engine.name, ...inSlice.keys()]);
    }
  });

  test("the table has rows, and seven engines", () => {
    expect(rows.length).toBeGreaterThan(8);
    expect(engines).toHaveLength(7);
  });

  test("a table is one name on the search path, a schema needs an alias, and several statements have no parameters", async () => {
    const driver = drivers.find(({ dialect }) => dialect === "postgres");
    const statements = entityTableSql({ dialect: "postgres" });
    await expect(driver?.query(statements, [])).rejects.toThrow("multiple commands");
    await driver?.run("CREATE SCHEMA crm; SET search_path = crm");
    await driver?.run(
      `${statements}; SET search_path = public; INSERT INTO crm.entities (id) VALUES ('in crm')`,
    );
    const rowsOf = async (from: string, name: string): Promise<unknown> => {
      const options = { dialect: "postgres", columns: entityColumns, table: name } as const;
      const { text, params } = toSql(where("id", "exists", true), options);
      return await driver?.query(`SELECT id FROM ${from} WHERE ${text}`, params);
    };
    await expect(rowsOf("crm.entities", "crm.entities")).rejects.toThrow("crm.entities");
    expect(await rowsOf("crm.entities AS e", "e")).toEqual([["in crm"]]);
  });

  test("SQLite joins at most 64 tables, and what is written for a path can grow with its square", async () => {
    const driver = drivers.find(({ dialect }) => dialect === "sqlite");
    const pathOf = (keys: number): string => Array.from({ length: keys }, () => "key").join(".");
    const join = (count: number): string =>
      Array.from({ length: count }, (_, at) => `rowid_of AS t${at}`).join();
    await driver?.run("CREATE TABLE rowid_of (id TEXT)");
    await expect(driver?.query(`SELECT 1 FROM ${join(64)}`, [])).resolves.toEqual([]);
    await expect(driver?.query(`SELECT 1 FROM ${join(65)}`, [])).rejects.toThrow("at most 64 tables");
    const [half = 0, whole = 0] = [32, 64].map(
      (keys) => JSON.stringify(toMongo(where(pathOf(keys), "eq", 1))).length,
    );
    expect(whole / half).toBeGreaterThan(3);
  });

  const types = tableOf("sql.md", "`type`");
  const samples: Readonly<Record<ColumnType, Sample>> = {
    text: { literal: "'x'", filter: where("p", "eq", "x") },
    number: { literal: "5", filter: where("p", "eq", 5) },
    boolean: { literal: "true", filter: where("p", "eq", true) },
    timestamp: {
      literal: "'2026-11-20T10:10:41.123Z'",
      filter: dated({ field: "p", start: "2026-11-20T10:10:41.123Z", end: "2026-11-20T10:10:41.124Z" }),
    },
    uuid: {
      literal: "'c0ffee00-0000-4000-8000-000000000001'",
      filter: where("p", "eq", "c0ffee00-0000-4000-8000-000000000001"),
    },
  };

  test.each(["sqlite", "duckdb", "postgres"] as const)("types of columns: %s", async (dialect) => {
    const driver = drivers.find((each) => each.dialect === dialect);
    const cells = cellsOf(types, `\`${dialect}\``);
    expect([...cells.keys()]).toEqual(Object.keys(samples).map((type) => `\`${type}\``));
    for (const [type, { literal, filter }] of typedEntries(samples)) {
      for (const declared of codeSpans(cells.get(`\`${type}\``) ?? "")) {
        await driver?.run(`CREATE TABLE typed (v ${declared})`);
        await driver?.run(`INSERT INTO typed VALUES (${literal})`);
        const { text, params } = toSql(filter, { dialect, columns: { p: { column: "v", type } } });
        const found = await driver?.query(`SELECT 1 FROM typed WHERE ${text}`, params);
        expect([declared, found?.length]).toEqual([declared, 1]);
        await driver?.run("DROP TABLE typed");
      }
    }
  });
});

describe("sql.md", () => {
  test("has every option", () => {
    const sources = ["columns", "to-sql"].map((name) =>
      readFileSync(join(root, `src/backends/sql/${name}.ts`), "utf8"),
    );
    const members = ["Columns", "SqlOptions"].flatMap((name) => {
      const [, body = ""] =
        new RegExp(`interface ${name}[ <][^{]*\\{([^]*?)\\n\\}`, "u").exec(sources.join("")) ?? [];
      return Array.from(body.matchAll(/^ {2}readonly (\w+)/gmu), ([, member = ""]) => member);
    });
    const listed = tableOf("sql.md", "option").rows.flatMap(([option = ""]) => codeSpans(option));
    expect(listed.toSorted()).toEqual(members.toSorted());
  });

  test.each(dialectNames)("the text does not depend on values, lists and names: %s", (dialect) => {
    const textOf = (filter: FilterDefinition): string =>
      toSql(filter, { dialect, columns: { type: "type", n: { column: "n", type: "number" } }, json: "props" })
        .text;
    const formOf = (name: string, list: readonly string[], n: number): FilterDefinition => ({
      entityTypes: list,
      propertyFilters: [
        { path: `${name}.x`, operator: "in", value: list },
        { path: name, operator: "lt", value: name },
        { path: `x\\.${name}`, operator: "eq", value: n },
        { path: "n", operator: "nin", value: list.map((_, at) => at + n) },
      ],
    });
    const texts = [
      formOf("a", ["x"], 1),
      formOf("' OR 1=1; -- ? $1 \\ `\"", ["\"'`?$1", "é", ""], -0.5),
      formOf("b", [], 1e21),
    ].map(textOf);
    expect(new Set(texts).size).toBe(1);
    expect(texts[0]).not.toContain("OR 1");
  });

  test("the text depends on a key or value with U+0000 on PostgreSQL, and on a key with a leading dash on MySQL", () => {
    const textOf = (dialect: DialectName, path: string, value: string): string =>
      toSql(where(path, "eq", value), { dialect, columns: {}, json: "props" }).text;
    expect(textOf("postgres", "a", "x\0")).not.toBe(textOf("postgres", "a", "x"));
    expect(textOf("postgres", "a\0", "x")).not.toBe(textOf("postgres", "a", "x"));
    expect(textOf("mysql", "-a", "x")).not.toBe(textOf("mysql", "a-", "x"));
  });

  test("the text has one part more than parameters", () => {
    for (const dialect of dialectNames) {
      const options = { dialect, columns: entityColumns, json: "props" };
      const { text, params } = toSql(where("a.b", "in", ["?", "$1", 1]), options);
      expect(text.split(dialect === "postgres" ? /\$\d+/u : /\?/u)).toHaveLength(params.length + 1);
    }
  });

  test.each(dialectNames)("each placeholder occurs once and in order: %s", (dialect) => {
    const { text, params } = toSql(
      {
        entityTypes: ["a", "b"],
        propertyFilters: [{ path: "a.b", operator: "nin", value: [1, "?", true] }],
        dateRange: { field: "seen", start: "2026-01-01T00:00:00.000Z" },
      },
      { dialect, columns: { type: "type" }, json: "props", firstParameter: 3 },
    );
    const placeholders = text.match(/\?|\$\d+/gu);
    expect(placeholders).toEqual(params.map((_, at) => (dialect === "postgres" ? `$${at + 3}` : "?")));
    const strings = params.flat().filter((param) => typeof param === "string");
    expect(strings).toHaveLength(params.flat().length);
  });

  test("the page is linked from README.md, and all pages from the list", () => {
    expect(linksOf(readPage("README.md"))).toContain(`${folder}/README.md`);
    const listed = linksOf(pageOf("README.md"));
    const others = pages
      .map(({ path }) => path.slice(folder.length + 1))
      .filter((name) => name !== "README.md");
    expect(others.filter((name) => !listed.includes(name))).toEqual([]);
  });
});

describe("the traps of the pages", () => {
  const source = readdirSync(join(root, "test/backends"))
    .filter((name) => name.startsWith("traps"))
    .map((name) => readFileSync(join(root, "test/backends", name), "utf8"))
    .join("\n");
  const shown = Array.from(source.matchAll(/^ {2}test\("([^"]+)"/gmu), ([, title = ""]) => title);

  test("are exactly those that the tests show by name", () => {
    const traps = pages.flatMap((page) => {
      const headings = headingsOf(page);
      const at = headings.indexOf("Traps");
      return at < 0 ? [] : headings.slice(at + 1);
    });
    expect(traps.length).toBeGreaterThan(30);
    expect(shown.toSorted()).toEqual(traps.toSorted());
  });
});

interface Sample {
  readonly literal: string;
  readonly filter: FilterDefinition;
}

function typedEntries<K extends string, V>(object: Readonly<Record<K, V>>): readonly (readonly [K, V])[] {
  const keys: K[] = [];
  for (const key in object) keys.push(key);
  return keys.map((key) => [key, object[key]]);
}

function pageOf(name: string): Page {
  return readPage(`${folder}/${name}`);
}

function tableOf(name: string, first: string): Table {
  const table = tablesOf(pageOf(name)).find(({ header }) => header[0] === first);
  if (table === undefined) throw new Error(`${name} has no table whose first column is ${first}`);
  return table;
}

/** A column of a table by the first cells of its rows. */
function cellsOf({ header, rows }: Table, column: string): ReadonlyMap<string, string> {
  const at = header.indexOf(column);
  return new Map(rows.map((row) => [row[0] ?? "", row[at] ?? ""]));
}
