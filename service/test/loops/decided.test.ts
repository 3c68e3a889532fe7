// Tests that loops do not forget what a reviewer decided about a change, or made of it.

import { expect, test } from "vitest";
import { changesOf, countedBy, projectWith, run, startTestWorker } from "../support/loops.ts";
import { type Caller, startService } from "../support/service.ts";

const service = await startService({ piecesPerIteration: 2 });
const { database } = service;

async function project(documents: readonly string[]) {
  await startTestWorker(database, { piecesPerIteration: 2 });
  const caller = await service.caller();
  const { sourceId } = await projectWith(caller, database, documents);
  return { caller, sourceId };
}

const wholly = { loop: { quality_threshold: 1 } };
const reread = { ...wholly, context: { reread: true } };

/** Decides about a change of the delta of a loop. */
async function decide(caller: Caller, delta: string, change: any, body: object): Promise<void> {
  const path = `/v1/deltas/${delta}/changes/${String(change.change_id)}`;
  expect(await caller.call("PATCH", path, { body })).toMatchObject({ status: 200 });
}

async function names(caller: Caller, loop: any): Promise<string[]> {
  const changes = await changesOf(caller, loop);
  return changes.map(({ object, value }: any) => (object === "entity" ? value.name : value.type)).toSorted();
}

function named(changes: readonly any[], name: string): any {
  return changes.find(({ value }) => value.name === name || value.type === name);
}

const text = "Person: Ada (age 36)\nPerson: Grace\nCompany: Acme\nAda works_at Acme\nGrace works_at Acme";

test("what a reviewer rejected does not come back, nor is paid for, before and after its delta is applied", async () => {
  const { caller } = await project([text]);
  const first = await run(caller, wholly);
  const { delta_id } = first.result;
  const changes = await changesOf(caller, first);
  await decide(caller, delta_id, named(changes, "Ada"), { decision: "rejected" });
  expect(await run(caller, wholly)).toMatchObject({ credits: { spent: 0 }, result: { entity_count: 0 } });
  const second = await run(caller, reread);
  expect(await names(caller, second)).toEqual(["Acme", "Grace", "works_at"]);
  expect(await countedBy(caller, second, "rejected_before")).toBe(1);

  const exclude = [named(changes, "Grace").change_id];
  const applied = await caller.post(`/v1/deltas/${delta_id}/apply`, { exclude });
  expect(applied.body).toMatchObject({ applied: { entities: 1, relationships: 0 }, excluded: 4 });
  expect(await run(caller, wholly)).toMatchObject({ credits: { spent: 0 }, result: { entity_count: 0 } });
  const third = await run(caller, reread);
  expect(await names(caller, third)).toEqual([]);
  expect(await countedBy(caller, third, "rejected_before")).toBe(2);

  // The relationships fell with their ends.
  await caller.post("/v1/entities", [{ type: "Person", name: "Ada", properties: { age: "36" } }]);
  expect(await names(caller, await run(caller, reread))).toEqual(["works_at"]);
});

test("a rejected relationship does not come back, and a decision that is taken back is forgotten", async () => {
  const { caller } = await project([text]);
  const first = await run(caller, wholly);
  const changes = await changesOf(caller, first);
  const works = named(changes, "works_at");
  await decide(caller, first.result.delta_id, works, { decision: "rejected" });
  const again = await run(caller, reread);
  expect(await names(caller, again)).toEqual(["Acme", "Ada", "Grace", "works_at"]);
  expect(named(await changesOf(caller, again), "works_at").value.from).not.toBe(works.value.from);
  for (const decision of ["pending", "accepted"]) {
    await decide(caller, first.result.delta_id, works, { decision });
    const pending = await run(caller, reread);
    expect(await names(caller, pending)).toEqual(["Acme", "Ada", "Grace", "works_at", "works_at"]);
    expect(await countedBy(caller, pending, "rejected_before")).toBe(0);
  }
});

test("a loop that continues a delta leaves what was rejected alone, until a document says more or it reconsiders", async () => {
  const { caller, sourceId } = await project(["Person: Ada (age 36)\nCompany: Acme"]);
  const first = await run(caller, wholly);
  const head = { head_delta_id: first.result.delta_id };
  const [ada] = await changesOf(caller, first);
  await decide(caller, head.head_delta_id, ada, { decision: "rejected", note: "no person" });
  const adaNow = async () => named(await changesOf(caller, first), "Ada");
  const same = await run(caller, { ...reread, ...head });
  expect(await countedBy(caller, same, "rejected_before")).toBe(1);
  expect(await adaNow()).toMatchObject({ decision: "rejected", evidence: [{}], note: "no person" });

  await caller.post(`/v1/sources/${sourceId}/documents`, { text: "Person: Ada (age 36)" });
  await run(caller, { ...wholly, ...head });
  expect(await adaNow()).toMatchObject({
    decision: "pending",
    decided_by: null,
    decided_at: null,
    evidence: [{}, {}],
    value: { properties: { age: "36" } },
  });

  await decide(caller, head.head_delta_id, ada, { decision: "rejected" });
  await run(caller, { ...wholly, ...head, context: { reconsider: true } });
  expect(await adaNow()).toMatchObject({ decision: "pending" });
});

