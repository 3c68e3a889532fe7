// Shows the traps that the pages of the SQL databases describe (docs/backends), each under its heading there.
//
// They are shown on SQLite, DuckDB and PostgreSQL (PGlite); the sessions of the latter two are not in UTC.

import { DatabaseSync } from "node:sqlite";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { compilePredicate } from "../../src/exports/predicate.ts";
import { entityColumns, entityTableSql, type SqlOptions, toSql } from "../../src/exports/sql.ts";
import type { DateRange, FilterDefinition, Operator } from "../../src/index.ts";
import { openDrivers } from "../support/backends/drivers.ts";
import type { Driver } from "../support/backends/engine.ts";
import { dated, where } from "../support/backends/one-filter.ts";

const opened = new Map<Driver["dialect"], Driver>();

beforeAll(async () => {
  for (const driver of await openDrivers()) {
    opened.set(driver.dialect, driver);
    await driver.run(entityTableSql({ dialect: driver.dialect }));
  }
});

afterAll(async () => {
  for (const driver of opened.values()) await driver.close();
});

describe("sql.md", () => {
  test("The expression may be NULL", async () => {
    for (const driver of opened.values()) {
      await fill(driver, { in: { type: "Person" }, out: { type: "Deal" }, null: {} });
      const { text, params } = toSql({ entityTypes: ["Person"], propertyFilters: [] }, table(driver));
      expect(await ids(driver, text, params)).toEqual(["in"]);
      expect(await ids(driver, `NOT (${text})`, params)).toEqual(["out"]);
      expect(await ids(driver, `NOT COALESCE(${text}, FALSE)`, params)).toEqual(["null", "out"]);
    }
  });

  test("A column holds one kind of value", async () => {
    for (const driver of opened.values()) {
      await fill(driver, { one: { type: "1" }, null: {} });
      expect(await find(driver, where("type", "eq", "1"))).toEqual(["one"]);
      expect(await find(driver, where("type", "eq", 1))).toEqual([]);
      expect(await find(driver, where("type", "neq", 1))).toEqual(["one"]);
      expect(await find(driver, where("type", "lt", 2))).toEqual([]);
    }
  });

  test("A path is read from one place", async () => {
    for (const driver of opened.values()) {
      await fill(driver, { column: { type: "Person" }, props: { props: '{"type":"Person"}' } });
      expect(await find(driver, where("type", "eq", "Person"))).toEqual(["column"]);
      expect(await find(driver, where("type", "exists", false))).toEqual(["props"]);
    }
  });

  test("Dates in texts", async () => {
    const dates = {
      canonical: "2026-11-20T10:10:41.123Z",
      day: "2026-11-20",
      offset: "2026-11-20T10:10:41.123+00:00",
      seconds: "2026-11-20T10:10:41Z",
    };
    const inAny = dated({ field: "seen" });
    for (const driver of opened.values()) {
      const entities = Object.entries(dates).map(([id, seen]) => [id, { props: JSON.stringify({ seen }) }]);
      await fill(driver, Object.fromEntries(entities));
      expect(await find(driver, inAny)).toEqual(["canonical"]);
    }
    expect(Object.values(dates).filter((seen) => compilePredicate(inAny)({ seen }))).toHaveLength(4);
  });

  test("JSON that JavaScript would not write", async () => {
    const digits = "0.1000000000000000055511151231257827";
    const found = new Map<string, readonly unknown[]>();
    for (const driver of opened.values()) {
      await fill(driver, { twice: { props: '{"a":1,"a":2}' }, digits: { props: `{"n":${digits}}` } });
      const [first, last, rounded] = [where("a", "eq", 1), where("a", "eq", 2), where("n", "eq", 0.1)];
      const counts = [first, last, rounded].map(async (filter) => (await find(driver, filter)).length);
      found.set(driver.dialect, await Promise.all(counts));
    }
    expect(Object.fromEntries(found)).toEqual({ sqlite: [1, 1, 1], duckdb: [1, 0, 1], postgres: [0, 1, 0] });
    expect([JSON.parse('{"a":1,"a":2}'), JSON.parse(digits)]).toEqual([{ a: 2 }, 0.1]);
  });

  test("Numbers in columns of other types", async () => {
    const column = (name: string): Columns => ({ n: { column: name, type: "number" } });
    const long = "9007199254740993";
    for (const driver of opened.values()) {
      await driver.run("CREATE TABLE numbers (id TEXT, f REAL, i BIGINT)");
      await driver.run(`INSERT INTO numbers VALUES ('n', 0.1, ${long})`);
      const isExact = driver.dialect !== "duckdb";
      const [tenth, integer] = [where("n", "eq", 0.1), where("n", "eq", Number(long))];
      expect((await find(driver, tenth, column("f"), "numbers")).length).toBe(
        driver.dialect === "sqlite" ? 1 : 0,
      );
      expect((await find(driver, integer, column("i"), "numbers")).length).toBe(isExact ? 0 : 1);
    }
  });

  test("Placeholders in names", () => {
    const { text, params } = toSql(where("p", "eq", "x"), {
      dialect: "postgres",
      columns: { p: "cost in $1" },
    });
    expect(text.split(/\$\d+/u)).toHaveLength(params.length + 2);
  });
});

