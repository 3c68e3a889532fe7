// Tests what is found by an index of pgvector where memory is too small: in a PostgreSQL of its own that has it.

import { PGlite } from "@electric-sql/pglite";
import { createPgConfig } from "@electric-sql/pglite/node-postgres";
import { vector as pgvector } from "@electric-sql/pglite-pgvector";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { createPool } from "../../src/database/pool.ts";
import type { Tenant } from "../../src/database/transaction.ts";
import { createVectorCache } from "../../src/embeddings/cache.ts";
import { type EmbeddingKind, ofEntities, ofMemories } from "../../src/embeddings/kinds.ts";
import type { Place } from "../../src/embeddings/load.ts";
import { modelOf } from "../../src/embeddings/models.ts";
import { nearIndexName, nearIndexStatements } from "../../src/embeddings/near-index.ts";
import { normalized, toStored } from "../../src/embeddings/vector.ts";
import { checkVectors } from "../../src/operations/check-vectors.ts";
import { newId } from "../../src/values/uuid.ts";

const dimensions = 16;
const model = modelOf("m", dimensions);
const pglite = await PGlite.create({ extensions: { vector: pgvector } });
const system = createPool(createPgConfig(pglite), { size: 1 });
afterAll(async () => {
  await system.end();
  await pglite.close();
});

/** What is read of the tables of vectors. */
beforeAll(async () => {
  // A few rows are read as they are rather than by any index.
  await system.query("set enable_seqscan = off");
  for (const [owner, columns] of [
    ["memory", ", key_id uuid not null, scope text not null, subject_id text"],
    ["passage", ""],
    ["entity", ""],
  ])
    await system.query(
      `create table ${owner}_embedding (organization_id uuid not null, project_id uuid not null, ${owner}_id uuid not null,
        model text collate "C" not null, vector bytea, scale real, made_at timestamptz(3)${columns})`,
    );
  await system.query(
    `create table embedding_model (id text, name text, dimensions integer, is_current boolean, completed_at timestamptz);
    insert into embedding_model values ('${model.id}', '${model.name}', ${String(dimensions)}, true, now())`,
  );
});

/** A direction that is so many steps away from that of the question. */
function direction(steps: number): Float32Array {
  const vector = Array.from({ length: dimensions }, (_, at) => (at === 0 ? 30 : at === 1 ? steps : 0.1));
  return normalized(vector) ?? new Float32Array();
}

interface Row {
  readonly steps: number;
  readonly model?: string;
  readonly scope?: string;
  readonly keyId?: string;
  readonly subject?: string;
}

/** Adds a row; and others that differ a little, up to so many in all. */
async function add(kind: EmbeddingKind, tenant: Tenant, row: Row, times = 1): Promise<string> {
  const id = newId();
  const { vector, scale } = toStored(direction(row.steps));
  const values = [vector, tenant.organizationId, tenant.projectId, row.model ?? model.id, scale];
  const whose = kind === ofMemories ? [row.keyId ?? tenant.keyId, row.scope ?? "project", row.subject] : [];
  const columns = kind === ofMemories ? ", key_id, scope, subject_id" : "";
  const places = [...values, ...whose].map((_, at) => (at === 0 ? "" : `, $${String(at + 2)}`)).join("");
  await system.query(
    `insert into ${kind.owner}_embedding (${kind.owner}_id, vector, organization_id, project_id, model, scale${columns}, made_at)
      select case n when 0 then $1::uuid else gen_random_uuid() end, case n when 0 then $2 else set_byte(set_byte($2, 1, n % 50), 2, n / 50) end${places}, now() - interval '1 minute' from generate_series(0, ${String(times - 1)}) n`,
    [id, ...values, ...whose],
  );
  return id;
}

function tenantOf(organizationId = newId(), projectId = newId()): Tenant {
  return { organizationId, projectId, keyId: newId() };
}

async function makeIndex(
  kind: EmbeddingKind,
  { organizationId, projectId }: Tenant,
  isCommons = false,
): Promise<string> {
  const place: Place = { kind, organizationId, projectId: isCommons ? undefined : projectId, model };
  for (const statement of nearIndexStatements(place) ?? []) await system.query(statement);
  return nearIndexName(place);
}

/** Asks with a memory in which nothing fits. */
function askingIn(kind: EmbeddingKind): (tenant: Tenant, subjectId?: string) => Promise<readonly string[]> {
  const cache = createVectorCache({ database: { system }, maxBytes: 1 });
  onTestFinished(cache.close);
  const meaning = { model, vector: direction(0) };
  return async (tenant, subjectId) => await cache.near(tenant, { kind, meaning, subjectId });
}

