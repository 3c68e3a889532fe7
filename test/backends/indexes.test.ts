// Tests that the indexes of `entityTableSql` serve the filters that CQL compiles to, and that the rows they find are right.

import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { entityColumns, toSql } from "../../src/exports/sql.ts";
import type { FilterDefinition } from "../../src/index.ts";
import { compare } from "../support/backends/differences.ts";
import { pglite, sqlite } from "../support/backends/drivers.ts";
import type { Driver, Engine, Entity } from "../support/backends/engine.ts";
import { sqlEngine } from "../support/backends/sql-engine.ts";

const start = Date.parse("2026-01-01T00:00:00.000Z");
const hour = 3_600_000;

const entities: readonly Entity[] = Array.from({ length: 8000 }, (_, row) => ({
  id: `e${row}`,
  type: `T${row % 40}`,
  shape_id: `shape ${row % 97}`,
  source_id: `source ${row % 89}`,
  source_shape_id: `shape ${row % 83}`,
  created_at: new Date(start + row * hour).toISOString(),
  meta: { owner: `owner ${row % 500}`, rank: row % 700 },
  open: row % 900 === 0,
}));

const march = { field: "created_at", start: at(1500), end: at(1600) } as const;

interface Row {
  readonly filter: FilterDefinition;
  /** What the plan must say: the index, and the columns that are looked up in it. */
  readonly postgres: RegExp;
  readonly sqlite?: RegExp;
}

