// Tests that vectors show nothing of another scope: whatever a statement asks for, a key gets the vectors of the memories that it may read.

import fc from "fast-check";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { writePassages } from "../../src/catalog/write-passages.ts";
import { type Tenant, transaction } from "../../src/database/transaction.ts";
import { ofEntities, ofMemories, ofPassages } from "../../src/embeddings/kinds.ts";
import { makeCurrent, modelOf } from "../../src/embeddings/models.ts";
import { vectorsOf } from "../../src/embeddings/reorder.ts";
import { normalized, toStored } from "../../src/embeddings/vector.ts";
import { writeEntities } from "../../src/entities/write.ts";
import { insertMemories } from "../../src/memories/insert.ts";
import { search } from "../../src/search/search.ts";
import { lookUpLimits } from "../../src/slices/limits.ts";
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

/** What a key finds if the vectors in memory are said to be near, whosever they are. */
async function foundNear(
  tenant: Tenant,
  kind: "entities" | "memories",
  ids: readonly string[],
): Promise<readonly string[]> {
  const found = await transaction(
    database,
    tenant,
    async (tx) => {
      const limited = await lookUpLimits(tx, tenant);
      const meaning = { weight: 0.5, ask: async () => ({ vector, model }), near: async () => ids };
      const request = { query: "vehicle", include: [kind], limit: 100, filter: undefined, meaning };
      return await search(tx, limited, database.roles, request);
    },
    "repeatable read read only",
  );
  return (found[kind] ?? []).map(({ id }) => id).toSorted();
}

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
      await fillIn("memory");
      for (const tenant of tenants) {
        const [found, seen, readable] = await transaction(
          database,
          tenant,
          async (tx) =>
            [
              [...(await vectorsOf(tx, tenant, ofMemories, model, ids)).keys()],
              await tx.all(sql<{ id: string }>`select memory_id as id from memory_embedding`),
              await tx.all(sql<{ id: string }>`select id from memory`),
            ] as const,
          "repeatable read read only",
        );
        const all = readable.map(({ id }) => id).toSorted();
        expect(seen.map(({ id }) => id).toSorted()).toEqual(all);
        expect(found.toSorted()).toEqual(all.filter((id) => ids.includes(id)));
        expect(await foundNear(tenant, "memories", ids)).toEqual(found.toSorted());
      }
    }),
    { numRuns: 15 },
  );
});

/** What a key with a slice of people sees, one without a slice, and those that are not limited. */
const ofGraph: readonly Tenant[] = [
  ...tenants.slice(0, 5),
  {
    ...(await addScope(database, first)),
    limits: { slices: ["type:Person"], subjectId: undefined },
  },
];

test("a key finds the vectors of the entities that it sees, and no others", async () => {
  const written = fc.record({ by: fc.nat(3), type: fc.constantFrom("Person", "Company") });
  await fc.assert(
    fc.asyncProperty(fc.array(written, { minLength: 1, maxLength: 12 }), async (entities) => {
      const ids: string[] = [];
      for (const { by, type } of entities) {
        const tenant = ofGraph[by] ?? first;
        const id = newId();
        await transaction(
          database,
          tenant,
          async (tx) => await writeEntities(tx, tenant, [{ id, type, name: `Ada ${id}` }]),
        );
        ids.push(id);
      }
      await fillIn("entity");
      for (const tenant of ofGraph) {
        const [found, seen, readable] = await transaction(
          database,
          tenant,
          async (tx) => {
            await lookUpLimits(tx, tenant);
            return [
              [...(await vectorsOf(tx, tenant, ofEntities, model, ids)).keys()],
              await tx.all(sql<{ id: string }>`select entity_id as id from entity_embedding`),
              await tx.all(sql<{ id: string }>`select id from entity`),
            ] as const;
          },
          "repeatable read read only",
        );
        const all = readable.map(({ id }) => id).toSorted();
        expect(seen.map(({ id }) => id).toSorted()).toEqual(all);
        expect(found.toSorted()).toEqual(all.filter((id) => ids.includes(id)).toSorted());
        expect(await foundNear(tenant, "entities", ids)).toEqual(found.toSorted());
      }
    }),
    { numRuns: 15 },
  );
});

test("a key finds the vectors of the passages of its project, and a limited one none", async () => {
  const passages = new Map<Tenant, readonly string[]>();
  for (const tenant of tenants.slice(0, 4)) {
    const [source, document] = [newId(), newId()];
    await transaction(database, tenant, async (tx) => {
      const { organizationId, projectId } = tenant;
      await tx.all(
        sql`insert into source (organization_id, project_id, id, name) values (${organizationId}, ${projectId}, ${source}, ${source})`,
      );
      await tx.all(sql`insert into document (organization_id, project_id, id, source_id, text)
        values (${organizationId}, ${projectId}, ${document}, ${source}, 'Ada drives.')`);
      await writePassages(tx, tenant, [{ id: document, text: "Ada drives." }]);
    });
    const { rows } = await database.system.query<{ id: string }>(
      "select id from passage where document_id = $1",
      [document],
    );
    passages.set(
      tenant,
      rows.map(({ id }) => id),
    );
  }
  await fillIn("passage");
  const all = [...passages.values()].flat();
  expect(all.length).toBe(4);
  for (const tenant of tenants.slice(0, 4)) {
    const found = await transaction(
      database,
      tenant,
      async (tx) => await vectorsOf(tx, tenant, ofPassages, model, all),
    );
    const own = [...passages].filter(([{ projectId }]) => projectId === tenant.projectId);
    expect([...found.keys()].toSorted()).toEqual(own.flatMap(([, ids]) => ids).toSorted());
  }
  for (const tenant of tenants.slice(4)) {
    const asked = transaction(
      database,
      tenant,
      async (tx) => await vectorsOf(tx, tenant, ofPassages, model, all),
    );
    await expect(asked).rejects.toThrow(/permission denied/);
  }
});

async function fillIn(owner: "entity" | "memory" | "passage"): Promise<void> {
  const { vector: bytes, scale } = toStored(vector);
  await database.system.query(`update ${owner}_embedding set vector = $1, scale = $2 where vector is null`, [
    bytes,
    scale,
  ]);
}

test("what is forgotten has no vector, and neither has what says something else", async () => {
  const item = { id: newId(), content: "Ada sails" };
  await transaction(database, first, async (tx) => await insertMemories(tx, first, [item]));
  const rows = async () =>
    (await database.system.query("select from memory_embedding where memory_id = $1", [item.id])).rowCount;
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
      async (tx) =>
        await tx.all(sql`delete from memory_embedding where memory_id = ${item.id} returning memory_id`),
    );
    expect(changed).toEqual([]);
    const put = transaction(
      database,
      tenant,
      async (tx) =>
        await tx.all(sql`insert into memory_embedding (organization_id, project_id, memory_id, model, key_id, scope, said)
          values (${first.organizationId}, ${first.projectId}, ${item.id}, 'other', ${first.keyId}, 'agent', '')`),
    );
    await expect(put).rejects.toThrow(/row-level security/);
  }
});
