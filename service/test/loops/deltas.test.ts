// Tests the deltas that loops have staged: reviewed, applied and discarded, and what the store has afterwards.

import { expect, test } from "vitest";
import { allOf, clientOf } from "../support/client.ts";
import { ended, projectWith, registerWorker, startTestWorker } from "../support/loops.ts";
import { type Caller, startService } from "../support/service.ts";

const service = await startService();
const { database } = service;

const text = "Person: Ada (age 36)\nCompany: Acme\nAda works_at Acme\n";

/** A project in which a loop has read this text. */
async function looped(given = text, before?: (caller: Caller) => Promise<unknown>) {
  await startTestWorker(database);
  const caller = await service.caller();
  await projectWith(caller, database, [given]);
  await before?.(caller);
  const loop = await ended(caller, (await caller.post("/v1/loops", { goal: "x" })).body.loop_id);
  const delta: string = loop.result.delta_id;
  const { changes } = (await caller.get(`/v1/deltas/${delta}/changes`)).body;
  return { caller, loop, delta, changes, apply: `/v1/deltas/${delta}/apply` };
}

test("a staged change takes effect only when its delta is applied, and then exists once with its evidence", async () => {
  await startTestWorker(database);
  const caller = await service.caller();
  await projectWith(caller, database, [text]);
  const application = clientOf(service, caller);
  const { loop_id, result } = await application.loops.start({ goal: "x", dry_run: false });
  const events = await allOf(application.loops.events(loop_id));
  expect(events.at(-1)?.kind).toBe("loop.completed");
  const changes = await allOf(application.deltas.changes(result.delta_id, { limit: 2 }));
  expect(changes).toHaveLength(3);
  expect((await application.search({ query: "Ada" })).entities).toEqual([]);
  const applied = await application.deltas.apply(result.delta_id, {});
  expect(applied).toMatchObject({
    status: "applied",
    applied: { entities: 2, relationships: 1 },
    excluded: 0,
  });
  expect(await application.deltas.apply(result.delta_id, {})).toEqual({
    ...applied,
    request_id: expect.any(String),
  });
  const [found] = (await application.search({ query: "Ada" })).entities ?? [];
  expect(await application.entities.get(found?.id ?? "")).toMatchObject({
    type: "Person",
    properties: { age: "36" },
    relationships: [{ type: "works_at", from: found?.id }],
    provenance: [
      {
        change_id: changes[0]?.change_id,
        delta_id: result.delta_id,
        loop_id,
        evidence: [{ quote: "Person: Ada (age 36)", start: 0, end: 20 }],
        applied_at: expect.any(String),
      },
    ],
  });
  const people = await application.slices.create({ name: "x", cql: "type:Person" }, { dry_run: true });
  expect(people.matched).toBe(1);
});

test("excluded changes are skipped, and so are relationships with an excluded end", async () => {
  const { caller, changes, apply } = await looped();
  const exclude = [changes[1].change_id];
  expect(
    (await caller.post(apply, { exclude: [changes[1].change_id, caller.projectId] })).body,
  ).toMatchObject({
    code: "invalid_request",
    errors: [{ pointer: "/exclude/1" }],
  });
  expect((await caller.post(apply, { exclude })).body).toMatchObject({
    applied: { entities: 1, relationships: 0 },
    excluded: 2,
    left_out: [
      changes.find(({ object }: { readonly object: string }) => object === "relationship").change_id,
    ],
  });
  const { entities } = (await caller.post("/v1/search", { query: "Acme" })).body;
  expect(entities).toEqual([]);
});

test("an update writes the properties that it names, and conflicts with later changes", async () => {
  const ada = { type: "Person", name: "Ada", properties: { age: "35", town: "London" } };
  let id = "";
  const { caller, changes, apply } = await looped(text, async (who) => {
    id = (await who.post("/v1/entities", [ada])).body.ids[0];
  });
  await caller.post("/v1/entities", [{ ...ada, id, properties: { age: "40", town: "Paris" } }]);
  const refused = await caller.post(apply, {});
  expect(refused.body).toMatchObject({
    code: "delta_conflict",
    status: 409,
    errors: [{ pointer: `/${changes[0].change_id}`, message: expect.stringContaining("age") }],
  });
  expect((await caller.post("/v1/search", { query: "Acme" })).body.entities).toEqual([]);
  await caller.post("/v1/entities", [{ ...ada, id, properties: { age: "35", town: "Paris" } }]);
  expect((await caller.post(apply, {})).status).toBe(200);
  expect((await caller.get(`/v1/entities/${id}`)).body.properties).toEqual({ age: "36", town: "Paris" });
});

