// Tests deltas that are staged without a loop: what is matched, what evidence must be, and what a key may propose.

import { expect, test } from "vitest";
import { allOf, clientOf } from "../support/client.ts";
import { type Caller, callerWith, startService } from "../support/service.ts";

const service = await startService();

/** A key that another one makes. */
async function make(maker: Caller, body: object): Promise<Caller> {
  const { body: made } = await maker.post("/v1/keys", body);
  return callerWith(service.url, { ...maker, key: made.key, keyId: made.id });
}

async function changesOf(who: Caller, delta: string): Promise<any[]> {
  return (await who.get(`/v1/deltas/${delta}/changes`)).body.changes;
}

test("entities, relationships and memories are staged, and written when the delta is applied", async () => {
  const application = clientOf(service, await service.caller());
  const staged = await application.deltas.propose({
    entities: [
      { type: "Person", name: "Ada", properties: { age: 36 } },
      { type: "Company", name: "Acme" },
    ],
    relationships: [{ type: "works_at", from: "#0", to: "#1" }],
    memories: [{ content: "Ada prefers mornings.", subject_id: "user-1" }],
  });
  expect(staged).toMatchObject({ status: "open", changes: 4 });
  expect(await application.deltas.get(staged.id)).toMatchObject({
    status: "open",
    counts: { entities: 2, relationships: 1, memories: 1 },
    applied_changes: 0,
  });
  expect(await application.search({ query: "Ada" })).toMatchObject({ entities: [], memories: [] });
  expect(await application.deltas.apply(staged.id, {})).toMatchObject({
    status: "applied",
    applied: { entities: 2, relationships: 1, memories: 1 },
    applied_changes: 4,
  });
  const [ada] = (await application.search({ query: "Ada" })).entities ?? [];
  expect(await application.entities.get(ada?.id ?? "")).toMatchObject({
    properties: { age: 36 },
    relationships: [{ type: "works_at" }],
  });
  expect(await allOf(application.memories.list({ subject_id: "user-1" }))).toHaveLength(1);
});

test("what the project has is updated by its type and name, and what it has already is no change", async () => {
  const who = await service.caller();
  const written = await who.post("/v1/entities", [
    { type: "Person", name: "Ada  Lovelace", properties: { age: 36, city: "London" } },
    { type: "Company", name: "Acme" },
  ]);
  const [ada, acme] = written.body.ids;
  await who.post("/v1/relationships", [{ type: "works_at", from: ada, to: acme }]);
  const { body } = await who.post("/v1/deltas", {
    entities: [
      { type: "Person", name: "ada lovelace", properties: { age: 37, city: "London" } },
      { type: "Company", name: "ACME" },
      { type: "person", name: "Ada Lovelace" },
    ],
    relationships: [
      { type: "works_at", from: "#0", to: "#1" },
      { type: "knows", from: "#2", to: ada },
    ],
  });
  expect(body.changes).toBe(3);
  expect(await changesOf(who, body.id)).toMatchObject([
    { operation: "update", value: { id: ada, properties: { age: 37 } }, before: { properties: { age: 36 } } },
    { operation: "create", value: { type: "person", name: "Ada Lovelace" } },
    { operation: "create", object: "relationship", value: { type: "knows", to: ada } },
  ]);
});

test("of two equal items the first has its way, and the second adds to it", async () => {
  const who = await service.caller();
  const { body } = await who.post("/v1/deltas", {
    entities: [
      { type: "Person", name: "Ada", properties: { age: 36 } },
      { type: "Person", name: "ADA", properties: { age: 1, city: "London" } },
    ],
    relationships: [{ type: "is", from: "#0", to: "#1" }],
  });
  const [ada, is] = await changesOf(who, body.id);
  expect(ada.value).toMatchObject({ name: "Ada", properties: { age: 36, city: "London" } });
  expect(is.value).toMatchObject({ from: ada.value.id, to: ada.value.id });
});

test("an update that two items make together can be applied", async () => {
  const who = await service.caller();
  await who.post("/v1/entities", [{ type: "Person", name: "Ada", properties: { a: 1, b: 1 } }]);
  const { body } = await who.post("/v1/deltas", {
    entities: [
      { type: "Person", name: "Ada", properties: { a: 2 } },
      { type: "Person", name: "ADA", properties: { b: 2 } },
    ],
  });
  const [change] = await changesOf(who, body.id);
  expect(change.before.properties).toEqual({ a: 1, b: 1 });
  expect((await who.post(`/v1/deltas/${body.id}/apply`, {})).status).toBe(200);
  const [found] = (await who.post("/v1/search", { query: "Ada" })).body.entities;
  expect(found.properties).toEqual({ a: 2, b: 2 });
});

