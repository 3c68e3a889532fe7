// Tests that a page of changes costs in proportion to the changes, and not to the slice: each of its statements reads ranges of indexes.

import type { CompiledQuery } from "kysely";
import { afterAll, expect, test } from "vitest";
import { changeSource } from "../../src/catalog/change.ts";
import { putSource } from "../../src/catalog/write.ts";
import { build } from "../../src/database/build.ts";
import { type Transaction, transaction } from "../../src/database/transaction.ts";
import { writeEntities } from "../../src/entities/write.ts";
import { changesFrom } from "../../src/live/changes-from.ts";
import { type Point, pointNow } from "../../src/slices/point.ts";
import { openStore } from "../support/store.ts";

const { database, tenant } = await openStore();
const { pool } = database;
afterAll(async () => await database.close());

const inTenant = async <Result>(work: (tx: Transaction) => Promise<Result>): Promise<Result> =>
  await transaction(database, tenant, work);

const [gmail, other] = await inTenant(async (tx) => [
  (await putSource(tx, tenant, { name: "gmail" })).id,
  (await putSource(tx, tenant, { name: "other" })).id,
]);

/** Writes a row for each `i` from 1 to 60,000, in parts: a statement may take 30 seconds, and a busy machine takes longer for all. */
async function fill(insert: string, values: readonly unknown[]): Promise<void> {
  for (let first = 1; first <= 60_000; first += 10_000)
    await pool.query(`${insert} from generate_series(${String(first)}, ${String(first + 9_999)}) i`, [
      ...values,
    ]);
}

// One a minute, back from now.
await fill(
  `insert into entity (organization_id, project_id, id, type, source_id, created_at)
   select $1, $2, gen_random_uuid(), case when i % 2 = 0 then 'Deal' else 'Note' end, case when i % 1000 = 0 then $4::uuid else $3::uuid end,
     now() - i * interval '1 minute'`,
  [tenant.organizationId, tenant.projectId, gmail, other],
);
await fill(
  `insert into entity_change (organization_id, project_id, sequence, entity_id, at, after_type, after_created_at)
   select $1, $2, i, gen_random_uuid(), now(), 'Note', now()`,
  [tenant.organizationId, tenant.projectId],
);
await pool.query("update log_end set sequence = 60000 where project_id = $1", [tenant.projectId]);
await pool.query("analyze");

interface Plan {
  readonly "Node Type": string;
  readonly "Relation Name"?: string;
  readonly "Actual Rows": number;
  readonly "Actual Loops": number;
  readonly "Rows Removed by Filter"?: number;
  readonly Plans?: readonly Plan[];
}

/** The rows of large tables that a plan has looked at. */
function rowsRead(plan: Plan): number {
  const own = plan["Actual Rows"] + (plan["Rows Removed by Filter"] ?? 0);
  const isLarge = plan["Relation Name"]?.startsWith("entity") === true;
  const below = (plan.Plans ?? []).reduce((sum, each) => sum + rowsRead(each), 0);
  return (isLarge ? own * plan["Actual Loops"] : 0) + below;
}

/** A page of changes: how many it has, and how many rows were looked at for it. */
async function read(cql: string, from: Point) {
  const statements: CompiledQuery[] = [];
  const found = await inTenant(async (tx) => {
    const all: Transaction["all"] = async (query, name) => {
      statements.push(query.compile(build));
      return await tx.all(query, name);
    };
    const noting: Transaction = { ...tx, all, first: async (query, name) => (await all(query, name))[0] };
    return await changesFrom(noting, tenant, cql, { from, most: 51, isGone: () => false });
  });
  let rows = 0;
  for (const { sql: text, parameters } of statements) {
    const explained = await pool.query<{ readonly "QUERY PLAN": readonly { readonly Plan: Plan }[] }>(
      `explain (analyze, format json) ${text}`,
      [...parameters],
    );
    for (const { Plan } of explained.rows[0]?.["QUERY PLAN"] ?? []) rows += rowsRead(Plan);
  }
  return { changes: found.steps.map(({ change }) => change.reason), rows };
}

const now = async (): Promise<Point> =>
  await inTenant(async (tx) => {
    const { end: _end, ...point } = await pointNow(tx, tenant);
    return point;
  });

test("by writes it reads what was written", async () => {
  const from = await now();
  await inTenant(async (tx) => {
    await writeEntities(
      tx,
      tenant,
      Array.from({ length: 10 }, () => ({ type: "Deal", source_id: gmail })),
    );
  });
  const { changes, rows } = await read("type:Deal source:gmail after:7d", from);
  expect(changes).toEqual(Array.from({ length: 10 }, () => "write"));
  expect(rows).toBeLessThan(30);
});

test("by time it reads what has become older than a bound", async () => {
  const point = await now();
  const from = { ...point, instant: point.instant - 20 * 60_000 };
  const { changes, rows } = await read("type:Deal source:gmail after:7d", from);
  expect(changes).toEqual(changes.map(() => "time"));
  expect(changes.length).toBeGreaterThan(8);
  expect(rows).toBeLessThan(60);
});

test("by names it reads what has the sources that the name does not stand for any more, or now", async () => {
  const from = await now();
  await inTenant(async (tx) => await changeSource(tx, tenant, other, { name: "gmail" }));
  const { changes, rows } = await read("source:gmail", from);
  expect(changes).toContain("names");
  expect(rows).toBeLessThan(300);
});

test("a page on which nothing has changed reads next to nothing", async () => {
  const { changes, rows } = await read("type:Deal after:7d before:1h", await now());
  expect(changes.length).toBeLessThan(3);
  expect(rows).toBeLessThan(10);
});