describe("postgres.md", () => {
  test("An index needs the collation C", async () => {
    const driver = driverOf("postgres");
    await driver.run(`
      CREATE TABLE people AS SELECT 'n' || i AS kind FROM generate_series(1, 5000) AS i;
      CREATE INDEX by_default ON people (kind);
      ANALYZE people; SET enable_seqscan = off`);
    const inList = where("kind", "in", ["n7"]);
    expect(await explain(driver, inList, { kind: "kind" }, "people")).not.toContain("Index Cond");
    await driver.run('CREATE INDEX by_code_point ON people (kind COLLATE "C")');
    expect(await explain(driver, inList, { kind: "kind" }, "people")).toMatch(/by_code_point[^]*Index Cond/u);
    await driver.run("SET enable_seqscan = on");
  });

  test("A timestamp without time zone is read in the zone of the session", async () => {
    await zoneTrap("postgres", "timestamp", "timestamptz", "ALTER COLUMN created_at TYPE");
  });

  test("A text without a zone is stored in the zone of the session", async () => {
    await storedZoneTrap("postgres");
  });

  test("Microseconds are cut", async () => {
    for (const dialect of ["postgres", "duckdb"] as const) {
      const driver = driverOf(dialect);
      await fill(driver, { precise: { created_at: "2026-11-20T10:10:41.123999Z" } });
      const [start, end] = ["2026-11-20T10:10:41.123Z", "2026-11-20T10:10:41.124Z"];
      expect(await find(driver, dated({ field: "created_at", start, end }))).toEqual(["precise"]);
      expect(await find(driver, dated({ field: "created_at", start: end }))).toEqual([]);
      expect(await find(driver, where("created_at", "eq", start))).toEqual(["precise"]);
    }
  });

  test("Infinity is in open ranges", async () => {
    await infinityTrap("postgres");
  });

  test("A column of UUIDs needs its type", async () => {
    const driver = driverOf("postgres");
    const id = "c0ffee00-0000-4000-8000-000000000001";
    await driver.run(`CREATE TABLE owned (id uuid); INSERT INTO owned VALUES ('${id.toUpperCase()}')`);
    const typed: Columns = { id: { column: "id", type: "uuid" } };
    await expect(find(driver, where("id", "eq", id), { id: "id" }, "owned")).rejects.toThrow("collation");
    expect(await find(driver, where("id", "eq", id), typed, "owned")).toEqual([id]);
    expect(await find(driver, where("id", "eq", id.toUpperCase()), typed, "owned")).toEqual([]);
    expect(await find(driver, where("id", "neq", "no UUID"), typed, "owned")).toEqual([id]);
  });

  test("The JSON column is jsonb", async () => {
    const driver = driverOf("postgres");
    await driver.run(`CREATE TABLE plain (id text, props json); INSERT INTO plain VALUES ('a', '{"n":1}')`);
    await expect(find(driver, where("n", "in", [1]), {}, "plain")).rejects.toThrow("json");
    await driver.run("ALTER TABLE plain ALTER COLUMN props TYPE jsonb");
    expect(await find(driver, where("n", "in", [1]), {}, "plain")).toEqual(["a"]);
  });

  test("The index of the JSON column serves eq", async () => {
    const driver = driverOf("postgres");
    await driver.run("SET enable_seqscan = off");
    const served = async (operator: Operator, value: unknown): Promise<boolean> =>
      (await explain(driver, where("owner", operator, value))).includes("entities_props");
    expect(await served("eq", "o7")).toBe(true);
    expect(await served("in", ["o7"])).toBe(false);
    expect(await served("neq", "o7")).toBe(false);
    expect(await served("gt", "o7")).toBe(false);
    await driver.run("SET enable_seqscan = on");
  });

  test("A value can be too long for an index", async () => {
    const driver = driverOf("postgres");
    const long = noise(2800);
    await expect(fill(driver, { long: { type: long } })).rejects.toThrow("maximum 2704");
    await fill(driver, { short: { type: noise(2600) }, long: { props: JSON.stringify({ long }) } });
    expect(await find(driver, where("long", "eq", long))).toEqual(["long"]);
  });

  test("Texts cannot contain U+0000", async () => {
    const driver = driverOf("postgres");
    await expect(fill(driver, { nul: { props: '{"s":"a\\u0000"}' } })).rejects.toThrow("Unicode");
    const entities = ["a", "a\u0001", "b"].map((id) => [id, { props: JSON.stringify({ s: id }) }] as const);
    await fill(driver, Object.fromEntries(entities));
    expect(await find(driver, where("s", "in", ["a\0", "b"]))).toEqual(["b"]);
    expect(await find(driver, where("s", "lt", "a\0"))).toEqual(["a"]);
    expect(await find(driver, where("s", "gte", "a\0"))).toEqual(["a\u0001", "b"]);
    expect(await find(driver, where("s\0", "exists", true))).toEqual([]);
  });
});