test("what is larger than what is stored is refused where it is, also what it would grow to", async () => {
  const who = await service.caller();
  const properties = { a: "x".repeat(200_000) };
  await who.post("/v1/entities", [
    { type: "Person", name: "Ada", properties },
    { type: "Person", name: "Bob" },
  ]);
  const ids = (await who.get("/v1/entities")).body.entities.map(({ id }: { readonly id: string }) => id);
  const large = { b: "x".repeat(300_000) };
  for (const [body, pointer] of [
    [{ entities: [{ type: "Person", name: "Eve", properties: large }] }, "/entities/0"],
    [{ relationships: [{ type: "x", from: ids[0], to: ids[1], properties: large }] }, "/relationships/0"],
    [{ entities: [{ type: "x".repeat(501), name: "Eve" }] }, "/entities/0/type"],
  ] as const) {
    const { status, body: problem } = await who.post("/v1/deltas", body);
    expect([status, problem.errors[0].pointer]).toEqual([422, pointer]);
  }
  const grown = { entities: [{ type: "Person", name: "Ada", properties: { b: "x".repeat(200_000) } }] };
  const { id } = (await who.post("/v1/deltas", grown)).body;
  const refused = await who.post(`/v1/deltas/${id}/apply`, {});
  expect([refused.status, refused.body.code]).toEqual([409, "delta_conflict"]);
});

test("more than a page of replaced values is refused", async () => {
  const who = await service.caller();
  const names = Array.from({ length: 40 }, (_, at) => `Person ${at}`);
  const entity = (name: string, a: string) => ({ type: "Person", name, properties: { a } });
  for (let at = 0; at < names.length; at += 10)
    await who.post(
      "/v1/entities",
      names.slice(at, at + 10).map((name) => entity(name, "x".repeat(250_000))),
    );
  const all = await who.post("/v1/deltas", { entities: names.map((name) => entity(name, "y")) });
  expect([all.status, all.body.errors[0].pointer]).toEqual([422, "/entities"]);
  const some = await who.post("/v1/deltas", {
    entities: names.slice(0, 20).map((name) => entity(name, "y")),
  });
  expect(some.body.changes).toBe(20);
});

test("a quote is looked up in its document, and has its position in UTF-16 code units", async () => {
  const who = await service.caller();
  const source = (await who.post("/v1/sources", { name: "notes" })).body.id;
  const text = "😀 Ada Lovelace maintains 😀 it.";
  const document = (await who.post(`/v1/sources/${source}/documents`, { text })).body.id;
  const quote = "Ada Lovelace maintains 😀";
  const entity = { type: "Person", name: "Ada" };
  const { body } = await who.post("/v1/deltas", {
    entities: [{ ...entity, evidence: [{ document_id: document, quote }] }],
  });
  const [{ evidence }] = await changesOf(who, body.id);
  const start = text.indexOf(quote);
  expect(evidence).toEqual([
    { source_id: source, document_id: document, quote, start, end: start + quote.length },
  ]);
  const refused = async (found: object) => {
    const entities = [
      entity,
      { ...entity, name: "Bob", evidence: [{ document_id: document, quote, ...found }] },
    ];
    const { status, body: problem } = await who.post("/v1/deltas", { entities });
    return [status, problem.code, problem.errors.map(({ pointer }: { readonly pointer: string }) => pointer)];
  };
  const at = "/entities/1/evidence/0";
  expect(await refused({ quote: "Ada maintains" })).toEqual([422, "invalid_request", [`${at}/quote`]]);
  for (const document_id of [who.projectId, "x"])
    expect(await refused({ document_id })).toEqual([422, "invalid_request", [`${at}/document_id`]]);
  const stranger = await service.caller();
  const stolen = await stranger.post("/v1/deltas", {
    entities: [{ ...entity, evidence: [{ document_id: document, quote }] }],
  });
  expect(stolen.body.errors).toMatchObject([{ pointer: "/entities/0/evidence/0/document_id" }]);
});

test("what cannot be staged is refused where it is", async () => {
  const who = await service.caller();
  const entity = { type: "Person", name: "Ada" };
  for (const [body, code, pointer] of [
    [{}, "invalid_request", ""],
    [{ entities: [], memories: [] }, "invalid_request", ""],
    [{ entities: [{ ...entity, shape_id: who.projectId }] }, "unknown_shape", "/entities/0/shape_id"],
    [{ entities: [{ ...entity, source_id: who.projectId }] }, "unknown_source", "/entities/0/source_id"],
    [
      { entities: [entity], relationships: [{ type: "knows", from: "#0", to: "#1" }] },
      "invalid_request",
      "/relationships/0/to",
    ],
    [
      { relationships: [{ type: "knows", from: who.projectId, to: "#0" }] },
      "invalid_request",
      "/relationships/0/from",
    ],
    [
      { memories: [{ content: "x", subject: { id: "a" }, subject_id: "b" }] },
      "invalid_request",
      "/memories/0/subject_id",
    ],
  ] as const) {
    const { status, body: problem } = await who.post("/v1/deltas", body);
    expect([status, problem.code, problem.errors[0].pointer]).toEqual([422, code, pointer]);
  }
  expect((await who.get("/v1/deltas")).body.deltas).toEqual([]);
});

