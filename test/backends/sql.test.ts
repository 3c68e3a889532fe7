// Tests the options of `toSql` and `entityTableSql`: what they change in the text, and how they are refused.

import { DatabaseSync } from "node:sqlite";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { dialectNames } from "../../src/backends/sql/dialects.ts";
import { compilePredicate } from "../../src/exports/predicate.ts";
import {
  entityColumns,
  entityTableSql,
  type SqlOptions,
  toSql,
  uuidEntityColumns,
} from "../../src/exports/sql.ts";
import { compile, createCatalog, type FilterDefinition } from "../../src/index.ts";
import { nameProperties } from "../../src/vocabulary/entity.ts";
import { fieldsWith } from "../../src/vocabulary/fields.ts";
import { duckdb, openDrivers, pglite } from "../support/backends/drivers.ts";
import type { Driver } from "../support/backends/engine.ts";
import { dated, where } from "../support/backends/one-filter.ts";
import { propertyFilter } from "../support/property-filter.ts";

const people: FilterDefinition = { entityTypes: ["Person"], propertyFilters: [] };
const options: SqlOptions = { dialect: "sqlite", columns: entityColumns, json: "props" };

describe("names of columns", () => {
  /** Checks the text for people, whose type is read from the one column that is given. */
  const check = (given: Partial<SqlOptions>, expected: string): void => {
    expect(toSql(people, { dialect: "sqlite", columns: { type: "type" }, ...given }).text).toBe(expected);
  };

  test("are quoted", () => {
    check({ columns: { type: 'a"b' } }, '(`a"b` COLLATE BINARY IN (SELECT value FROM json_each(?)))');
    check(
      { dialect: "mysql", columns: { type: "a`b" } },
      "((`a``b`, CAST(CONVERT(`a``b` USING utf8mb4) AS BINARY)) IN (SELECT v COLLATE utf8mb4_bin, CAST(CONVERT(v USING utf8mb4) AS BINARY) " +
        "FROM JSON_TABLE(?, '$[*]' COLUMNS (v LONGTEXT CHARACTER SET utf8mb4 PATH '$')) AS l))",
    );
  });

  test("are qualified by the table", () => {
    check({ table: "e" }, "(`e`.`type` COLLATE BINARY IN (SELECT value FROM json_each(?)))");
  });

  test("are found however the path is spelled", () => {
    const filter = where("a\\\\b", "exists", true);
    expect(toSql(filter, { dialect: "sqlite", columns: { "a\\b": "c" } }).text).toBe("(`c` IS NOT NULL)");
  });

  test("are own properties of the columns option", () => {
    for (const path of ["constructor", "__proto__", "toString"]) {
      const columns = { type: "type" };
      expect(() => toSql(where(path, "exists", true), { dialect: "sqlite", columns })).toThrow(
        "has no column",
      );
    }
  });
});

describe("parameters", () => {
  test("are numbered from the first on PostgreSQL", () => {
    const numbered = toSql(people, { ...options, dialect: "postgres", firstParameter: 3 });
    expect(numbered.text).toBe('("type" COLLATE "C" = ANY($3::text[]))');
    expect(numbered.params).toEqual([["Person"]]);
  });

  test("are an empty list for a filter without conditions", () => {
    expect(toSql({ propertyFilters: [] }, options)).toEqual({ text: "TRUE", params: [] });
  });
});

test("the columns of the table are those that compiled filters name", () => {
  const catalog = createCatalog({ shapes: [{ id: "s", name: "s" }], sources: [{ id: "g", name: "g" }] });
  const compiled = compile("type:T shape:s source:g source-shape:s after:2026-01-01", { catalog });
  if (!compiled.ok) throw new Error("a good query was refused");
  const { dialect, columns } = options;
  for (const name of dialectNames) {
    expect(toSql(compiled.filter_definition, { dialect: name, columns }).params.length).toBe(5);
  }
  expect(dialect).toBe("sqlite");
  expect(Object.keys(columns)).toEqual(["id", "type", ...nameProperties, "created_at"]);
});

test("each field of a qualifier has a column", () => {
  const fields = [...fieldsWith(undefined).values()];
  expect(fields.filter((path) => !Object.hasOwn(entityColumns, path))).toEqual([]);
});