describe("sqlite.md", () => {
  test("CURRENT_TIMESTAMP is not a date", async () => {
    const driver = driverOf("sqlite");
    await driver.run(`
      CREATE TABLE stamped (id TEXT, created_at TEXT);
      INSERT INTO stamped VALUES ('default', CURRENT_TIMESTAMP), ('form', strftime('%Y-%m-%dT%H:%M:%fZ', 'now'))`);
    const inAny = dated({ field: "created_at" });
    expect(await find(driver, inAny, { created_at: "created_at" }, "stamped")).toEqual(["form"]);
    const given = ["2026-11-20", "2026-11-20T11:10:41+01:00"];
    for (const created_at of ["2026-11-20 10:10:41", ...given])
      await expect(fill(driver, { no: { created_at } })).rejects.toThrow("CHECK");
    const stored = given.map((date) => [date, { created_at: new Date(date).toISOString() }]);
    await fill(driver, { ...Object.fromEntries(stored), none: {} });
    expect(await find(driver, inAny)).toEqual(given);
  });

  test("An index needs the collation BINARY", async () => {
    const driver = driverOf("sqlite");
    await driver.run(`
      CREATE TABLE people (id TEXT, kind TEXT COLLATE NOCASE);
      INSERT INTO people VALUES ('upper', 'PERSON'), ('lower', 'person');
      CREATE INDEX by_default ON people (kind)`);
    const inList = where("kind", "in", ["person"]);
    expect(await find(driver, inList, { kind: "kind" }, "people")).toEqual(["lower"]);
    const inRange = dated({ field: "kind", start: "2026-01-01T00:00:00.000Z" });
    for (const filter of [inList, inRange])
      expect(await explain(driver, filter, { kind: "kind" }, "people")).not.toContain("by_default");
    await driver.run("CREATE INDEX people_kind ON people (kind COLLATE BINARY)");
    expect(await explain(driver, inList, { kind: "kind" }, "people")).toContain("people_kind");
    expect(await explain(driver, inRange, { kind: "kind" }, "people")).toContain("people_kind");
  });

  test("A UTF-16 database orders differently", () => {
    const after = (encoding: string, operator: Operator): readonly unknown[] => {
      const database = new DatabaseSync(":memory:");
      database.exec(
        `PRAGMA encoding = '${encoding}'; CREATE TABLE t (s TEXT); INSERT INTO t VALUES ('a'), ('Ā')`,
      );
      const { text, params } = toSql(where("s", operator, "a"), { dialect: "sqlite", columns: { s: "s" } });
      return database
        .prepare(`SELECT s FROM t WHERE ${text}`)
        .all(...params)
        .map(({ s }) => s);
    };
    expect([after("UTF-8", "gt"), after("UTF-16le", "gt")]).toEqual([["Ā"], []]);
    expect([after("UTF-8", "eq"), after("UTF-16le", "eq")]).toEqual([["a"], ["a"]]);
  });

  test("A filter has less than a thousand conditions", async () => {
    await expect(find(driverOf("sqlite"), conditions(1100))).rejects.toThrow("too large");
    expect(await find(driverOf("sqlite"), conditions(900))).toEqual([]);
  });

  test("Text that is not JSON stops the statement", async () => {
    const driver = driverOf("sqlite");
    await driver.run(
      `CREATE TABLE loose (id TEXT, props TEXT); INSERT INTO loose VALUES ('a', '{"n":1}'), ('b', '{n')`,
    );
    await expect(find(driver, where("n", "eq", 1), {}, "loose")).rejects.toThrow("malformed JSON");
    await expect(fill(driver, { b: { props: "{n" } })).rejects.toThrow("malformed JSON");
  });
});