test("what is near is found by the index, the nearest first, and nothing of another place", async () => {
  const tenant = tenantOf();
  const ids: string[] = [];
  for (const steps of [3, 1, 2]) ids[steps] = await add(ofEntities, tenant, { steps });
  for (const other of [tenantOf(), tenantOf(tenant.organizationId)])
    await add(ofEntities, other, { steps: 0 });
  await add(ofEntities, tenant, { steps: 0, model: "other/16" });
  const name = await makeIndex(ofEntities, tenant);
  const ask = askingIn(ofEntities);
  await expect.poll(async () => await ask(tenant)).toEqual([ids[1], ids[2], ids[3]]);
  ids[0] = await add(ofEntities, tenant, { steps: 0 });
  expect(await ask(tenant)).toEqual(ids);
  await system.query("select pg_stat_force_next_flush()");
  const { rows } = await system.query(
    "select idx_scan::int as n from pg_stat_user_indexes where indexrelname = $1",
    [name],
  );
  expect(rows).toEqual([{ n: 2 }]);
});

test("a key finds its own memories and those for all, also of the organization, and a limited one what it is limited to", async () => {
  const tenant = tenantOf();
  const own = await add(ofMemories, tenant, { steps: 12.5, scope: "agent" });
  const shared = await add(ofMemories, tenant, { steps: 13, keyId: newId(), subject: "ada" });
  const commons = await add(ofMemories, tenantOf(tenant.organizationId), { steps: 30, scope: "commons" });
  // More than are found at all, and nearer: they take no places.
  await add(ofMemories, tenant, { steps: 0, scope: "agent", keyId: newId() }, 300);
  await makeIndex(ofMemories, tenant);
  await makeIndex(ofMemories, tenant, true);
  const ask = askingIn(ofMemories);
  await expect.poll(async () => await ask(tenant)).toEqual([own, shared, commons]);
  expect(await ask({ ...tenant, limits: { slices: [], subjectId: undefined } })).toEqual([own]);
  expect(await ask({ ...tenant, limits: { slices: [], subjectId: "ada" } })).toEqual([shared]);
  expect(await ask(tenant, "ada")).toEqual([shared]);
  expect(await ask(tenant, "eve")).toEqual([]);
});

test("many questions at a time stand in line, those of each organization in one of its own", async () => {
  const [tenant, other] = [tenantOf(), tenantOf()];
  const ask = askingIn(ofEntities);
  const ids: string[] = [];
  for (const each of [tenant, other]) {
    ids.push(await add(ofEntities, each, { steps: 1 }));
    await makeIndex(ofEntities, each);
    await expect.poll(async () => await ask(each)).toHaveLength(1);
  }
  const answers = await Promise.all([tenant, tenant, tenant, other].map(async (each) => await ask(each)));
  expect(answers.flat()).toEqual([ids[0], ids[0], ids[0], ids[1]]);
});

test("a search neither fails where an index does, nor waits for it", async () => {
  const tenant = tenantOf();
  const id = await add(ofEntities, tenant, { steps: 1 });
  await makeIndex(ofEntities, tenant);
  const ask = askingIn(ofEntities);
  await expect.poll(async () => await ask(tenant)).toEqual([id]);
  await system.query(
    "create or replace function slice_half(bytes bytea) returns halfvec immutable strict parallel safe return (1 / 0)::text::halfvec",
  );
  expect(await ask(tenant)).toEqual([]);
  await makeIndex(ofEntities, tenantOf());
  expect(await ask(tenant)).toEqual([id]);
  const busy = await system.connect();
  const since = performance.now();
  expect(await ask(tenant)).toEqual([]);
  expect(performance.now() - since).toBeLessThan(2000);
  busy.release();
});

test("the doctor says what to run for a project that is too large for memory, and that it was run", async () => {
  const tenant = tenantOf();
  await add(ofEntities, tenant, { steps: 1 }, 200);
  await add(ofMemories, tenant, { steps: 1 }, 100);
  await add(ofMemories, tenantOf(tenant.organizationId), { steps: 1, scope: "commons" }, 100);
  const found = async (bytes: number) =>
    (await checkVectors(system, bytes)).filter(({ detail }) => detail.includes(tenant.projectId));
  const takes = 2 * (200 * (dimensions + 20) + 200 * (dimensions + 29));
  expect(await found(takes)).toEqual([]);
  const [check] = await found(takes - 2);
  expect(check?.status).toBe("warning");
  expect(check?.detail).toContain("(100 of memories, 200 of entities, 100 of memories for the organization)");
  expect(check?.detail).toContain("set it to 1, or make an index of the largest");
  // As psql sends them, one at a time.
  for (const statement of check?.detail.split("in psql: ")[1]?.split(";") ?? [])
    await system.query(statement);
  const name = nearIndexName({ kind: ofEntities, ...tenant, model });
  expect(await found(takes - 2)).toMatchObject([
    { status: "ok", detail: expect.stringContaining(`(200 of entities) are looked up in the index ${name}`) },
  ]);
  await system.query("alter function slice_half rename to slice_other");
  expect(await found(takes)).toMatchObject([
    {
      status: "warning",
      detail: expect.stringMatching(/does not answer: function slice_half.* does not exist/),
    },
  ]);
  await system.query("alter function slice_other rename to slice_half");
  await system.query(`update pg_index set indisvalid = false where indexrelid = '${name}'::regclass`);
  expect(await found(takes)).toMatchObject([
    { status: "warning", detail: expect.stringContaining(`drop index concurrently ${name};`) },
  ]);
});
