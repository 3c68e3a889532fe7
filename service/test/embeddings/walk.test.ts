// Tests which rows without a vector are found later: those that were just being written when their model became the current one.

import { afterAll, expect, test } from "vitest";
import { makeCurrent, modelOf } from "../../src/embeddings/models.ts";
import { noteMissing } from "../../src/embeddings/walk.ts";
import { openStore } from "../support/store.ts";

const { database, tenant } = await openStore();
afterAll(async () => await database.close());
const model = modelOf("m", 64);

/** Writes a memory as a transaction does that does not know the model. */
async function writeUnnoted(): Promise<void> {
  await database.system.query(
    "insert into memory (project_id, id, organization_id, key_id, content, scope) values ($1, gen_random_uuid(), $2, $3, 'x', 'project')",
    [tenant.projectId, tenant.organizationId, tenant.keyId],
  );
}

/** Walks as workers do all the time, and says how many rows wait for a vector then. */
async function noted(): Promise<number> {
  while (await noteMissing(database, model));
  return (await database.system.query("select count(*) from memory_embedding")).rows[0]?.count;
}

async function pass(minutes: number): Promise<void> {
  const { rows } = await database.system.query(
    "select (current_at - $1::interval)::text as current_at, (walked_at - $1::interval)::text as walked_at from embedding_model",
    [`${String(minutes)} minutes`],
  );
  await database.system.query("update embedding_model set current_at = $1, walked_at = $2", [
    rows[0]?.current_at,
    rows[0]?.walked_at,
  ]);
}

test("a walk comes with a new model, once more when the writes of then have ended, and each day", async () => {
  await writeUnnoted();
  await makeCurrent(database, model);
  expect(await noted()).toBe(1);
  await writeUnnoted();
  await pass(9);
  expect(await noted()).toBe(1);
  await pass(1);
  expect(await noted()).toBe(2);
  await writeUnnoted();
  await pass(60);
  expect(await noted()).toBe(2);
  await pass(24 * 60);
  expect(await noted()).toBe(3);
});