describe("duckdb.md", () => {
  test("A TIMESTAMP without time zone is read in the zone of the session", async () => {
    await zoneTrap("duckdb", "TIMESTAMP", "TIMESTAMPTZ", "ALTER created_at TYPE");
  });

  test("A text without a zone is stored in the zone of the session", async () => {
    await storedZoneTrap("duckdb");
  });

  test("Infinity is in ranges without an end", async () => {
    await infinityTrap("duckdb");
  });

  test("Each list is a join", async () => {
    const joins = async (parts: number): Promise<number> =>
      (await explain(driverOf("duckdb"), conditions(parts))).split("_JOIN").length - 1;
    expect((await joins(6)) - (await joins(3))).toBeGreaterThanOrEqual(3);
  });
});

type Columns = SqlOptions["columns"];

/** A row of the table of `entityTableSql`, but for its id. */
type Row = Readonly<Partial<Record<"type" | "created_at" | "props", string>>>;

function driverOf(dialect: Driver["dialect"]): Driver {
  const driver = opened.get(dialect);
  if (driver === undefined) throw new Error(`${dialect} is not open`);
  return driver;
}

/** So many conditions on one property. */
function conditions(count: number): FilterDefinition {
  const one = { path: "type", operator: "eq", value: "x" } as const;
  return { propertyFilters: Array.from({ length: count }, () => one) };
}

function table({ dialect }: Driver): SqlOptions {
  return { dialect, columns: entityColumns, json: "props" };
}

/** Replaces rows by their IDs. */
async function fill(driver: Driver, rows: Readonly<Record<string, Row>>): Promise<void> {
  await driver.run("DELETE FROM entities");
  for (const [id, { type = null, created_at = null, props = "{}" }] of Object.entries(rows)) {
    const places =
      driver.dialect === "postgres" ? "$1::text, $2::text, $3::timestamptz, $4::jsonb" : "?, ?, ?, ?";
    await driver.query(`INSERT INTO entities (id, type, created_at, props) VALUES (${places})`, [
      id,
      type,
      created_at,
      props,
    ]);
  }
}

