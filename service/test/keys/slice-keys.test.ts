// Tests keys that are limited to a slice: what they see, what they may write, and that nothing says what lies beyond.

import { expect, test } from "vitest";
import { newId } from "../../src/values/uuid.ts";
import { type Caller, callerWith, startService } from "../support/service.ts";

const service = await startService();

/** Has a key make another, and returns who has that. */
async function make(maker: Caller, body: object = {}): Promise<Caller> {
  const { status, body: made } = await maker.post("/v1/keys", body);
  expect([status, made.code, made.errors]).toEqual([201, undefined, undefined]);
  const projectId = made.project_id ?? maker.projectId;
  return callerWith(service.url, { ...maker, key: made.key, keyId: made.id, projectId });
}

interface World {
  readonly root: Caller;
  readonly ids: Readonly<Record<string, string>>;
}

/** Two people from two sources, a company, and relationships between them. */
async function world(): Promise<World> {
  const root = await service.caller();
  const [crm, notes] = [
    (await root.post("/v1/shapes", { name: "CRM" })).body.id,
    (await root.post("/v1/shapes", { name: "Notes" })).body.id,
  ];
  const [gmail, slack] = [
    (await root.post("/v1/sources", { name: "gmail", shape_id: notes })).body.id,
    (await root.post("/v1/sources", { name: "slack" })).body.id,
  ];
  const created_at = "2026-01-05T00:00:00Z";
  const { body } = await root.post("/v1/entities", [
    { type: "Person", name: "Ada renewal", shape_id: crm, source_id: gmail, created_at },
    { type: "Person", name: "Bob renewal", source_id: slack, created_at },
    { type: "Company", name: "Acme renewal", source_id: gmail, created_at },
  ]);
  const [ada, bob, acme] = body.ids;
  const related = await root.post("/v1/relationships", [
    { type: "knows", from: ada, to: bob },
    { type: "works at", from: ada, to: acme },
    { type: "likes", from: ada, to: ada },
  ]);
  const [knows, works, likes] = related.body.ids;
  return { root, ids: { crm, notes, gmail, slack, ada, bob, acme, knows, works, likes } };
}

test("a key has the slice that it is given, and hands it on", async () => {
  const { root } = await world();
  const cql = "type:Person source:gmail";
  const made = await root.post("/v1/keys", { slice: cql });
  expect(made.body).toMatchObject({ slice: cql, subject_id: null, permission: "write" });
  const key = callerWith(service.url, { ...root, key: made.body.key, keyId: made.body.id });
  expect((await key.get("/v1/keys/current")).body).toMatchObject({ slice: cql });
  const child = await make(key, { permission: "read" });
  expect((await child.get("/v1/keys/current")).body).toMatchObject({ slice: cql, permission: "read" });
  expect((await root.get("/v1/keys")).body.keys.map(({ slice }: { slice: string }) => slice)).toEqual([
    cql,
    cql,
  ]);
});

test("a key sees what is in its slice, and nothing else", async () => {
  const { root, ids } = await world();
  const key = await make(root, { slice: "type:Person source:gmail" });
  const read = await key.get(`/v1/entities/${ids["ada"]}`);
  expect(read.body.relationships.map(({ id }: { id: string }) => id)).toEqual([ids["likes"]]);
  for (const id of ["bob", "acme"]) expect((await key.get(`/v1/entities/${ids[id]}`)).status).toBe(404);
  const all = { query: "renewal", include: ["entities", "relationships"] };
  const found = await key.post("/v1/search", all);
  expect(found.body.entities.map(({ id }: { id: string }) => id)).toEqual([ids["ada"]]);
  expect(found.body.relationships.map(({ id }: { id: string }) => id)).toEqual([ids["likes"]]);
  expect(found.body.key_scope).toBe(undefined);
  const scoped = await key.post("/v1/search", { ...all, query: "renew", cql: "source:gmail" });
  expect(scoped.body.entities.map(({ id }: { id: string }) => id)).toEqual([ids["ada"]]);
  expect(scoped.body.key_scope.cql).toBe("type:Person source:gmail");
  expect(scoped.body.scope.diagnostics).toMatchObject([
    { code: "beyond-key-scope", severity: "information", data: { example: { source_id: ids["gmail"] } } },
  ]);
  expect((await key.get("/v1/catalog")).body).toMatchObject({
    shapes: [
      { id: ids["crm"], name: "CRM" },
      { id: ids["notes"], name: "Notes" },
    ],
    sources: [{ id: ids["gmail"], name: "gmail" }],
    types: ["Person"],
  });
});

