// Migrations: what they make, and several that start at once.

import { createEntityTable } from "slice-cql/sql";
import { expect, test } from "vitest";
import { migrate, migrations } from "../src/database/migrate.ts";
import { createPool } from "../src/database/pool.ts";
import { createDatabase, testDatabase } from "./support/database.ts";

const { pool } = await createDatabase();
const empty = testDatabase({ migrated: false });

interface Column {
  readonly name: string;
  readonly type: string;
  readonly collation: string | null;
}

test("the table of entities has what the toolkit makes: columns, key, indexes", async () => {
  await pool.query("create schema toolkit");
  await pool.query(
    `set search_path = toolkit; ${createEntityTable({ dialect: "postgres", table: "entity", tenant: "project_id", ids: "uuid" })}; reset search_path`,
  );
  const columnsOf = async (schema: string): Promise<readonly Column[]> =>
    (
      await pool.query<Column>(
        "select column_name as name, data_type as type, collation_name as collation from information_schema.columns where table_schema = $1 and table_name = 'entity'",
        [schema],
      )
    ).rows;
  const indexesOf = async (schema: string): Promise<readonly string[]> =>
    (
      await pool.query<{ readonly text: string }>(
        "select regexp_replace(indexdef, '^CREATE (UNIQUE )?INDEX \\S+ ON \\S+ ', '\\1') as text from pg_indexes where schemaname = $1 and tablename = 'entity'",
        [schema],
      )
    ).rows.map(({ text }) => text);
  const made = await columnsOf("toolkit");
  expect(made.length).toBeGreaterThan(5);
  expect(await columnsOf("public")).toEqual(expect.arrayContaining([...made]));
  expect(await indexesOf("public")).toEqual(expect.arrayContaining([...(await indexesOf("toolkit"))]));
});

test("of eight programs that start at once one migrates, and all go on", async () => {
  const pools = Array.from({ length: 8 }, () => createPool({ url: empty.url }, { size: 1 }));
  const done = await Promise.all(pools.map(async (each) => await migrate(each)));
  await Promise.all(pools.map(async (each) => await each.end()));
  expect(done.filter(({ applied }) => applied.length === migrations.length)).toHaveLength(1);
  expect(done.filter(({ applied }) => applied.length === 0)).toHaveLength(7);
  expect(new Set(done.map(({ roles }) => JSON.stringify(roles))).size).toBe(1);
});

test("a migration that fails leaves nothing behind", async () => {
  const broken = [
    ...migrations,
    { name: "9999_broken.sql", text: "create table half (id int); select 1 / 0" },
  ];
  await expect(migrate(pool, broken)).rejects.toThrow("division by zero");
  const { rows } = await pool.query("select from pg_tables where tablename = 'half'");
  expect(rows).toEqual([]);
  expect((await migrate(pool)).applied).toEqual([]);
});
