// Tests how many loops may wait in the queue.

import { expect, test } from "vitest";
import { projectWith, registerWorker } from "../support/loops.ts";
import { startService } from "../support/service.ts";

const service = await startService();
const { database } = service;
await registerWorker(database);

test("at most a thousand loops of a project wait, and other projects can still start loops", async () => {
  const [caller, other] = [await service.caller(), await service.caller()];
  for (const each of [caller, other]) await projectWith(each, database, ["Person: Ada"]);
  const { loop_id } = (await caller.post("/v1/loops", { goal: "x" })).body;
  await database.pool.query(
    `with d as (
       insert into delta (organization_id, project_id, id, key_id) select organization_id, project_id, gen_random_uuid(), key_id from loop, generate_series(1, 999)
       where id = $1 returning *
     )
     insert into loop (organization_id, project_id, id, key_id, kind, effort, goal, shape_ids, delta_id, plan, pieces, max_iterations,
       quality_threshold, reserved)
     select l.organization_id, l.project_id, gen_random_uuid(), l.key_id, kind, effort, goal, shape_ids, d.id, plan, pieces, max_iterations,
       quality_threshold, reserved from loop l, d where l.id = $1`,
    [loop_id],
  );
  const { status, headers, body } = await caller.post("/v1/loops", { goal: "x" });
  expect([status, body.code, headers.get("retry-after")]).toEqual([429, "rate_limited", "60"]);
  expect(body.detail).toContain("1000 loops that wait");
  expect((await other.post("/v1/loops", { goal: "x" })).status).toBe(202);
  await caller.post(`/v1/loops/${loop_id}/cancel`, {});
  expect((await caller.post("/v1/loops", { goal: "x" })).status).toBe(202);
});