test("a slice is counted within that of the key, and says so where it reaches beyond", async () => {
  const { root, ids } = await world();
  const key = await make(root, { slice: "type:Person source:gmail" });
  const all = await key.post("/v1/slices", { name: "all", cql: "" });
  expect([all.status, all.body.matched]).toEqual([201, 1]);
  expect(all.body.diagnostics.map(({ code }: { code: string }) => code)).toContain("beyond-key-scope");
  const within = await key.post("/v1/slices?dry_run=true", {
    name: "x",
    cql: "type:Person source:gmail shape:CRM",
  });
  expect(within.body.diagnostics).toEqual([]);
  const beyond = await key.post("/v1/slices?dry_run=true", { name: "x", cql: "source:slack" });
  expect(beyond.body).toMatchObject({ matched: 0, unresolved: { sources: ["slack"] } });
  expect(JSON.stringify(beyond.body)).not.toContain(ids["slack"]);
  expect(beyond.body.diagnostics.map(({ code }: { code: string }) => code)).not.toContain("beyond-key-scope");
  const path = `/v1/slices/${all.body.id}`;
  expect((await key.get(path)).body).toMatchObject({
    matched: 1,
    key_scope: { cql: "type:Person source:gmail" },
  });
  const listed = await key.get(`${path}/entities`);
  expect(listed.body.entities.map(({ id }: { id: string }) => id)).toEqual([ids["ada"]]);
  expect((await root.get(path)).body.matched).toBe(3);
  const others = (await root.post("/v1/slices", { name: "secret", cql: "" })).body.id;
  for (const method of ["GET", "DELETE"])
    expect((await key.call(method, `/v1/slices/${others}`)).status).toBe(404);
  expect((await key.call("PATCH", `/v1/slices/${others}`, { body: { promoted: true } })).status).toBe(404);
  expect((await key.get("/v1/slices")).body.slices.map(({ name }: { name: string }) => name)).toEqual([
    "all",
  ]);
  expect((await key.get(`/v1/entities/${ids["ada"]}/slices`)).body.slices).toMatchObject([{ name: "all" }]);
  expect((await key.post("/v1/search", { query: "", slice_id: others })).status).toBe(404);
});

test("a key writes what is in its slice before and after", async () => {
  const { root, ids } = await world();
  const key = await make(root, { slice: "type:Person source:gmail" });
  const { gmail, slack, ada, bob, acme } = ids;
  const inside = { type: "Person", source_id: gmail };
  const made = await key.post("/v1/entities", [{ ...inside, name: "New" }]);
  expect(made.body).toMatchObject({ created: 1 });
  for (const [rows, pointer] of [
    [[inside, { type: "Company", source_id: gmail }], "/1"],
    [[{ type: "Person" }], "/0"],
    [[{ ...inside, id: bob }], "/0"],
    [[{ ...inside, id: ada, source_id: slack }], "/0"],
    [[{ ...inside, id: ada, type: "Company" }], "/0"],
  ] as const) {
    const before = (await root.get("/v1/export")).body.lines.slice(1);
    const refused = await key.post("/v1/entities", rows);
    expect([refused.status, refused.body.code, refused.body.errors?.[0]?.pointer]).toEqual([
      403,
      "beyond_scope",
      pointer,
    ]);
    expect((await root.get("/v1/export")).body.lines.slice(1)).toEqual(before);
  }
  const [other] = made.body.ids;
  expect((await key.post("/v1/relationships", [{ type: "x", from: ada, to: other }])).status).toBe(200);
  const cases = [
    [{ type: "x", from: ada, to: acme }, "/0/to"],
    [{ type: "x", from: bob, to: ada }, "/0/from"],
    [{ type: "x", from: ada, to: newId() }, "/0/to"],
    [{ type: "x", from: ada, to: other, id: ids["works"] }, "/0"],
  ] as const;
  for (const [row, pointer] of cases) {
    const refused = await key.post("/v1/relationships", [row]);
    expect([refused.status, refused.body.code, refused.body.errors?.[0]?.pointer]).toEqual([
      403,
      "beyond_scope",
      pointer,
    ]);
  }
  expect((await key.call("DELETE", `/v1/entities/${bob}`)).status).toBe(404);
  expect((await key.call("DELETE", `/v1/entities/${other}`)).status).toBe(204);
});

