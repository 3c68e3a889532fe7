// Tests what changes and deletes shapes and sources, and what keeps them from being deleted.

import { expect, test } from "vitest";
import { newId } from "../../src/values/uuid.ts";
import { grant, registerWorker } from "../support/loops.ts";
import { type Caller, callerWith, type Reply, startService } from "../support/service.ts";

const service = await startService();

type Kind = "shapes" | "sources";
const kinds = ["shapes", "sources"] as const;

const make = async (who: Caller, kind: Kind, body: object): Promise<string> =>
  (await who.post(`/v1/${kind}`, body)).body.id;
const patch = async (who: Caller, kind: Kind, id: string, body: unknown): Promise<Reply> =>
  await who.call("PATCH", `/v1/${kind}/${id}`, { body });
const remove = async (who: Caller, kind: Kind, id: string, query = ""): Promise<Reply> =>
  await who.call("DELETE", `/v1/${kind}/${id}${query}`);
const stored = async (who: Caller, kind: Kind, id: string): Promise<any> =>
  (await who.get(`/v1/${kind}`)).body[kind].find((each: { id: string }) => each.id === id);

/** It is in use, so often. */
function expectInUse({ status, body }: Reply, counts: Readonly<Record<string, number>>): void {
  expect([status, body.code, body.counts]).toEqual([409, "in_use", counts]);
}

test("a shape is changed by its members, and the rest stays", async () => {
  const who = await service.caller();
  const types = {
    entity_types: [{ name: "Person", properties: { email: { type: "string" } } }],
    relationship_types: [{ name: "knows", from: "Person", to: "Person" }],
  };
  const made = await who.post("/v1/shapes", { name: "CRM", description: "People", ...types });
  expect(made.body).toMatchObject({ strict: false, warnings: [] });
  const { id } = made.body;
  const before = await stored(who, "shapes", id);
  expect(before).toMatchObject({ ...types, strict: false });
  const changed = await patch(who, "shapes", id, { name: "Sales", strict: true });
  expect(changed.body).toMatchObject({ name: "Sales", strict: true, ...types, warnings: [] });
  expect(await stored(who, "shapes", id)).toEqual({ ...before, name: "Sales", strict: true });
  const others = { entity_types: [{ name: "Company" }], relationship_types: [], description: null };
  expect((await patch(who, "shapes", id, { ...others, strict: false })).status).toBe(200);
  const after = { ...before, name: "Sales", ...others };
  expect(await stored(who, "shapes", id)).toEqual(after);
  expect((await patch(who, "shapes", id, {})).status).toBe(200);
  expect(await stored(who, "shapes", id)).toEqual(after);
  expect((await who.post("/v1/shapes", { name: "strict", strict: true })).body.strict).toBe(true);
  // Queries find it by its new name alone.
  const slice = await who.post("/v1/slices?dry_run=true", { name: "x", cql: "shape:Sales shape:CRM" });
  expect(slice.body.unresolved.shapes).toEqual(["CRM"]);
});

test("a source is changed by its members, and its entities keep the shape that they had from it", async () => {
  const who = await service.caller();
  const [one, other] = [await make(who, "shapes", { name: "a" }), await make(who, "shapes", { name: "b" })];
  const id = await make(who, "sources", { name: "gmail", shape_id: one });
  const entity = (await who.post("/v1/entities", [{ type: "Person", source_id: id }])).body.ids[0];
  const changed = await patch(who, "sources", id, { shape_id: other });
  expect(changed.body).toMatchObject({ name: "gmail", shape_id: other, warnings: [] });
  expect((await who.get(`/v1/entities/${entity}`)).body.source_shape_id).toBe(one);
  expect((await patch(who, "sources", id, { name: "mail", shape_id: null })).status).toBe(200);
  expect(await stored(who, "sources", id)).toMatchObject({ name: "mail", shape_id: null });
  expect((await patch(who, "sources", id, {})).body.name).toBe("mail");
});