test("an update that was rejected does not wait for a decision again because a document names the entity", async () => {
  const { caller, sourceId } = await project(["Person: Ada (age 36)"]);
  await caller.post("/v1/entities", [{ type: "Person", name: "Ada", properties: { age: "35" } }]);
  const first = await run(caller, wholly);
  const [ada] = await changesOf(caller, first);
  await decide(caller, first.result.delta_id, ada, { decision: "rejected" });
  await caller.post(`/v1/sources/${sourceId}/documents`, { text: "Person: Ada (age 35)\nPerson: Ada" });
  const second = await run(caller, { ...wholly, head_delta_id: first.result.delta_id });
  expect(await countedBy(caller, second, "rejected_before")).toBe(0);
  expect(await changesOf(caller, second)).toMatchObject([{ decision: "rejected", evidence: [{}] }]);
});

test("what was proposed with quotes and then rejected is not staged by loops over those documents", async () => {
  const { caller, sourceId } = await project([text]);
  const [document] = (await caller.get(`/v1/sources/${sourceId}/documents`)).body.documents;
  const quoting = (quote: string) => ({ evidence: [{ document_id: document.id, quote }] });
  const [grace] = (await caller.post("/v1/entities", [{ type: "Person", name: "Grace" }])).body.ids;
  const proposed = await caller.post("/v1/deltas", {
    entities: [
      { type: "Person", name: "ada", properties: { age: "36" }, ...quoting("Person: Ada (age 36)") },
      { type: "Company", name: "Acme" },
    ],
    relationships: [
      { type: "works_at", from: "#0", to: "#1", ...quoting("Ada works_at Acme") },
      { type: "works_at", from: grace, to: "#1", ...quoting("Grace works_at Acme") },
    ],
  });
  const delta = proposed.body.id;
  const { changes } = (await caller.get(`/v1/deltas/${delta}/changes`)).body;
  for (const change of changes) await decide(caller, delta, change, { decision: "rejected" });
  const loop = await run(caller, wholly);
  // No document was quoted for Acme.
  expect(await names(caller, loop)).toEqual(["Acme"]);
  expect(await countedBy(caller, loop, "rejected_before")).toBe(2);
  const ends = "Person: Ada (age 36)\nCompany: Acme\nAda works_at Acme\nGrace works_at Acme";
  await caller.post(`/v1/sources/${sourceId}/documents`, { text: ends });
  expect(await names(caller, await run(caller, wholly))).toEqual(["Acme", "Ada", "works_at", "works_at"]);
});

test("relationships that were proposed and rejected are known by the names of their ends", async () => {
  const { caller, sourceId } = await project([text]);
  const [document] = (await caller.get(`/v1/sources/${sourceId}/documents`)).body.documents;
  const people = ["Ada", "Grace"].map((name) => ({ type: "Person", name, properties: { age: "36" } }));
  const stored = await caller.post("/v1/entities", [...people, { type: "Company", name: "Acme" }]);
  const [ada, grace, acme] = stored.body.ids;
  const proposed = await caller.post("/v1/deltas", {
    entities: [{ type: "Person", name: "GRACE" }],
    relationships: [
      { from: ada, quote: "Ada works_at Acme" },
      { from: "#0", quote: "Grace works_at Acme" },
    ].map(({ from, quote }) => ({
      type: "works_at",
      from,
      to: acme,
      evidence: [{ document_id: document.id, quote }],
    })),
  });
  const delta = proposed.body.id;
  const { changes } = (await caller.get(`/v1/deltas/${delta}/changes`)).body;
  expect(changes.map(({ value }: any) => value.from)).toEqual([ada, grace]);
  for (const change of changes) await decide(caller, delta, change, { decision: "rejected" });
  const loop = await run(caller, wholly);
  expect(await changesOf(caller, loop)).toEqual([]);
  expect(await countedBy(caller, loop, "rejected_before")).toBe(2);
});

