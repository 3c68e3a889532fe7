// Checks the rules that let a database distributed by organization run each statement on one node: those of the schema, and that mistakes in statements are found.

import { Pool } from "pg";
import { afterAll, describe, expect, inject, test } from "vitest";
import { tenantTables } from "../support/partitioned.ts";
import { brokenRules, severalShards } from "../support/statements.ts";

const pool = new Pool({ connectionString: inject("shared"), max: 1 });
const partitioned = new Pool({ connectionString: inject("partitioned"), max: 1 });
afterAll(async () => void (await Promise.all([pool.end(), partitioned.end()])));

const tables = await tenantTables(pool);
const organization = "0198c0de-7a11-7c3e-9b1f-3d2a5e6f7080";

async function rowsOf(text: string): Promise<readonly Record<string, string>[]> {
  return (await pool.query<Record<string, string>>(text, [tables])).rows;
}

test("the tables of tenants are those with an organization, but for the ones that every node has", () => {
  const known = `account activity change checkpoint delivery delta document entity entity_change entity_embedding event idempotency ledger log_end loop memory memory_embedding memory_version name_change passage passage_embedding project_lock reading relationship
    shape slice source webhook word`;
  expect(tables).toEqual(known.split(/\s+/));
});

test("every unique index of a tenant's table begins with the organization", async () => {
  const indexes = await rowsOf(
    `select indexrelid::regclass::text as index, a.attname as first from pg_index
     join pg_attribute a on a.attrelid = indrelid and a.attnum = indkey[0]
     where indisunique and indrelid::regclass::text = any($1)`,
  );
  expect(indexes.length).toBeGreaterThanOrEqual(tables.length);
  expect(indexes.filter(({ first }) => first !== "organization_id")).toEqual([]);
});

test("every foreign key between tenants' tables has the organization on both sides", async () => {
  const keys = await rowsOf(
    `select conname as name, pg_get_constraintdef(oid) as text from pg_constraint
     where contype = 'f' and conrelid::regclass::text = any($1) and confrelid::regclass::text = any($1)`,
  );
  expect(keys.length).toBeGreaterThan(10);
  // A reference without columns is to the primary key, which has the organization.
  const isWhole = /^FOREIGN KEY \(organization_id, [^)]*\) REFERENCES \w+\(organization_id, /;
  expect(keys.filter(({ text = "" }) => !isWhole.test(text))).toEqual([]);
});

test("no policy is restrictive, as Citus gives its nodes a permissive one instead", async () => {
  const restrictive = await rowsOf(
    "select polname as name from pg_policy where not polpermissive and polrelid::regclass::text = any($1)",
  );
  expect(restrictive).toEqual([]);
});

test("no policy has a subquery, and no table a trigger, a sequence or an identity column", async () => {
  const policies = await rowsOf(
    `select polname as name, polrelid::regclass::text as table, concat(pg_get_expr(polqual, polrelid), ' ', pg_get_expr(polwithcheck, polrelid)) as text
     from pg_policy where polrelid::regclass::text = any($1)`,
  );
  expect(policies.length).toBeGreaterThanOrEqual(tables.length);
  expect(policies.filter(({ text = "" }) => /\bselect\b/i.test(text))).toEqual([]);
  const others = await rowsOf(
    `select tgrelid::regclass::text as table, tgname as name from pg_trigger where not tgisinternal and tgrelid::regclass::text = any($1)
     union all select attrelid::regclass::text, attname from pg_attribute where attidentity <> '' and attrelid::regclass::text = any($1)
     union all select relname, 'sequence' from pg_class where relkind = 'S' and relnamespace = current_schema()::regnamespace`,
  );
  expect(others).toEqual([]);
});

test("the role that finds hits may read the organization of each row", async () => {
  const hits = await rowsOf(
    `select polrelid::regclass::text as table, has_column_privilege(role, polrelid, 'organization_id', 'select')::text as may
     from pg_policy, unnest(polroles) role where polname = 'hits' and polrelid::regclass::text = any($1)`,
  );
  expect(hits.length).toBeGreaterThan(3);
  expect(hits.filter(({ may }) => may !== "true")).toEqual([]);
});

describe("a statement that would not run on one node is found", () => {
  test.each([
    ["names no organization", "select name from entity where project_id = $1", ["entity"]],
    [
      "forgets the organization in an inner query",
      `select e.name from entity e where e.organization_id = $1
         and exists (select from relationship r where r.project_id = e.project_id and r.from_id = e.id)`,
      ["relationship"],
    ],
    [
      "takes the organization of an inner query from the outer row",
      `select (select count(*) from relationship r where r.organization_id = e.organization_id and r.from_id = e.id)
         from entity e where e.organization_id = $1`,
      ["relationship"],
    ],
    [
      "joins without the organization",
      "select d.status from change c join delta d on d.id = c.delta_id where c.organization_id = $1",
      ["delta"],
    ],
  ])("if it %s", async (_, text, several) => {
    const found = await severalShards(partitioned, new Set(tables), { text, values: [organization] });
    const [named = ""] = found?.split("\n") ?? [];
    expect(found === undefined ? [] : named.split(", ").filter((name) => name !== "")).toEqual(several);
  });

  test.each([
    ["insert into worker (id) values ($1) on conflict (id) do update set seen_at = now()", "immutable"],
    ["update api_key set revoked_at = coalesce(revoked_at, now()) where id = $1", "immutable"],
    ["select from loop where status = 'queued' limit 1 for update skip locked", "need the organization"],
    ["insert into event (loop_id) select id from loop where organization_id = $1", "on conflict"],
    ["select pg_advisory_xact_lock(1)", "advisory"],
    ["set statement_timeout = 0", "end with its transaction"],
    ["set local a.b to 'x;'; set local c.d to 'y'", "one statement"],
    ["select set_config('app.project_id', $1, true)", "reaches other nodes"],
    ["set local role reader", "reaches other nodes"],
    ["set local plan_cache_mode = force_generic_plan", "reaches other nodes"],
    [
      'delete from entity where id = $1 returning id, "entity"."created_at"::text as at',
      "return what is immutable",
    ],
    ["delete from word w using entity o where w.word <> concat_ws(' ', o.type, o.name)", "concat"],
  ])("by its text: %s", (text, rule) => {
    expect(brokenRules({ text }).join()).toContain(rule);
  });

  test.each(["select * from loop", "update loop set status = $1 returning *", "select l.* from loop l"])(
    "by its text if it has a name: %s",
    (text) => {
      expect(brokenRules({ text, name: "loops.all" }).join()).toContain("must list its columns");
      expect(brokenRules({ text })).toEqual([]);
    },
  );

  test("a statement with the organization in each place is not", async () => {
    const text = `select e.name from entity e join delta d on d.organization_id = $1 and d.id = e.id
      where e.organization_id = $1 for update of e`;
    expect(
      await severalShards(partitioned, new Set(tables), { text, values: [organization] }),
    ).toBeUndefined();
    expect(brokenRules({ text, name: "named" })).toEqual([]);
    expect(brokenRules({ text: "select id from (select * from loop)", name: "named" })).toEqual([]);
  });
});