test("a key that may only propose stages, and cannot decide", async () => {
  const root = await service.caller();
  const agent = await make(root, { permission: "propose" });
  const reader = await make(root, { permission: "read" });
  const body = { entities: [{ type: "Person", name: "Ada" }] };
  expect((await reader.post("/v1/deltas", body)).body.code).toBe("read_only_key");
  const { id } = (await agent.post("/v1/deltas", body)).body;
  const [{ change_id }] = await changesOf(agent, id);
  for (const refused of [
    await agent.post(`/v1/deltas/${id}/apply`, {}),
    await agent.post(`/v1/deltas/${id}/revert`, {}),
    await agent.call("PATCH", `/v1/deltas/${id}/changes/${change_id}`, { body: { decision: "accepted" } }),
  ])
    expect(refused.body.code).toBe("propose_only");
  expect((await root.post(`/v1/deltas/${id}/apply`, {})).status).toBe(200);
});

test("a limited key stages what would be inside, and matches nothing beyond", async () => {
  const root = await service.caller();
  const written = await root.post("/v1/entities", [
    { type: "Person", name: "Ada" },
    { type: "Company", name: "Acme", properties: { secret: 1 } },
  ]);
  const [ada, acme] = written.body.ids;
  const key = await make(root, { slice: "type:Person" });
  const staged = await key.post("/v1/deltas", {
    entities: [
      { type: "Person", name: "Ada", properties: { age: 36 } },
      { type: "Person", name: "Bob" },
    ],
    relationships: [{ type: "knows", from: "#0", to: "#1" }],
  });
  expect(staged.body.changes).toBe(3);
  expect(await changesOf(key, staged.body.id)).toMatchObject([{ value: { id: ada } }, {}, {}]);
  for (const [body, pointer] of [
    [{ entities: [{ type: "Company", name: "Acme" }] }, "/entities/0"],
    [
      {
        entities: [
          { type: "Person", name: "Eve" },
          { type: "Deal", name: "Eve" },
        ],
      },
      "/entities/1",
    ],
    [{ relationships: [{ type: "knows", from: ada, to: acme }] }, "/relationships/0/to"],
    [
      { entities: [{ type: "Person", name: "Eve", evidence: [{ document_id: ada, quote: "x" }] }] },
      "/entities/0/evidence/0",
    ],
  ] as const) {
    const { status, body: problem } = await key.post("/v1/deltas", body);
    expect([status, problem.code, problem.errors[0].pointer]).toEqual([403, "beyond_scope", pointer]);
  }
  const of = await make(root, { subject_id: "user-1" });
  const memories = [{ content: "x" }];
  const own = await of.post("/v1/deltas", { memories });
  expect((await changesOf(of, own.body.id))[0].value.subject).toEqual({ id: "user-1" });
  expect(
    (await of.post("/v1/deltas", { memories: [{ content: "x", subject_id: "user-2" }] })).body.code,
  ).toBe("beyond_scope");
  expect((await key.get(`/v1/deltas/${own.body.id}`)).status).toBe(404);
});

test("lists are filtered", async () => {
  const who = await service.caller();
  const stage = async (name: string): Promise<string> =>
    (await who.post("/v1/deltas", { entities: [{ type: "Person", name }], memories: [{ content: name }] }))
      .body.id;
  const [open, applied, discarded, reverted] = [
    await stage("a"),
    await stage("b"),
    await stage("c"),
    await stage("d"),
  ];
  await who.post(`/v1/deltas/${applied}/apply`, {});
  await who.post(`/v1/deltas/${discarded}/discard`, {});
  await who.post(`/v1/deltas/${reverted}/apply`, {});
  await who.post(`/v1/deltas/${reverted}/revert`, {});
  for (const [status, id] of Object.entries({ open, applied, discarded, reverted })) {
    const { deltas } = (await who.get(`/v1/deltas?status=${status}`)).body;
    expect(deltas.map((each: { readonly id: string }) => each.id)).toEqual([id]);
  }
  for (const loop of [open, "x"])
    expect((await who.get(`/v1/deltas?loop_id=${loop}`)).body.deltas).toEqual([]);
  const [entity] = await changesOf(who, open);
  await who.call("PATCH", `/v1/deltas/${open}/changes/${entity.change_id}`, {
    body: { decision: "rejected" },
  });
  await service.database.pool.query("update change set confidence = 0.6 where id = $1", [entity.change_id]);
  for (const [query, count] of [
    ["object=entity", 1],
    ["object=relationship", 0],
    ["decision=rejected", 1],
    ["decision=pending", 1],
    ["min_confidence=0.6&max_confidence=0.6", 1],
    ["max_confidence=0.59", 0],
    ["min_confidence=0.7", 1],
  ] as const)
    expect((await who.get(`/v1/deltas/${open}/changes?${query}`)).body.changes, query).toHaveLength(count);
});