test("what an edit has replaced does not come back to be created or updated, as long as the edit holds", async () => {
  const { caller, sourceId } = await project(["Person: Ada (age 36)\nPerson: Grase\nPerson: Joan"]);
  const first = await run(caller, wholly);
  const { delta_id } = first.result;
  const changes = await changesOf(caller, first);
  await decide(caller, delta_id, named(changes, "Ada"), { value: { properties: { age: "37" } } });
  await decide(caller, delta_id, named(changes, "Grase"), { value: { name: "Grace" } });
  // An edit back to what was staged replaces nothing.
  await decide(caller, delta_id, named(changes, "Joan"), { value: { name: "Jo" } });
  await decide(caller, delta_id, named(changes, "Joan"), { value: { name: "Joan" } });
  const open = await run(caller, { ...reread, head_delta_id: delta_id });
  expect(await names(caller, open)).toEqual(["Ada", "Grace", "Joan"]);
  expect(named(await changesOf(caller, first), "Ada").value.properties).toEqual({ age: "37" });
  expect((await caller.post(`/v1/deltas/${delta_id}/apply`, {})).status).toBe(200);
  const after = await run(caller, reread);
  expect(await changesOf(caller, after)).toEqual([]);
  expect(await countedBy(caller, after, "rejected_before")).toBe(2);

  await caller.post(`/v1/sources/${sourceId}/documents`, { text: "Person: Ada (age 36)" });
  const other = await run(caller, wholly);
  expect(await changesOf(caller, other)).toMatchObject([{ operation: "update", value: { name: "Ada" } }]);
  await caller.post(`/v1/deltas/${other.result.delta_id}/discard`, {});

  expect((await caller.post(`/v1/deltas/${delta_id}/revert`, {})).status).toBe(200);
  const reverted = await run(caller, reread);
  expect(await names(caller, reverted)).toEqual(["Ada", "Grase", "Joan"]);
});

test("a change that was edited and then rejected is rejected as its document says it", async () => {
  const { caller } = await project(["Person: Grase (age 36)"]);
  const first = await run(caller, wholly);
  const [grace] = await changesOf(caller, first);
  const { delta_id } = first.result;
  await decide(caller, delta_id, grace, { value: { name: "Grace", properties: {} }, decision: "rejected" });
  await caller.post(`/v1/deltas/${delta_id}/discard`, {});
  const again = await run(caller, reread);
  expect(await changesOf(caller, again)).toEqual([]);
  expect(await countedBy(caller, again, "rejected_before")).toBe(1);
});

test("an accepted change to which a loop adds a value waits for a decision again, and one with another quote does not", async () => {
  const { caller, sourceId } = await project(["Person: Ada (age 36)\nCompany: Acme"]);
  const first = await run(caller, wholly);
  const head = { head_delta_id: first.result.delta_id };
  const [ada, acme] = await changesOf(caller, first);
  for (const change of [ada, acme])
    await decide(caller, head.head_delta_id, change, { decision: "accepted" });
  await caller.post(`/v1/sources/${sourceId}/documents`, { text: "Person: Ada (email a@b)\nCompany: Acme" });
  await run(caller, { ...wholly, ...head });
  expect(await changesOf(caller, first)).toMatchObject([
    {
      value: { properties: { age: "36", email: "a@b" } },
      decision: "pending",
      decided_by: null,
      decided_at: null,
    },
    { value: { name: "Acme" }, evidence: [{}, {}], decision: "accepted", decided_by: caller.keyId },
  ]);
});

test("a change that was edited and edited back is as if it had not been, also once a loop adds to it", async () => {
  const { caller, sourceId } = await project(["Person: Ada (age 36)\nPerson: Joan (age 40)"]);
  const first = await run(caller, wholly);
  const head = { head_delta_id: first.result.delta_id };
  const [ada, joan] = await changesOf(caller, first);
  await decide(caller, head.head_delta_id, ada, { value: { properties: { age: "37" } } });
  await decide(caller, head.head_delta_id, ada, { value: { properties: { age: "36" } } });
  await decide(caller, head.head_delta_id, joan, { value: { properties: { age: "41" } } });
  expect(await changesOf(caller, first)).toMatchObject([
    { proposed: null },
    { proposed: { properties: { age: "40" } } },
  ]);
  const text = "Person: Ada (email a@b)\nPerson: Joan (email j@b)";
  await caller.post(`/v1/sources/${sourceId}/documents`, { text });
  await run(caller, { ...wholly, ...head });
  expect(await changesOf(caller, first)).toMatchObject([
    { proposed: null, value: { properties: { age: "36", email: "a@b" } } },
    {
      proposed: { properties: { age: "40", email: "j@b" } },
      value: { properties: { age: "41", email: "j@b" } },
    },
  ]);
  const again = await run(caller, reread);
  expect(await names(caller, again)).toEqual(["Ada"]);
  expect(await countedBy(caller, again, "rejected_before")).toBe(1);
});

test("of two values that were proposed only the one that was staged is rejected with its change", async () => {
  const { caller, sourceId } = await project(["Person: Ada (age 36)\nPerson: Ada (age 37)"]);
  const [document] = (await caller.get(`/v1/sources/${sourceId}/documents`)).body.documents;
  const entities = ["36", "37"].map((age) => ({
    type: "Person",
    name: "Ada",
    properties: { age },
    evidence: [{ document_id: document.id, quote: `Person: Ada (age ${age})` }],
  }));
  const { id } = (await caller.post("/v1/deltas", { entities })).body;
  const [ada] = (await caller.get(`/v1/deltas/${id}/changes`)).body.changes;
  await decide(caller, id, ada, { decision: "rejected" });
  const loop = await run(caller, wholly);
  expect(await changesOf(caller, loop)).toMatchObject([{ value: { properties: { age: "37" } } }]);
});