const rows: Readonly<Record<string, Row>> = {
  "a type": {
    filter: { entityTypes: ["T1"], propertyFilters: [] },
    postgres: /Index Scan (?:on|using) entities_type_created_at[^]*Index Cond: \(type = ANY/,
    sqlite: /USING INDEX entities\(type,created_at\) \(type=\?\)/,
  },
  "some shapes": {
    filter: { propertyFilters: [{ path: "shape_id", operator: "in", value: ["shape 1", "shape 2"] }] },
    postgres: /Index Scan (?:on|using) entities_shape_id_created_at[^]*Index Cond: \(shape_id = ANY/,
    sqlite: /USING INDEX entities\(shape_id,created_at\) \(shape_id=\?\)/,
  },
  "a source": {
    filter: { propertyFilters: [{ path: "source_id", operator: "in", value: ["source 5"] }] },
    postgres: /Index Scan (?:on|using) entities_source_id_created_at[^]*Index Cond: \(source_id = ANY/,
    sqlite: /USING INDEX entities\(source_id,created_at\) \(source_id=\?\)/,
  },
  "the shape of a source": {
    filter: { propertyFilters: [{ path: "source_shape_id", operator: "in", value: ["shape 7"] }] },
    postgres:
      /Index Scan (?:on|using) entities_source_shape_id_created_at[^]*Index Cond: \(source_shape_id = ANY/,
    sqlite: /USING INDEX entities\(source_shape_id,created_at\) \(source_shape_id=\?\)/,
  },
  "type, shape and source": {
    filter: {
      entityTypes: ["T1", "T2"],
      propertyFilters: [
        { path: "shape_id", operator: "in", value: ["shape 1", "shape 2", "shape 41"] },
        { path: "source_id", operator: "in", value: ["source 1", "source 41"] },
      ],
    },
    postgres: /Index Scan (?:on|using) entities_(?:type|shape_id|source_id)_created_at/,
    sqlite: /SEARCH entities USING INDEX entities\((?:type|shape_id|source_id),created_at\)/,
  },
  "a range of dates": {
    filter: { propertyFilters: [], dateRange: march },
    postgres: /Index Scan (?:on|using) entities_created_at[^]*Index Cond: \(\(created_at >= .*created_at < /,
    sqlite: /USING INDEX entities\(created_at\) \(created_at>\? AND created_at<\?\)/,
  },
  "all since a day": {
    filter: { propertyFilters: [], dateRange: { field: "created_at", start: at(7900) } },
    postgres: /Index Scan (?:on|using) entities_created_at[^]*Index Cond: \(created_at >= /,
    sqlite: /USING INDEX entities\(created_at\) \(created_at>\?\)/,
  },
  "a source in a range of dates": {
    filter: {
      propertyFilters: [{ path: "source_id", operator: "in", value: ["source 5"] }],
      dateRange: march,
    },
    postgres: /Index Scan (?:on|using) entities_(?:source_id_)?created_at[^]*Index Cond: /,
    sqlite:
      /USING INDEX entities\(source_id,created_at\) \(source_id=\? AND created_at>\? AND created_at<\?\)/,
  },
  "a text in the JSON column": {
    filter: { propertyFilters: [{ path: "meta.owner", operator: "eq", value: "owner 5" }] },
    postgres: /Bitmap Index Scan on entities_props_idx[^]*Index Cond: \(props @> /,
  },
  "a number in the JSON column": {
    filter: { propertyFilters: [{ path: "meta.rank", operator: "eq", value: 5 }] },
    postgres: /Bitmap Index Scan on entities_props_idx[^]*Index Cond: \(props @> /,
  },
  "a boolean in the JSON column": {
    filter: { propertyFilters: [{ path: "open", operator: "eq", value: true }] },
    postgres: /Bitmap Index Scan on entities_props_idx[^]*Index Cond: \(props @> /,
  },
};

const filters = Object.values(rows).map(({ filter }) => filter);
const opened = new Map<string, readonly [driver: Driver, engine: Engine]>();

beforeAll(async () => {
  for (const driver of [sqlite(), await pglite()]) {
    const engine = await sqlEngine(driver, "plain");
    await engine.load(entities);
    // SQLite plans without statistics unless instructed to gather them.
    if (driver.dialect === "postgres") await driver.run("ANALYZE");
    opened.set(driver.dialect, [driver, engine]);
  }
});

afterAll(async () => {
  for (const [, engine] of opened.values()) await engine.close();
});

describe("PostgreSQL uses an index", () => {
  test.each(Object.entries(rows))("for %s", async (_, { filter, postgres }) => {
    expect(await planOf("postgres", filter)).toMatch(postgres);
  });

  test("where it plans once for all parameters", async () => {
    const [driver] = given("postgres");
    await driver.run("SET plan_cache_mode = force_generic_plan");
    for (const [at, { filter, postgres }] of Object.values(rows).entries()) {
      const { text, params } = toSql(filter, { dialect: "postgres", columns: entityColumns, json: "props" });
      await driver.run(`PREPARE generic${at} AS SELECT id FROM entities WHERE ${text}`);
      const unknown = params.map(() => "NULL").join(", ");
      const lines = await driver.query(`EXPLAIN EXECUTE generic${at}(${unknown})`, []);
      expect(lines.map(String).join("\n")).toMatch(postgres);
    }
  });
});

describe("SQLite uses an index", () => {
  const served = Object.entries(rows).filter(([, row]) => row.sqlite !== undefined);

  test.each(served)("for %s", async (_, row) => {
    expect(await planOf("sqlite", row.filter)).toMatch(row.sqlite ?? /never/);
  });
});

describe.each(["postgres", "sqlite"] as const)("%s", (dialect) => {
  test("finds the right rows by index", async () => {
    const [, engine] = given(dialect);
    const { difference, matched } = await compare([engine], { entities, filters });
    if (difference !== undefined) expect.fail(difference);
    expect(matched).toBeGreaterThan(filters.length);
  });

  test("reads the whole table without the indexes", async () => {
    const [driver] = given(dialect);
    for (const column of ["type", "shape_id", "source_id", "source_shape_id", undefined]) {
      const columns = column === undefined ? ["created_at"] : [column, "created_at"];
      const name = dialect === "sqlite" ? `entities(${columns.join()})` : `entities_${columns.join("_")}_idx`;
      await driver.run(`DROP INDEX "${name}"`);
    }
    const plan = await planOf(dialect, { propertyFilters: [], dateRange: march });
    expect(plan).toMatch(/Seq Scan on entities|SCAN entities/);
  });
});

async function planOf(dialect: "postgres" | "sqlite", filter: FilterDefinition): Promise<string> {
  const [driver] = given(dialect);
  const { text, params } = toSql(filter, { dialect, columns: entityColumns, json: "props" });
  const explain = dialect === "postgres" ? "EXPLAIN" : "EXPLAIN QUERY PLAN";
  const lines = await driver.query(`${explain} SELECT id FROM entities WHERE ${text}`, params);
  return lines.map((line) => String(line.at(-1))).join("\n");
}

function given(dialect: string): readonly [driver: Driver, engine: Engine] {
  const found = opened.get(dialect);
  if (found === undefined) throw new Error(`${dialect} is not open`);
  return found;
}

function at(hours: number): string {
  return new Date(start + hours * hour).toISOString();
}