describe("toSql and entityTableSql refuse by name", () => {
  const call = (...args: readonly unknown[]): unknown => Reflect.apply(toSql, undefined, args);

  test.each([
    {
      given: { ...options, dialect: "oracle" },
      message: `options.dialect must be one of ${dialectNames.join(", ")}`,
    },
    { given: { ...options, dialect: "toString" }, message: "options.dialect must be one of" },
    { given: { dialect: "sqlite" }, message: "options.columns must be a plain object" },
    {
      given: { ...options, columns: { type: "" } },
      message: 'options.columns["type"] must be a non-empty string',
    },
    {
      given: { ...options, columns: { type: 5 } },
      message: 'options.columns["type"].column must be a non-empty string',
    },
    {
      given: { ...options, columns: { type: null } },
      message: 'options.columns["type"].column must be a non-empty string',
    },
    {
      given: { ...options, columns: { type: { type: "text" } } },
      message: 'options.columns["type"].column must be a non-empty string',
    },
    {
      given: { ...options, columns: new Map([["type", "type"]]) },
      message: "options.columns must be a plain object",
    },
    {
      given: { ...options, columns: Object.create(entityColumns) },
      message: "options.columns must be a plain object",
    },
    { given: undefined, message: "options must be an object" },
    {
      given: { ...options, columns: { type: { column: "t", type: "varchar" } } },
      message: 'options.columns["type"].type must be one of text, number, boolean, timestamp, uuid',
    },
    { given: { ...options, json: "a\0b" }, message: "options.json must be a non-empty string" },
    { given: { ...options, table: "" }, message: "options.table must be a non-empty string" },
    {
      given: { ...options, firstParameter: 0 },
      message: "options.firstParameter must be a whole number from 1",
    },
    { given: { ...options, firstParameter: "1; DROP TABLE" }, message: "options.firstParameter must be" },
  ])("$message", ({ given, message }) => {
    expect(() => call(people, given)).toThrow(TypeError);
    expect(() => call(people, given)).toThrow(message);
  });

  test("a path without a column", () => {
    expect(() => call(where("a.b", "eq", 1), { dialect: "sqlite", columns: {} })).toThrow(
      new TypeError(
        'propertyFilters[0].path "a.b" has no column: name it in options.columns, or a JSON column in options.json',
      ),
    );
  });

  test("a path of more than 64 keys, and on MySQL one with more than two that begin with a dash", () => {
    const keys = (count: number, key: string): FilterDefinition =>
      where(Array.from({ length: count }, () => key).join("."), "exists", true);
    for (const dialect of dialectNames) {
      expect(() => call(keys(64, "k"), { ...options, dialect })).not.toThrow();
      expect(() => call(keys(65, "k"), { ...options, dialect })).toThrow(
        "propertyFilters[0].path has 65 keys: for a database give at most 64",
      );
    }
    expect(() => call(keys(64, "-"), options)).not.toThrow();
    expect(() => call(keys(2, "-"), { ...options, dialect: "mysql" })).not.toThrow();
    expect(() => call(keys(3, "-"), { ...options, dialect: "mysql" })).toThrow(
      "propertyFilters[0].path has more than two keys that begin with -",
    );
  });

  test("a malformed filter, before anything is written", () => {
    expect(() => call({ propertyFilters: [{ path: "a", operator: "like", value: "x" }] }, options)).toThrow(
      "propertyFilters[0].operator must be one of",
    );
  });

  test("a table without a name, or of an unknown dialect", () => {
    expect(() => entityTableSql({ dialect: "sqlite", table: "" })).toThrow(
      "options.table must be a non-empty string",
    );
    expect(() => Reflect.apply(entityTableSql, undefined, [{ dialect: "oracle" }])).toThrow(
      "options.dialect",
    );
  });
});