test("a change is refused as a new one would be", async () => {
  const who = await service.caller();
  const other = await service.caller();
  const [shape, source] = [
    await make(who, "shapes", { name: "a" }),
    await make(who, "sources", { name: "a" }),
  ];
  const theirs = await make(other, "shapes", { name: "a" });
  const before = (await who.get("/v1/export")).body.lines.slice(1);
  for (const [kind, id, body, code, pointer] of [
    ["shapes", shape, { name: "" }, "invalid_request", "/name"],
    ["shapes", shape, { name: null }, "invalid_request", "/name"],
    ["shapes", shape, { strict: "yes" }, "invalid_request", "/strict"],
    ["shapes", shape, { id: shape }, "invalid_request", "/id"],
    [
      "shapes",
      shape,
      { entity_types: [{ name: "A" }, { name: "A" }] },
      "invalid_request",
      "/entity_types/1/name",
    ],
    ["sources", source, { shape_id: theirs }, "unknown_shape", "/shape_id"],
    ["sources", source, { shape_id: "x" }, "unknown_shape", "/shape_id"],
    ["sources", source, { strict: true }, "invalid_request", "/strict"],
  ] as const) {
    const refused = await patch(who, kind, id, body);
    expect([refused.status, refused.body.code, refused.body.errors[0].pointer]).toEqual([422, code, pointer]);
  }
  expect((await who.get("/v1/export")).body.lines.slice(1)).toEqual(before);
});

test("the answer warns of others with the same name", async () => {
  const who = await service.caller();
  for (const kind of kinds) {
    const one = kind.slice(0, -1);
    const [first, second] = [
      await make(who, kind, { name: "same" }),
      await make(who, kind, { name: "other" }),
    ];
    const third = await who.post(`/v1/${kind}`, { name: "same" });
    const meaning = "has this name, too, and a query with it means all of them";
    expect([third.status, third.body.warnings]).toEqual([
      201,
      [{ pointer: "/name", message: `another ${one} ${meaning}: ${first}` }],
    ]);
    const changed = await patch(who, kind, second, { name: "same" });
    const ids = [first, String(third.body.id)].toSorted().join(", ");
    expect(changed.body.warnings).toEqual([
      { pointer: "/name", message: `2 other ${one}s ${meaning.replace("has", "have")}: ${ids}` },
    ]);
    expect((await patch(who, kind, second, { name: "alone" })).body.warnings).toEqual([]);
    for (let n = 2; n < 20; n++) await make(who, kind, { name: "same" });
    const crowded = await patch(who, kind, second, { name: "same" });
    expect([crowded.status, crowded.body.errors?.[0].pointer]).toEqual([422, "/name"]);
    expect((await stored(who, kind, second)).name).toBe("alone");
    // Those of other projects are nobody's business.
    expect((await (await service.caller()).post(`/v1/${kind}`, { name: "same" })).body.warnings).toEqual([]);
  }
});

