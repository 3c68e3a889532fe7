// Tests that deltas are applied while many other writes happen.

import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { type Caller, startService } from "../support/service.ts";

const service = await startService();
const { pool } = service.database;

/** A delta that creates so many entities. */
async function stage({ post, projectId }: Caller, count: number): Promise<string> {
  const { body } = await post("/v1/memories", { content: "x", apply: false });
  await pool.query(
    `insert into change (organization_id, project_id, delta_id, key_id, private, position, id, operation, object, object_id, value)
      select organization_id, project_id, d.id, key_id, private, n, gen_random_uuid(), 'create', 'entity', made.id,
        jsonb_build_object('id', made.id, 'type', 'Person', 'name', concat('New ', $2::uuid, n), 'properties', '{}'::jsonb)
      from delta d, generate_series(1, $3::int) n, lateral (select gen_random_uuid() as id where n > 0) made
      where d.project_id = $1 and d.id = $2::uuid`,
    [projectId, body.delta_id, count],
  );
  return body.delta_id;
}

test("a delta is applied in a moment right after a large write", { timeout: 60_000 }, async () => {
  const caller = await service.caller();
  const timed = async (run: () => Promise<void>): Promise<number> => {
    const start = performance.now();
    await run();
    return performance.now() - start;
  };
  await pool.query("alter table entity set (autovacuum_enabled = off)");
  for (let batch = 0; batch < 3; batch++) {
    const rows = Array.from({ length: 10_000 }, (_, at) => ({ type: "Person", name: `Old ${batch} ${at}` }));
    expect((await caller.post("/v1/entities", rows)).status).toBe(200);
  }
  const times: number[] = [];
  while (times.length < 3) {
    const id = await stage(caller, 20);
    times.push(
      await timed(async () => expect((await caller.post(`/v1/deltas/${id}/apply`, {})).status).toBe(200)),
    );
  }
  // As long as it takes to make the key of each name, which the statistics of before the write would make it do.
  const all = await timed(async () => {
    await pool.query("select count(name_key(name)) from entity where project_id = $1", [caller.projectId]);
  });
  expect(Math.min(...times)).toBeLessThan(all / 2);
});

test("a delta that waits for another one is applied, however long a statement may take", {
  timeout: 60_000,
}, async () => {
  const caller = await service.caller();
  const id = await stage(caller, 1);
  const other = await pool.connect();
  await other.query("begin");
  await other.query("select pg_advisory_xact_lock(hashtextextended($1::text, 0))", [caller.projectId]);
  const applied = caller.post(`/v1/deltas/${id}/apply`, {});
  await sleep(32_000);
  await other.query("rollback");
  other.release();
  expect((await applied).body).toMatchObject({ status: "applied", applied: { entities: 1 } });
});