test("what concerns the whole project is refused", async () => {
  const { root, ids } = await world();
  const key = await make(root, { slice: "type:Person" });
  const attempts = [
    ["GET", "/v1/shapes"],
    ["GET", "/v1/sources"],
    ["POST", "/v1/shapes", { name: "x" }],
    ["POST", "/v1/sources", { name: "x" }],
    ["POST", `/v1/sources/${ids["gmail"]}/documents`, { text: "x" }],
    ["GET", "/v1/loops"],
    ["POST", "/v1/loops", { goal: "x", dry_run: true }],
    ["GET", "/v1/credits"],
    ["GET", "/v1/activity"],
    ["GET", "/v1/export"],
    ["DELETE", "/v1/memories?subject_id=x"],
  ] as const;
  for (const [method, path, body] of attempts) {
    const refused = await key.call(method, path, body === undefined ? {} : { body });
    expect([path, refused.status, refused.body.code]).toEqual([path, 403, "beyond_scope"]);
  }
});

test("a key recalls what it has written itself, and decides about what it has staged itself", async () => {
  const { root } = await world();
  const key = await make(root, { slice: "type:Person" });
  const theirs = (await root.post("/v1/memories", { content: "theirs" })).body.id;
  const mine = (await key.post("/v1/memories", { content: "mine" })).body.id;
  const memories = await key.get("/v1/memories");
  expect(memories.body.memories.map(({ id }: { id: string }) => id)).toEqual([mine]);
  expect((await key.get(`/v1/memories/${theirs}`)).status).toBe(404);
  expect((await key.call("DELETE", `/v1/memories/${theirs}`)).status).toBe(404);
  const found = await key.post("/v1/search", { query: "theirs mine", include: ["memories"] });
  expect(found.body.memories.map(({ id }: { id: string }) => id)).toEqual([mine]);
  const delta = (await root.post("/v1/memories", { content: "x", apply: false })).body.delta_id;
  const own = (await key.post("/v1/memories", { content: "y", apply: false })).body.delta_id;
  expect((await key.get("/v1/deltas")).body.deltas.map(({ id }: { id: string }) => id)).toEqual([own]);
  for (const path of ["", "/changes"]) expect((await key.get(`/v1/deltas/${delta}${path}`)).status).toBe(404);
  for (const path of ["apply", "discard"])
    expect((await key.post(`/v1/deltas/${delta}/${path}`, {})).status).toBe(404);
  expect((await key.post(`/v1/deltas/${own}/apply`, {})).status).toBe(200);
  expect((await key.get("/v1/memories")).body.memories).toHaveLength(2);
});

test("the slice of a key is strict", async () => {
  const { root } = await world();
  for (const slice of [
    "",
    "hello",
    "type:",
    "source:nowhere",
    "type:Person hello",
    "type:Nobody",
    "after:2026-02-29",
  ]) {
    const refused = await root.post("/v1/keys", { slice });
    expect([slice, refused.status, refused.body.code]).toEqual([slice, 422, "invalid_cql"]);
    expect(refused.body.diagnostics.length).toBeGreaterThan(0);
  }
  const organization = await service.caller({ organizationId: root.organizationId, projectId: null });
  const refused = await organization.post("/v1/keys", { slice: "type:Person" });
  expect([refused.status, refused.body.errors?.[0]?.pointer]).toEqual([422, "/project_id"]);
  await make(organization, { slice: "type:Person", project_id: root.projectId });
});

test("a key makes none whose slice reaches beyond its own, now or later", async () => {
  const { root, ids } = await world();
  const recent = await make(root, { slice: "after:2020-01-01" });
  await make(recent, { slice: "after:7d" });
  await make(recent, { slice: "after:2021-01-01 type:Person" });
  const wide = await recent.post("/v1/keys", { slice: "type:Person" });
  expect([wide.status, wide.body.code, wide.body.errors[0].pointer]).toEqual([
    403,
    "wider_than_key",
    "/slice",
  ]);
  expect(wide.body.example).toMatchObject({ type: "Person", created_at: "2019-12-31T23:59:59.999Z" });
  const rolling = await make(root, { slice: "after:1y" });
  const now = new Date();
  const later = await rolling.post("/v1/keys", { slice: `after:${now.toISOString().slice(0, 10)}` });
  expect([later.status, later.body.code, later.body.example]).toEqual([403, "wider_than_key", null]);
  expect(later.body.detail).toContain(`at ${String(now.getUTCFullYear() + 1)}-`);
  const person = await make(root, { slice: "type:Person source:gmail" });
  const named = await person.post("/v1/keys", { slice: "source:slack" });
  expect([named.status, named.body.code]).toEqual([422, "invalid_cql"]);
  expect(JSON.stringify(named.body)).not.toContain(ids["slack"]);
});