test("a shape is deleted once nothing names it", async () => {
  const who = await service.caller();
  const id = await make(who, "shapes", { name: "CRM" });
  const source = await make(who, "sources", { name: "gmail", shape_id: id });
  const rows = [
    { type: "A", shape_id: id },
    { type: "B", source_shape_id: id },
    { type: "C", source_id: source },
  ];
  const entities: string[] = (await who.post("/v1/entities", [...rows, { type: "D" }])).body.ids;
  const memory = (await who.post("/v1/memories", { content: "x", shape_id: id })).body.id;
  const other = await service.caller(who);
  // What only another key may see is counted as well.
  const own = (await other.post("/v1/memories", { content: "y", scope: "agent", shape_id: id })).body.id;
  const staged = { content: "z", scope: "agent", shape_id: id.toUpperCase(), apply: false };
  const delta = (await other.post("/v1/memories", staged)).body.delta_id;
  expectInUse(await remove(who, "shapes", id), { entities: 3, sources: 1, memories: 2, changes: 1 });
  for (const each of entities) await who.call("DELETE", `/v1/entities/${each}`);
  await who.call("DELETE", `/v1/memories/${memory}`);
  await other.call("DELETE", `/v1/memories/${own}`);
  expectInUse(await remove(who, "shapes", id.toUpperCase()), { sources: 1, changes: 1 });
  await patch(who, "sources", source, { shape_id: null });
  expectInUse(await remove(who, "shapes", id), { changes: 1 });
  await other.post(`/v1/deltas/${delta}/discard`, {});
  expect((await remove(who, "shapes", id)).status).toBe(204);
  expect((await remove(who, "shapes", id)).status).toBe(404);
  expect(await stored(who, "shapes", id)).toBe(undefined);
  const unknown = await who.post("/v1/entities", [{ type: "A", shape_id: id }]);
  expect([unknown.status, unknown.body.code]).toEqual([422, "unknown_shape"]);
});

test("a source is deleted once nothing names it, with its documents if they are given up", async () => {
  const who = await service.caller();
  const [id, kept] = [
    await make(who, "sources", { name: "gmail" }),
    await make(who, "sources", { name: "slack" }),
  ];
  for (const source of [id, id, kept]) await who.post(`/v1/sources/${source}/documents`, { text: "Ada" });
  const entity = (await who.post("/v1/entities", [{ type: "A", source_id: id }])).body.ids[0];
  expectInUse(await remove(who, "sources", id), { entities: 1, documents: 2 });
  expectInUse(await remove(who, "sources", id, "?cascade=true"), { entities: 1 });
  await who.call("DELETE", `/v1/entities/${entity}`);
  expectInUse(await remove(who, "sources", id), { documents: 2 });
  expectInUse(await remove(who, "sources", id, "?cascade=false"), { documents: 2 });
  expect((await remove(who, "sources", id, "?cascade=yes")).status).toBe(422);
  expect((await remove(who, "sources", id, "?cascade=true")).status).toBe(204);
  expect((await remove(who, "sources", id, "?cascade=true")).status).toBe(404);
  const lines = (await who.get("/v1/export")).body.lines;
  const documents = lines.filter((line: { text?: string }) => line.text === "Ada");
  expect(documents).toMatchObject([{ source_id: kept }]);
  const gone = await who.post(`/v1/sources/${id}/documents`, { text: "x" });
  expect(gone.status).toBe(404);
  expect((await remove(who, "shapes", kept)).status).toBe(404);
  expect((await remove(who, "sources", await make(who, "sources", { name: "empty" }))).status).toBe(204);
});

