// Tests that a sweep deletes what has expired, in any amount.

import { afterAll, expect, test } from "vitest";
import { sweep, sweepRegularly } from "../../src/operations/sweep.ts";
import { onOneNode } from "../support/one-node.ts";
import { openStore } from "../support/store.ts";

const { database, tenant } = await openStore();
afterAll(async () => await database.close());

onOneNode(
  "a sweep deletes everything that has expired and nothing else, in statements that each delete a part",
  async () => {
    const { pool } = database;
    await pool.query(
      `insert into memory (project_id, id, organization_id, key_id, content, scope, forget_after)
      select $1, gen_random_uuid(), $2, $3, 'x', 'project', now() + case when i = 1 then interval '1 day' else interval '-1 day' end
      from generate_series(1, 12000) i`,
      [tenant.projectId, tenant.organizationId, tenant.keyId],
    );
    await pool.query(
      `insert into idempotency (organization_id, key_id, key, request_hash, created_at)
      select $2, $1, i, '', now() - case when i = 1 then interval '23 hours' else interval '25 hours' end from generate_series(1, 12000) i`,
      [tenant.keyId, tenant.organizationId],
    );
    for (const table of ["memory", "idempotency"])
      await pool.query(`create function few_${table}() returns trigger language plpgsql as $$ begin
        if (select count(*) from gone) > 10000 then raise 'too many at once'; end if; return null; end $$;
      create trigger few after delete on ${table} referencing old table as gone for each statement execute function few_${table}()`);
    await sweep(database, { changesKeptDays: 7, changesKeptRows: 1_000_000 });
    for (const table of ["memory", "idempotency"])
      expect((await pool.query(`select count(*) from ${table}`)).rows).toEqual([{ count: 1 }]);
  },
);

test("a sweep during which the server stops reports nothing", async () => {
  const { database: closing } = await openStore();
  const keeping = { changesKeptDays: 7, changesKeptRows: 1_000_000 };
  const lock = await closing.pool.connect();
  await lock.query("begin; lock table memory");
  const errors: unknown[] = [];
  const stop = sweepRegularly(closing, keeping, (error) => errors.push(error));
  const isWaiting =
    "select exists (select from pg_locks where not granted and relation = 'memory'::regclass)";
  await expect.poll(async () => (await lock.query(isWaiting)).rows).toEqual([{ exists: true }]);
  stop();
  const closed = closing.close();
  await lock.query("commit");
  lock.release();
  await closed;
  await expect(sweep(closing, keeping)).rejects.toThrow();
  expect(errors).toEqual([]);
});

test("a sweep deletes what was read for questions that no loop has asked for 90 days, once a day", async () => {
  const { pool } = database;
  const { organizationId, projectId, keyId } = tenant;
  const ids = [organizationId, projectId];
  const [source, document, delta] = [1, 2, 3].map(() => crypto.randomUUID());
  await pool.query("insert into source (organization_id, project_id, id, name) values ($1, $2, $3, 'x')", [
    ...ids,
    source,
  ]);
  await pool.query(
    "insert into document (organization_id, project_id, id, source_id, text) values ($1, $2, $3, $4, 'x')",
    [...ids, document, source],
  );
  await pool.query("insert into delta (organization_id, project_id, id, key_id) values ($1, $2, $3, $4)", [
    ...ids,
    delta,
    keyId,
  ]);
  for (const [question, days] of [
    ["lately", 89],
    ["long ago", 91],
    ["always", 1],
    ["always", 400],
  ] as const)
    await pool.query(
      `insert into loop (organization_id, project_id, id, key_id, kind, effort, goal, shape_ids, question, delta_id, plan, pieces,
        max_iterations, quality_threshold, status, reserved, created_at)
      values ($1, $2, gen_random_uuid(), $3, 'hydrate', 'agentic', '', '{}', $4, $5, '[]', 0, 1, 1, 'completed', 0, now() - make_interval(days => $6))`,
      [...ids, keyId, question, delta, days],
    );
  const read = async (...questions: readonly string[]) =>
    await pool.query(
      `insert into reading (organization_id, project_id, document_id, question, extractor, version, updated_at, pieces)
      select $1, $2, $3, question, 'pattern', '1', '2020-01-01', '{0}' from unnest($4::text[]) question`,
      [...ids, document, questions],
    );
  const left = async () =>
    (await pool.query("select question from reading where project_id = $1 order by 1", [projectId])).rows.map(
      ({ question }) => question,
    );
  await read("lately", "long ago", "always", "never");
  await pool.query("delete from upkeep where task = 'readings'");
  await sweep(database, { changesKeptDays: 7, changesKeptRows: 1_000_000 });
  expect(await left()).toEqual(["always", "lately"]);
  await read("never");
  await sweep(database, { changesKeptDays: 7, changesKeptRows: 1_000_000 });
  expect(await left()).toEqual(["always", "lately", "never"]);
});