describe("the table of entityTableSql", () => {
  test("has a name of any length, next to a table whose name begins so", async () => {
    for (const driver of await openDrivers()) {
      for (const table of ["entities", "entities_type", "t".repeat(60), 'the "big" one'])
        await driver.run(entityTableSql({ dialect: driver.dialect, table }));
      await driver.close();
    }
    expect(entityTableSql({ dialect: "mysql", table: "t".repeat(64) })).not.toContain("INDEX `");
  });

  test("for many tenants holds an ID once for each, and is searched by UUIDs", async () => {
    const [id, shape, mine, yours] = [1, 2, 3, 4].map((at) => `00000000-0000-7000-8000-00000000000${at}`);
    for (const driver of await openDrivers()) {
      await driver.run(entityTableSql({ dialect: driver.dialect, tenant: "owner", ids: "uuid" }));
      const insert = (owner: string | undefined): Promise<void> =>
        driver.run(`INSERT INTO entities (owner, id, shape_id) VALUES ('${owner}', '${id}', '${shape}')`);
      await insert(mine);
      await insert(yours);
      await expect(insert(mine)).rejects.toThrow();
      const filter = { propertyFilters: [propertyFilter("shape_id", "eq", shape)] };
      const { text, params } = toSql(filter, {
        dialect: driver.dialect,
        columns: uuidEntityColumns,
        json: "props",
      });
      const rows = await driver.query(
        `SELECT owner FROM entities WHERE owner = '${yours}' AND ${text}`,
        params,
      );
      expect(rows.map(([owner]) => String(owner))).toEqual([yours]);
      await driver.close();
    }
  });

  test("for many tenants begins every key and index on columns with the tenant", async () => {
    const driver = await pglite();
    await driver.run(entityTableSql({ dialect: "postgres", table: "e", tenant: "owner", ids: "uuid" }));
    const indexes = await driver.query("SELECT indexdef FROM pg_indexes WHERE tablename = 'e'", []);
    const columns = indexes.map(([indexdef]) => /\((.*)\)/.exec(String(indexdef))?.[1]);
    const expected = [
      "owner, created_at",
      "owner, id",
      ...nameProperties.map((name) => `owner, ${name}, created_at`),
      "owner, type, created_at",
      "props jsonb_path_ops",
    ];
    expect(columns.map(String).toSorted()).toEqual(expected.toSorted());
    await driver.close();
  });

  test("refuses an unknown kind of IDs, and a tenant without a name", () => {
    const call = (options: object): unknown =>
      Reflect.apply(entityTableSql, undefined, [{ dialect: "postgres", ...options }]);
    expect(() => call({ ids: "int" })).toThrow(new TypeError('options.ids must be "text" or "uuid"'));
    expect(() => call({ tenant: "" })).toThrow("options.tenant must be a non-empty string");
  });

  test("refuses a date that no range can contain", async () => {
    for (const driver of await openDrivers()) {
      await driver.run(entityTableSql({ dialect: driver.dialect }));
      const insert = (date: string): Promise<void> =>
        driver.run(`INSERT INTO entities (id, created_at) VALUES ('${date}', '${date}')`);
      for (const date of ["0001-01-01T00:00:00.000Z", "9999-12-31T23:59:59.999Z"]) await insert(date);
      await driver.run("INSERT INTO entities (id, created_at) VALUES ('none', NULL)");
      const never = [
        "",
        "garbage",
        "infinity",
        "12026-01-01",
        "2026-13-01T10:00:00.000Z",
        "2026-02-29T00:00:00.000Z",
      ];
      for (const date of never) await expect(insert(date), `${driver.name}: ${date}`).rejects.toThrow();
      await driver.close();
    }
    for (const dialect of dialectNames) expect(entityTableSql({ dialect })).toContain("0001-01-01");
  });
});

test("on SQLite a missing column is an error, not a text", () => {
  const database = new DatabaseSync(":memory:", { enableDoubleQuotedStringLiterals: true });
  database.exec("CREATE TABLE entities (id TEXT)");
  const { text } = toSql(where("owner", "exists", true), {
    dialect: "sqlite",
    columns: { owner: "owner_id" },
  });
  expect(() => database.prepare(`SELECT id FROM entities WHERE ${text}`)).toThrow("no such column: owner_id");
  database.close();
});