test("while a loop waits or runs, its shapes and sources stay; evidence of it outlives them", async () => {
  const who = await service.caller();
  const [shape, source] = [
    await make(who, "shapes", { name: "CRM", entity_types: [{ name: "Person" }] }),
    await make(who, "sources", { name: "notes" }),
  ];
  const document = (await who.post(`/v1/sources/${source}/documents`, { text: "Ada Lovelace works." })).body
    .id;
  await registerWorker(service.database);
  await grant(service.database, who.organizationId, 1000);
  const started = (await who.post("/v1/loops", { goal: "Find people." })).body;
  expectInUse(await remove(who, "shapes", shape), { loops: 1 });
  expectInUse(await remove(who, "sources", source, "?cascade=true"), { loops: 1 });
  await who.post(`/v1/loops/${String(started.loop_id)}/cancel`, {});
  const [entity, link] = [newId(), newId()];
  const evidence = [{ source_id: source, document_id: document, quote: "Ada Lovelace", start: 0, end: 12 }];
  const value = {
    id: entity,
    type: "Person",
    name: "Ada",
    shape_id: shape,
    source_id: source,
    properties: {},
  };
  await service.database.pool.query(
    `insert into change (organization_id, project_id, delta_id, position, id, key_id, private, operation, object, object_id, value, evidence)
     values ($1, $2, $3, 1, $4, $5, false, 'create', 'entity', $6, $7, $8)`,
    [
      who.organizationId,
      who.projectId,
      started.result.delta_id,
      link,
      who.keyId,
      entity,
      JSON.stringify(value),
      JSON.stringify(evidence),
    ],
  );
  expectInUse(await remove(who, "shapes", shape), { changes: 1 });
  expectInUse(await remove(who, "sources", source, "?cascade=true"), { changes: 1 });
  expect((await who.post(`/v1/deltas/${String(started.result.delta_id)}/apply`, {})).status).toBe(200);
  expectInUse(await remove(who, "sources", source, "?cascade=true"), { entities: 1 });
  const moved = { source_id: null, shape_id: null };
  expect((await who.call("PATCH", `/v1/entities/${entity}`, { body: moved })).status).toBe(200);
  expect((await remove(who, "sources", source, "?cascade=true")).status).toBe(204);
  expect((await remove(who, "shapes", shape)).status).toBe(204);
  const { provenance } = (await who.get(`/v1/entities/${entity}`)).body;
  expect(provenance[0].evidence).toMatchObject([{ quote: "Ada Lovelace" }]);
  const { changes } = (await who.get(`/v1/deltas/${String(started.result.delta_id)}/changes`)).body;
  expect(changes[0].evidence).toMatchObject([{ quote: "Ada Lovelace" }]);
});

test("of a delete and of what comes to name it at the same time one wins, and nothing is lost between them", async () => {
  const who = await service.caller();
  for (let round = 0; round < 6; round++) {
    const id = await make(who, "shapes", { name: `s${String(round)}` });
    const writes = [
      async () => await who.post("/v1/entities", [{ type: "A", shape_id: id }]),
      async () => await who.post("/v1/sources", { name: "x", shape_id: id }),
      async () => await who.post("/v1/memories", { content: "x", shape_id: id }),
    ];
    const [removed, ...written] = await Promise.all([
      remove(who, "shapes", id),
      ...[...writes, ...writes, ...writes].map(async (write) => await write()),
    ]);
    const statuses = new Set(written.map(({ status }) => status));
    if (removed?.status === 204) {
      expect(await stored(who, "shapes", id)).toBe(undefined);
      for (const { status, body } of written) if (status === 422) expect(body.code).toBe("unknown_shape");
    } else expect(removed?.status).toBe(409);
    // No answer is an internal error, and what was written names a shape that is there.
    expect([...statuses].filter((status) => ![200, 201, 422].includes(status))).toEqual([]);
    if (removed?.status === 204) expect([...statuses]).toEqual([422]);
  }
});

test("keys that may not write, limited keys and other projects neither change nor delete them", async () => {
  const who = await service.caller();
  const limited = (await who.post("/v1/keys", { subject_id: "user-17" })).body;
  const callers = [
    [await service.caller({ ...who, permission: "read" }), 403, "read_only_key"],
    [await service.caller({ ...who, permission: "propose" }), 403, "propose_only"],
    [callerWith(service.url, { ...who, key: limited.key, keyId: limited.id }), 403, "beyond_scope"],
    [await service.caller(), 404, "not_found"],
  ] as const;
  for (const kind of kinds) {
    const id = await make(who, kind, { name: "x" });
    for (const [caller, status, code] of callers) {
      const replies = [await patch(caller, kind, id, { name: "y" }), await remove(caller, kind, id)];
      expect(replies.map(({ body, ...reply }) => [reply.status, body.code])).toEqual([
        [status, code],
        [status, code],
      ]);
    }
    expect((await stored(who, kind, id)).name).toBe("x");
    for (const unknown of [newId(), "x"]) {
      expect((await patch(who, kind, unknown, { name: "y" })).status).toBe(404);
      expect((await remove(who, kind, unknown)).status).toBe(404);
    }
  }
});