test("a name that stands for nothing later matches nothing, and rolling dates roll", async () => {
  const { root, ids } = await world();
  const key = await make(root, { slice: "shape:CRM" });
  const read = async (): Promise<number> => (await key.get(`/v1/entities/${ids["ada"]}`)).status;
  expect(await read()).toBe(200);
  await service.database.pool.query("update shape set name = 'Renamed' where id = $1", [ids["crm"]]);
  expect(await read()).toBe(404);
  expect((await key.get("/v1/catalog")).body).toMatchObject({ shapes: [], sources: [], types: [] });
});

test("a name that stands for something else later means that, from the next request on", async () => {
  const { root, ids } = await world();
  const key = await make(root, { slice: "shape:CRM" });
  const { pool } = service.database;
  const seen = async () => [
    (await key.get(`/v1/entities/${ids["ada"]}`)).status,
    (await key.get(`/v1/entities/${ids["bob"]}`)).status,
    (
      await key.post("/v1/entities", [
        { id: ids["bob"], type: "Person", name: "Bob", shape_id: ids["notes"] },
      ])
    ).status,
  ];
  await root.post("/v1/entities", [{ id: ids["bob"], type: "Person", name: "Bob", shape_id: ids["notes"] }]);
  for (let time = 0; time < 3; time++) {
    expect(await seen()).toEqual([200, 404, 403]);
    await pool.query("update shape set name = case id when $1 then 'Old' else 'CRM' end where id = any($2)", [
      ids["crm"],
      [ids["crm"], ids["notes"]],
    ]);
    expect(await seen()).toEqual([404, 200, 200]);
    await pool.query(
      "update shape set name = case id when $1 then 'CRM' else 'Notes' end where id = any($2)",
      [ids["crm"], [ids["crm"], ids["notes"]]],
    );
  }
});

test("a key hands on its own slice even if nothing is in it now", async () => {
  const { root, ids } = await world();
  const key = await make(root, { slice: "type:Person source:slack" });
  await root.call("DELETE", `/v1/entities/${ids["bob"]}`);
  await make(key, { slice: "type:Person source:slack after:2020-01-01" });
});

test("a key that sees its own memories alone makes none that sees those about an end user", async () => {
  const { root } = await world();
  const key = await make(root, { slice: "type:Person" });
  const refused = await key.post("/v1/keys", { subject_id: "user-17" });
  expect([refused.status, refused.body.code, refused.body.errors?.[0]?.pointer]).toEqual([
    403,
    "wider_than_key",
    "/subject_id",
  ]);
});

test("an instant is rounded before it is compared with the slice", async () => {
  const { root } = await world();
  const key = await make(root, { slice: "type:Person before:2026-02-01" });
  const late = await key.post("/v1/entities", [{ type: "Person", created_at: "2026-01-31T23:59:59.9996Z" }]);
  expect([late.status, late.body.code]).toEqual([403, "beyond_scope"]);
});

test("what no entity of the slice has is unknown where it is written, too", async () => {
  const { root, ids } = await world();
  const key = await make(root, { slice: "type:Company" });
  const refused = await key.post("/v1/entities", [{ type: "Company", source_id: ids["slack"] }]);
  expect([refused.status, refused.body.code]).toEqual([403, "beyond_scope"]);
  const known = await key.post("/v1/entities", [{ type: "Company", source_id: ids["gmail"] }]);
  expect(known.status).toBe(200);
});

test("relationships are found however many others an entity has", async () => {
  const { root } = await world();
  const many = Array.from({ length: 600 }, (_, at) => ({ type: "Company", name: `c${String(at)}` }));
  const companies = (await root.post("/v1/entities", many)).body.ids;
  const [eve, ivy] = (
    await root.post("/v1/entities", [
      { type: "Person", name: "Eve" },
      { type: "Person", name: "Ivy" },
    ])
  ).body.ids;
  await root.post("/v1/relationships", [
    ...companies.map((to: string) => ({ type: "at", from: eve, to })),
    { type: "meets", from: eve, to: ivy },
  ]);
  const key = await make(root, { slice: "type:Person" });
  const found = await key.post("/v1/search", { query: "Eve", include: ["relationships"] });
  expect(found.body.relationships).toMatchObject([{ type: "meets" }]);
});