test("a create conflicts with an entity that now exists, and an update with one that was deleted", async () => {
  const { caller, changes, apply } = await looped();
  await caller.post("/v1/entities", [{ type: "Company", name: "ACME " }]);
  const refused = await caller.post(apply, {});
  expect(refused.body).toMatchObject({
    code: "delta_conflict",
    errors: [{ pointer: `/${changes[1].change_id}` }],
  });
  expect((await caller.post(apply, { exclude: [changes[1].change_id] })).status).toBe(200);

  let id = "";
  const other = await looped(text, async (who) => {
    id = (await who.post("/v1/entities", [{ type: "Person", name: "Ada" }])).body.ids[0];
  });
  await other.caller.call("DELETE", `/v1/entities/${id}`);
  const { body } = await other.caller.post(other.apply, {});
  expect(body.code).toBe("delta_conflict");
  expect(body.errors).toHaveLength(2);
});

test("a relationship conflicts with an equal one that now exists", async () => {
  let ids: readonly string[] = [];
  const { caller, changes, apply } = await looped(
    "Person: Ada\nCompany: Acme\nAda works_at Acme",
    async (who) => {
      const rows = [
        { type: "Person", name: "Ada" },
        { type: "Company", name: "Acme" },
      ];
      ids = (await who.post("/v1/entities", rows)).body.ids;
    },
  );
  expect(changes).toHaveLength(1);
  await caller.post("/v1/relationships", [{ type: "works_at", from: ids[0], to: ids[1] }]);
  const { body } = await caller.post(apply, {});
  expect(body).toMatchObject({ code: "delta_conflict", errors: [{ pointer: `/${changes[0].change_id}` }] });
});

test("one of two deltas with the same entities that are applied at once conflicts", async () => {
  const { caller, apply } = await looped();
  const again = { goal: "x", context: { reread: true } };
  const { result } = await ended(caller, (await caller.post("/v1/loops", again)).body.loop_id);
  const answers = await Promise.all(
    [apply, `/v1/deltas/${String(result.delta_id)}/apply`].map(async (path) => await caller.post(path, {})),
  );
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  expect((await caller.post("/v1/slices?dry_run=true", { name: "x", cql: "" })).body.matched).toBe(2);
});

test("a delta that a loop writes into cannot be applied, discarded or given to another loop", async () => {
  const caller = await service.caller();
  await projectWith(caller, database, [text]);
  await registerWorker(database);
  const { loop_id, result } = (await caller.post("/v1/loops", { goal: "x" })).body;
  for (const path of ["apply", "discard"])
    expect((await caller.post(`/v1/deltas/${result.delta_id}/${path}`, {})).body).toMatchObject({
      code: "delta_in_use",
      status: 409,
    });
  const next = { goal: "x", head_delta_id: result.delta_id };
  expect((await caller.post("/v1/loops", next)).body.code).toBe("delta_in_use");
  await caller.post(`/v1/loops/${loop_id}/cancel`, {});
  expect((await caller.post(`/v1/deltas/${result.delta_id}/discard`, {})).body.status).toBe("discarded");
  expect((await caller.post("/v1/loops", next)).body.code).toBe("delta_not_open");
  await database.pool.query("delete from worker");
});

test("a relationship waits for an end that a later iteration finds", async () => {
  await startTestWorker(database, { piecesPerIteration: 1 });
  const caller = await service.caller();
  const { sourceId } = await projectWith(caller, database, []);
  // The newest is read first.
  const texts = ["Company: Acme", "Person: Ada", "Ada works_at Acme"];
  for (const [day, words] of texts.entries())
    await caller.post(`/v1/sources/${sourceId}/documents`, {
      text: words,
      created_at: `2026-01-0${day + 1}T00:00:00Z`,
    });
  const started = await caller.post("/v1/loops", { goal: "x", loop: { quality_threshold: 1 } });
  const loop = await ended(caller, started.body.loop_id);
  expect(loop).toMatchObject({ iteration: 3, result: { entity_count: 2, relationship_count: 1 } });
  const { checkpoints } = (await caller.get(loop.checkpoints)).body;
  expect(checkpoints.map(({ state }: any) => state.unconnected.length)).toEqual([1, 1, 0]);
});