describe("on SQLite", () => {
  const day = { field: "at", start: "2026-11-20T00:00:00.000Z", end: "2026-11-21T00:00:00.000Z" };
  const texts = ["2026-11-20T00:00:00.000Z", "2026-11-20T00:00:00.000z", "2026-11-20T00:00:00.000Z  "];

  test.each(["BINARY", "NOCASE", "RTRIM"])(
    "a column collated %s matches only exact texts in a range",
    (collation) => {
      const database = new DatabaseSync(":memory:");
      database.exec(`CREATE TABLE seen (at TEXT COLLATE ${collation})`);
      for (const text of texts) database.prepare("INSERT INTO seen VALUES (?)").run(text);
      for (const type of ["text", "timestamp"] as const) {
        const columns = { at: { column: "at", type } };
        const { text, params } = toSql(dated(day), { dialect: "sqlite", columns });
        const rows = database.prepare(`SELECT at FROM seen WHERE ${text}`).all(...params);
        expect(rows.map(({ at }) => at)).toEqual(texts.slice(0, 1));
      }
      database.close();
    },
  );
});

test.each([
  ["PostgreSQL", pglite, ["double precision", "real", "numeric"]],
  ["DuckDB", duckdb, ["DOUBLE", "FLOAT"]],
] as const)(
  "on %s NaN is present, and neither equal to a number nor ordered with one",
  async (_, open, types) => {
    const driver = await open();
    const numbers = [1, 5, 9, Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
    const filters = [
      ...(["eq", "neq", "gt", "gte", "lt", "lte"] as const).map((operator) => where("n", operator, 5)),
      ...(["in", "nin"] as const).map((operator) => where("n", operator, [5, 9])),
      where("n", "exists", true),
    ];
    for (const [at, type] of types.entries()) {
      await driver.run(`CREATE TABLE numbers${at} (n ${type})`);
      for (const n of numbers) await driver.run(`INSERT INTO numbers${at} VALUES ('${n}')`);
      for (const filter of filters) {
        const columns = { n: { column: "n", type: "number" } } as const;
        const { text, params } = toSql(filter, { dialect: driver.dialect, columns });
        const found = await driver.query(`SELECT n FROM numbers${at} WHERE ${text}`, params);
        const isMember = compilePredicate(filter);
        const expected = numbers.filter((n) => isMember({ n }));
        expect(
          found.map(([n]) => Number(n)),
          `${type} ${JSON.stringify(filter)}`,
        ).toEqual(expected);
      }
    }
    await driver.close();
  },
);

describe("on DuckDB", () => {
  let driver: Driver;

  beforeAll(async () => {
    driver = await duckdb();
    await driver.run("CREATE TABLE people (kind VARCHAR COLLATE NOCASE)");
    await driver.run("INSERT INTO people VALUES ('PERSON'), ('person')");
  });

  afterAll(() => driver.close());

  test("no collation of a column or a session folds case in a comparison of texts", async () => {
    for (const collation of ["", "NOCASE"]) {
      await driver.run(`SET default_collation = '${collation}'`);
      for (const filter of [where("kind", "in", ["person"]), where("kind", "gte", "p")]) {
        const { text, params } = toSql(filter, { dialect: "duckdb", columns: { kind: "kind" } });
        expect(await driver.query(`SELECT kind FROM people WHERE ${text}`, params)).toEqual([["person"]]);
      }
    }
  });

  test("no collation of a column or a session folds case in a range of dates in texts", async () => {
    const texts = ["2026-11-20T00:00:00.000Z", "2026-11-20t00:00:00.000z"];
    await driver.run("CREATE TABLE seen (day VARCHAR COLLATE NOCASE, props JSON)");
    for (const day of texts)
      await driver.query("INSERT INTO seen VALUES (?, ?)", [day, JSON.stringify({ later: day })]);
    for (const collation of ["", "NOCASE"]) {
      await driver.run(`SET default_collation = '${collation}'`);
      for (const field of ["day", "later"]) {
        const columns = { day: { column: "day", type: "text" } } as const;
        const { text, params } = toSql(dated({ field, end: "2027-01-01T00:00:00.000Z" }), {
          dialect: "duckdb",
          columns,
          json: "props",
        });
        expect(await driver.query(`SELECT day FROM seen WHERE ${text}`, params)).toEqual([[texts[0]]]);
      }
    }
  });
});
