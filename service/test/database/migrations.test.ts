// Tests what the migrations create, and that several programs can run them at once.

import { createHash } from "node:crypto";
import { entityTableSql } from "slice-cql/sql";
import { expect, inject, onTestFinished, test } from "vitest";
import { findTables } from "../../src/database/distribute.ts";
import { migrate, migrations, missingIn, statementsOf } from "../../src/database/migrate.ts";
import { createPool } from "../../src/database/pool.ts";
import { shownEntityColumns, shownRelationshipColumns } from "../../src/entities/rows.ts";
import { exportedTables } from "../../src/files/export-tables.ts";
import { createDatabase, testDatabase } from "../support/database.ts";
import { additive, breaking } from "../support/next-migrations.ts";

const { pool } = await createDatabase();
const empty = testDatabase({ migrated: false });
const before = testDatabase({ migrated: false });
const next = testDatabase();
const busy = testDatabase();

interface Column {
  readonly name: string;
  readonly type: string;
  readonly collation: string | null;
}

test("the table of entities has what the toolkit creates: columns, key, indexes", async () => {
  await pool.query("create schema toolkit");
  await pool.query(
    `set search_path = toolkit; ${entityTableSql({ dialect: "postgres", table: "entity", tenant: "project_id", ids: "uuid" })}; reset search_path`,
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
  // Its key begins with the organization, and its indexes include it.
  const indexes = (await indexesOf("public")).map((text) =>
    text
      .replace("(organization_id, id, project_id)", "(project_id, id)")
      .replace(" INCLUDE (organization_id)", ""),
  );
  expect(indexes).toEqual(expect.arrayContaining([...(await indexesOf("toolkit"))]));
});

/** What callers do not write: it is not shown, and an import creates it again. */
const internal: readonly string[] = ["organization_id", "project_id", "search"];

test.each([
  ["entity", [...shownEntityColumns, "name_key"]],
  ["relationship", shownRelationshipColumns],
])("each column of the table %s is shown and exported, or internal", async (table, shown) => {
  const { rows } = await pool.query<{ readonly name: string }>(
    "select column_name as name from information_schema.columns where table_schema = 'public' and table_name = $1",
    [table],
  );
  const columns = rows.map(({ name }) => name);
  const { members = {} } = exportedTables.find((each) => each.table === table) ?? {};
  const written = Object.values(members).join(" ").split(/\W+/);
  expect(columns).toEqual(expect.arrayContaining([...internal]));
  const own = columns.filter((name) => !internal.includes(name)).toSorted();
  expect([...shown].toSorted()).toEqual(own);
  // The database makes it of the name.
  expect(own.filter((name) => !written.includes(name) && name !== "name_key")).toEqual([]);
});

test("one of eight programs that start at once migrates, and all continue", async () => {
  const pools = Array.from({ length: 8 }, () => createPool({ url: empty.url }, { size: 1 }));
  const done = await Promise.all(pools.map(async (each) => await migrate(each)));
  await Promise.all(pools.map(async (each) => await each.end()));
  expect(done.filter(({ applied }) => applied.length === migrations.length)).toHaveLength(1);
  expect(done.filter(({ applied }) => applied.length === 0)).toHaveLength(7);
  expect(new Set(done.map(({ roles }) => JSON.stringify(roles))).size).toBe(1);
});

test("a migration that fails is rolled back as a whole", async () => {
  const broken = [
    ...migrations,
    { name: "9999_broken.sql", text: "create table half (id int); select 1 / 0" },
  ];
  await expect(migrate(pool, broken)).rejects.toThrow("division by zero");
  const { rows } = await pool.query("select from pg_tables where tablename = 'half'");
  expect(rows).toEqual([]);
  expect((await migrate(pool)).applied).toEqual([]);
});

test("the statements of a migration are sent one by one, each whole", () => {
  const statements = [
    "-- First; it's a comment.\ncreate table a (id int default ';'::text::int);",
    "do $$ begin perform 1; end $$;",
    "create function f() returns text language sql as $body$ select '$$;'; select 2; $body$;",
    "comment on column a.\"x;\" is 'it''s; here';",
    "select 1",
  ];
  expect(statementsOf(`${statements.join("\n\n")}\n-- The end; of it.\n`)).toEqual([
    ...statements.slice(0, -1),
    "select 1\n-- The end; of it.",
  ]);
  for (const { text } of migrations)
    expect(statementsOf(text).join("").replaceAll(/\s/g, "")).toBe(text.replaceAll(/\s/g, ""));
});

test("the tables of loops are added to a database with data, which stays unchanged", async () => {
  const own = createPool({ url: before.url }, { size: 2 });
  onTestFinished(async () => await own.end());
  const [first = { name: "", text: "" }] = migrations;
  await own.query(first.text);
  await own.query(
    "create table migration (name text primary key, hash text not null, applied_at timestamptz not null default now())",
  );
  const hash = createHash("sha256").update(first.text).digest("hex");
  await own.query("insert into migration (name, hash) values ($1, $2)", [first.name, hash]);
  await own.query(`
    with o as (insert into organization (id, name) values (gen_random_uuid(), 'acme') returning id),
      p as (insert into project (id, organization_id, name) select gen_random_uuid(), id, 'crm' from o returning *),
      k as (insert into api_key (id, organization_id, project_id, hash) select gen_random_uuid(), organization_id, id, '\\x00' from p returning *),
      s as (insert into source (organization_id, project_id, id, name) select organization_id, id, gen_random_uuid(), 'mail' from p returning *),
      d as (insert into document (organization_id, project_id, id, source_id, text) select organization_id, project_id, gen_random_uuid(), id, 'a😀é' from s returning *),
      e as (insert into entity (organization_id, project_id, id, type, name) select organization_id, id, gen_random_uuid(), 'Person', 'Ada' from p returning *),
      c as (insert into delta (organization_id, project_id, id, key_id) select k.organization_id, k.project_id, gen_random_uuid(), k.id from k returning *)
    select from d, e, c`);
  await own.query(`insert into change (organization_id, project_id, delta_id, key_id, private, position, id, operation, object, object_id, value)
    select organization_id, project_id, id, key_id, private, 0, gen_random_uuid(), 'create', 'memory', gen_random_uuid(), '{}' from delta`);
  expect((await migrate(own)).applied).toEqual(migrations.slice(1).map(({ name }) => name));
  const { rows } = await own.query(`select d.length, d.text, e.name, c.loop_id, k.id = delta.key_id as same
    from document d, entity e, change c, delta, api_key k`);
  expect(rows).toEqual([
    {
      length: "a😀é".length,
      text: "a😀é",
      name: "Ada",
      loop_id: null,
      same: true,
    },
  ]);
});

test("a program works with a database that has additive migrations more, and refuses any other newer one", async () => {
  const own = createPool({ url: next.url }, { size: 2 });
  onTestFinished(async () => await own.end());
  expect((await migrate(own, [...migrations, additive])).applied).toEqual([additive.name]);
  // Where the database is distributed, so is the new table.
  if (inject("nodes").length > 0) expect((await findTables(own)).tenants).toEqual([]);
  expect((await migrate(own)).applied).toEqual([]);
  expect(await missingIn(own)).toEqual([]);
  // One that lacks a migration from before it is of another line.
  const other = [...migrations, { name: "8000_other.sql", text: "-- additive: nothing." }];
  await expect(migrate(own, other)).rejects.toThrow(`it has the migration ${additive.name}`);
  const later = [...migrations, { name: "9999_last.sql", text: "" }];
  await expect(missingIn(own, later)).rejects.toThrow(`it has the migration ${additive.name}`);
  await migrate(own, [...migrations, additive, breaking]);
  for (const use of [migrate, missingIn])
    await expect(use(own)).rejects.toThrow(`newer than this program: it has the migration ${breaking.name}`);
  await expect(migrate(own, [...migrations, additive])).rejects.toThrow(breaking.name);
});

test("a table of migrations from before they could be additive gets its column", async () => {
  const own = createPool({ url: next.url }, { size: 1 });
  onTestFinished(async () => await own.end());
  await own.query("delete from migration where name > '9'; alter table migration drop column additive");
  expect((await migrate(own)).applied).toEqual([]);
  expect((await own.query("select distinct additive from migration")).rows).toEqual([{ additive: false }]);
});

test("a migration that has to wait for a long transaction keeps requests waiting for moments only", async () => {
  const own = createPool({ url: busy.url }, { size: 4 });
  onTestFinished(async () => await own.end());
  const reader = await own.connect();
  await reader.query("begin; select from slice");
  const list = [...migrations, additive];
  await expect(migrate(own, list, { lockMs: 100, pauseMs: 100, wholeMs: 300 })).rejects.toThrow(
    "could not lock its tables",
  );
  let isDone = false;
  const migrated = migrate(own, list, { lockMs: 200, pauseMs: 200, wholeMs: 60_000 }).finally(
    () => (isDone = true),
  );
  const waits: number[] = [];
  for (const until = performance.now() + 3000; performance.now() < until; ) {
    const begun = performance.now();
    await own.query("select from slice limit 1");
    waits.push(performance.now() - begun);
  }
  expect([Math.max(...waits) > 50, Math.max(...waits) < 1500, isDone]).toEqual([true, true, false]);
  await reader.query("commit");
  reader.release();
  expect((await migrated).applied).toEqual([additive.name]);
});