test("what a loop finds has the date of the earliest document that supports it, whenever it is applied", async () => {
  await startTestWorker(database, { piecesPerIteration: 1 });
  const caller = await service.caller();
  const { sourceId } = await projectWith(caller, database, []);
  const added = new Date().toISOString();
  const texts = [
    ["2024-03-01T00:00:00.000Z", "Person: Ada\nCompany: Acme\nAda works_at Acme"],
    ["2024-01-01T00:00:00.000Z", "Person: Ada\nPerson: Bob\nCompany: Acme"],
    ["2024-02-01T00:00:00.000Z", "Ada works_at Acme\nBob works_at Acme"],
    [undefined, "Person: Eve\nPerson: Ada\nEve works_at Acme"],
  ] as const;
  for (const [created_at, words] of texts)
    await caller.post(`/v1/sources/${sourceId}/documents`, { text: words, created_at });
  const known = { type: "Person", name: "Known", created_at: "2025-01-01T00:00:00.000Z" };
  const [id] = (await caller.post("/v1/entities", known)).body.ids;
  await caller.post(`/v1/sources/${sourceId}/documents`, {
    text: "Person: Known (age 36)",
    created_at: "2020-01-01T00:00:00Z",
  });
  const started = await caller.post("/v1/loops", { goal: "x", loop: { quality_threshold: 1 } });
  const { result } = await ended(caller, started.body.loop_id);
  const { changes } = (await caller.get(`/v1/deltas/${result.delta_id}/changes`)).body;
  const staged = Object.fromEntries(
    changes.flatMap(({ object, value }: any) =>
      object === "entity" ? [[value.name, value.created_at]] : [],
    ),
  );
  expect(staged).toMatchObject({
    Ada: "2024-01-01T00:00:00.000Z",
    Bob: "2024-01-01T00:00:00.000Z",
    Acme: "2024-01-01T00:00:00.000Z",
  });
  expect((await caller.post(`/v1/deltas/${result.delta_id}/apply`, {})).status).toBe(200);
  const { entities, relationships } = (
    await caller.post("/v1/search", {
      query: "",
      cql: "",
      include: ["entities", "relationships"],
      limit: 100,
    })
  ).body;
  const dates = new Map<string, string>(entities.map(({ name, created_at }: any) => [name, created_at]));
  expect(Object.fromEntries([...dates].filter(([name]) => name !== "Eve"))).toEqual({
    Ada: staged["Ada"],
    Bob: staged["Bob"],
    Acme: staged["Acme"],
    Known: known.created_at,
  });
  const [eve = ""] = [dates.get("Eve")];
  expect(eve >= added && eve < new Date().toISOString()).toBe(true);
  const nameOf = new Map(entities.map((entity: any) => [entity.id, entity.name]));
  expect(
    Object.fromEntries(relationships.map(({ from, created_at }: any) => [nameOf.get(from), created_at])),
  ).toEqual({ Ada: "2024-02-01T00:00:00.000Z", Bob: "2024-02-01T00:00:00.000Z", Eve: eve });
  expect((await caller.get(`/v1/entities/${id}`)).body.properties).toEqual({ age: "36" });
});

test("a change that the strict shape of its entity refuses is a conflict, and can be excluded", async () => {
  const types = (type: string) => ({
    name: "Strict",
    strict: true,
    entity_types: [{ name: "Person", properties: { age: { type } } }],
  });
  const read = async (before: (caller: Caller, shape: string) => Promise<unknown>) => {
    await startTestWorker(database);
    const caller = await service.caller();
    const shape = (await caller.post("/v1/shapes", types("integer"))).body.id;
    const source = (await caller.post("/v1/sources", { name: "notes" })).body.id;
    await caller.post(`/v1/sources/${source}/documents`, { text: "Person: Ada (age 36)" });
    await database.pool.query(
      "insert into ledger (organization_id, id, kind, amount) values ($1, gen_random_uuid(), 'grant', 100)",
      [caller.organizationId],
    );
    await before(caller, shape);
    const { result } = await ended(caller, (await caller.post("/v1/loops", { goal: "x" })).body.loop_id);
    const { changes } = (await caller.get(`/v1/deltas/${result.delta_id}/changes`)).body;
    return { caller, changes, apply: `/v1/deltas/${String(result.delta_id)}/apply` };
  };
  const created = await read(async () => undefined);
  const updated = await read(
    async (caller, shape_id) => await caller.post("/v1/entities", { type: "Person", name: "Ada", shape_id }),
  );
  expect([created.changes[0].operation, updated.changes[0].operation]).toEqual(["create", "update"]);
  for (const { caller, changes, apply } of [created, updated]) {
    const { status, body } = await caller.post(apply, {});
    expect([status, body.code]).toEqual([409, "delta_conflict"]);
    expect(body.errors).toEqual([
      { pointer: `/${changes[0].change_id}`, message: expect.stringContaining("/properties/age") },
    ]);
    expect((await caller.post(apply, { exclude: [changes[0].change_id] })).status).toBe(200);
  }
});
