// Tests that vectors show nothing of another scope: whatever a statement asks for, a key gets the vectors of the memories that it may read.

import fc from "fast-check";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { type Tenant, transaction } from "../../src/database/transaction.ts";
import { makeCurrent, modelOf } from "../../src/embeddings/models.ts";
import { vectorsOf } from "../../src/embeddings/reorder.ts";
import { normalized, toStored } from "../../src/embeddings/vector.ts";
import { insertMemories } from "../../src/memories/insert.ts";
import { newId } from "../../src/values/uuid.ts";
import { addScope, openStore } from "../support/store.ts";
import { meaningOf } from "../support/vectors.ts";

const { database, tenant: first } = await openStore();
const model = modelOf("m", 64);
await makeCurrent(database, model);

/** Keys of two organizations, two projects of one of them, two of a project, and two that are limited: to what they have written, and to an end user. */
const otherKey = await addScope(database, first);
const tenants: readonly Tenant[] = [
  first,
  otherKey,
  await addScope(database, { organizationId: first.organizationId }),
  await addScope(database),
  { ...(await addScope(database, first)), limits: { slices: [], subjectId: undefined } },
  { ...(await addScope(database, first)), limits: { slices: [], subjectId: "ada" } },
];

const vector = normalized(meaningOf("Ada drives")) ?? new Float32Array();

/** A memory that one of them writes; a limited key writes about its end user alone. */
const memory = fc.record({
  by: fc.nat(tenants.length - 1),
  scope: fc.constantFrom("agent", "project", "commons"),
  subject: fc.constantFrom(undefined, "ada", "bob"),
});

test("a key finds the vectors of the memories that it may recall, and no others", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(memory, { minLength: 1, maxLength: 12 }), async (memories) => {
      const ids: string[] = [];
      for (const { by, scope, subject } of memories) {
        const tenant = tenants[by] ?? first;
        const about = tenant.limits?.subjectId ?? subject;
        const id = newId();
        const item = { id, content: `Ada drives ${id}`, scope, ...(about && { subject: { id: about } }) };
        await transaction(database, tenant, async (tx) => await insertMemories(tx, tenant, [item]));
        ids.push(id);
      }
      const { vector: bytes, scale } = toStored(vector);
      await database.system.query("update embedding set vector = $1, scale = $2 where vector is null", [
        bytes,
        scale,
      ]);
      for (const tenant of tenants) {
        const [found, seen, readable] = await transaction(
          database,
          tenant,
          async (tx) =>
            [
              [...(await vectorsOf(tx, tenant, model, ids)).keys()],
              await tx.all(sql<{ id: string }>`select memory_id as id from embedding`),
              await tx.all(sql<{ id: string }>`select id from memory`),
            ] as const,
          "repeatable read read only",
        );
        const all = readable.map(({ id }) => id).toSorted();
        expect(seen.map(({ id }) => id).toSorted()).toEqual(all);
        expect(found.toSorted()).toEqual(all.filter((id) => ids.includes(id)));
      }
    }),
    { numRuns: 15 },
  );
});

test("what is forgotten has no vector, and neither has what says something else", async () => {
  const item = { id: newId(), content: "Ada sails" };
  await transaction(database, first, async (tx) => await insertMemories(tx, first, [item]));
  const rows = async () =>
    (await database.system.query("select from embedding where memory_id = $1", [item.id])).rowCount;
  expect(await rows()).toBe(1);
  await transaction(
    database,
    first,
    async (tx) => await tx.all(sql`delete from memory where id = ${item.id}`),
  );
  expect(await rows()).toBe(0);
});

test("nobody takes another's vector away, or puts one in its place", async () => {
  const item = { id: newId(), content: "Ada paints", scope: "agent" as const };
  await transaction(database, first, async (tx) => await insertMemories(tx, first, [item]));
  for (const tenant of tenants.slice(1)) {
    const changed = await transaction(
      database,
      tenant,
      async (tx) => await tx.all(sql`delete from embedding where memory_id = ${item.id} returning memory_id`),
    );
    expect(changed).toEqual([]);
    const put = transaction(
      database,
      tenant,
      async (tx) =>
        await tx.all(sql`insert into embedding (organization_id, project_id, memory_id, model, key_id, scope)
          values (${first.organizationId}, ${first.projectId}, ${item.id}, 'other', ${first.keyId}, 'agent')`),
    );
    await expect(put).rejects.toThrow(/row-level security/);
  }
});