/** The ids in the slice, sorted. */
async function find(
  driver: Driver,
  filter: FilterDefinition,
  columns: Columns = entityColumns,
  from = "entities",
): Promise<readonly unknown[]> {
  const { text, params } = toSql(filter, { dialect: driver.dialect, columns, json: "props" });
  return await ids(driver, text, params, from);
}

async function ids(
  driver: Driver,
  condition: string,
  params: readonly unknown[],
  from = "entities",
): Promise<readonly unknown[]> {
  const rows = await driver.query(`SELECT id FROM ${from} WHERE ${condition}`, params);
  return rows.map(([id]) => String(id)).toSorted();
}

/** How the database would find them. */
async function explain(
  driver: Driver,
  filter: FilterDefinition,
  columns: Columns = entityColumns,
  from = "entities",
): Promise<string> {
  const { text, params } = toSql(filter, { dialect: driver.dialect, columns, json: "props" });
  const how = driver.dialect === "sqlite" ? "EXPLAIN QUERY PLAN" : "EXPLAIN";
  const rows = await driver.query(`${how} SELECT * FROM ${from} WHERE ${text}`, params);
  return rows.map((row) => row.join(" ")).join("\n");
}

/** Sessions are thirteen hours ahead of UTC: an instant without a zone is another one there. */
async function zoneTrap(
  dialect: Driver["dialect"],
  bare: string,
  zoned: string,
  alter: string,
): Promise<void> {
  const driver = driverOf(dialect);
  await driver.run(`CREATE TABLE zones (id VARCHAR, created_at ${bare})`);
  await driver.run("INSERT INTO zones VALUES ('at ten', '2026-11-20 10:00:00')");
  expect(await find(driver, ten, { created_at: "created_at" }, "zones")).toEqual([]);
  await driver.run(`ALTER TABLE zones ${alter} ${zoned} USING created_at AT TIME ZONE 'UTC'`);
  expect(await find(driver, ten, { created_at: "created_at" }, "zones")).toEqual(["at ten"]);
}

async function storedZoneTrap(dialect: Driver["dialect"]): Promise<void> {
  const bare = "2026-11-20 10:00:00";
  const zoned = new Date(`${bare}Z`).toISOString();
  await fill(driverOf(dialect), { bare: { created_at: bare }, zoned: { created_at: zoned } });
  expect(await find(driverOf(dialect), dated({ field: "created_at" }))).toEqual(["bare", "zoned"]);
  expect(await find(driverOf(dialect), ten)).toEqual(["zoned"]);
}

const ten = dated({
  field: "created_at",
  start: "2026-11-20T10:00:00.000Z",
  end: "2026-11-20T10:00:00.001Z",
});

async function infinityTrap(dialect: Driver["dialect"]): Promise<void> {
  const driver = driverOf(dialect);
  await driver.run("CREATE TABLE ends (id VARCHAR, created_at timestamptz)");
  await driver.run(
    "INSERT INTO ends VALUES ('never', 'infinity'), ('far', '12026-01-01 00:00:00Z'), ('none', NULL)",
  );
  const [start, end] = ["2026-01-01T00:00:00.000Z", "2027-01-01T00:00:00.000Z"];
  const found = (range: Omit<DateRange, "field">): Promise<readonly unknown[]> =>
    find(driver, dated({ field: "created_at", ...range }), { created_at: "created_at" }, "ends");
  expect(await found({ start })).toEqual(["far", "never"]);
  expect(await found({ start, end })).toEqual([]);
}

/** Letters that do not compress, always the same ones. */
function noise(length: number): string {
  let state = 1;
  return Array.from({ length }, () => {
    state = (state * 48_271) % 2_147_483_647;
    return String.fromCharCode(33 + (state % 90));
  }).join("");
}
