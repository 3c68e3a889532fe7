// Tests keys that are limited to an end user.

import { expect, test } from "vitest";
import { type Caller, callerWith, startService } from "../support/service.ts";

const service = await startService();

async function make(maker: Caller, body: object = {}): Promise<Caller> {
  const { status, body: made } = await maker.post("/v1/keys", body);
  expect([status, made.code, made.errors]).toEqual([201, undefined, undefined]);
  return callerWith(service.url, { ...maker, key: made.key, keyId: made.id });
}

const contentsOf = async (who: Caller): Promise<readonly string[]> =>
  (await who.get("/v1/memories")).body.memories.map(({ content }: { content: string }) => content).toSorted();

test("a key writes memories about its end user, and reads those alone, in all scopes", async () => {
  const root = await service.caller();
  const key = await make(root, { subject_id: "user-17" });
  expect((await key.get("/v1/keys/current")).body).toMatchObject({ slice: null, subject_id: "user-17" });
  const none = await key.post("/v1/memories", { content: "none given" });
  expect((await key.get(`/v1/memories/${none.body.id}`)).body.subject).toEqual({ id: "user-17" });
  await key.post("/v1/memories", {
    content: "agent",
    scope: "agent",
    subject: { id: "user-17", name: "Ada" },
  });
  await key.post("/v1/memories", {
    memories: [{ content: "batch", scope: "commons", subject: { name: "Ada" } }],
  });
  await root.post("/v1/memories", { content: "also", subject_id: "user-17" });
  await root.post("/v1/memories", { content: "private", subject_id: "user-17", scope: "agent" });
  const other = (await root.post("/v1/memories", { content: "other", subject_id: "user-18" })).body.id;
  await root.post("/v1/memories", { content: "nobody" });
  expect(await contentsOf(key)).toEqual(["agent", "also", "batch", "none given"]);
  expect((await key.get(`/v1/memories/${other}`)).status).toBe(404);
  const found = await key.post("/v1/search", {
    query: "",
    memory: { scopes: ["project"] },
    include: ["memories"],
  });
  expect(found.body.memories).toHaveLength(2);
  expect((await key.call("DELETE", `/v1/memories/${other}`)).status).toBe(404);
});

test.each([
  [{ content: "x", subject_id: "b" }, "/subject_id"],
  [{ content: "x", subject: { id: "b" } }, "/subject/id"],
  [{ content: "x", subject: { id: "b" }, apply: false }, "/subject/id"],
  [{ memories: [{ content: "x" }, { content: "y", subject_id: "b" }] }, "/memories/1/subject_id"],
])("a memory about another end user is beyond: %j", async (body, pointer) => {
  const root = await service.caller();
  const key = await make(root, { subject_id: "a" });
  const refused = await key.post("/v1/memories", body);
  expect([refused.status, refused.body.code, refused.body.errors]).toMatchObject([
    403,
    "beyond_scope",
    [{ pointer }],
  ]);
  expect((await root.get("/v1/memories")).body.memories).toEqual([]);
  expect((await root.get("/v1/deltas")).body.deltas).toEqual([]);
});

test("a key without a slice sees and writes no entities", async () => {
  const root = await service.caller();
  const [id] = (await root.post("/v1/entities", [{ type: "Person", name: "Ada" }])).body.ids;
  const key = await make(root, { subject_id: "a" });
  expect((await key.get(`/v1/entities/${id}`)).status).toBe(404);
  expect((await key.post("/v1/search", { query: "Ada" })).body.entities).toEqual([]);
  const slice = await key.post("/v1/slices", { name: "all", cql: "" });
  expect([slice.status, slice.body.matched, slice.body.key_scope]).toEqual([201, 0, undefined]);
  expect(slice.body.diagnostics).toMatchObject([{ code: "no-membership" }, { code: "beyond-key-scope" }]);
  expect((await key.get(`/v1/slices/${slice.body.id}/entities`)).body.entities).toEqual([]);
  expect((await key.get("/v1/catalog")).body).toMatchObject({ shapes: [], sources: [], types: [] });
  const refused = await key.post("/v1/entities", [{ type: "Person" }]);
  expect([refused.status, refused.body.code]).toEqual([403, "beyond_scope"]);
  expect((await key.post("/v1/keys", { slice: "type:Person" })).body).toMatchObject({
    code: "wider_than_key",
    example: null,
  });
});

test("an end user and a slice go together", async () => {
  const root = await service.caller();
  const ids = (await root.post("/v1/entities", [{ type: "Person" }, { type: "Company" }])).body.ids;
  const key = await make(root, { subject_id: "a", slice: "type:Person" });
  const statuses = ids.map(async (id: string) => (await key.get(`/v1/entities/${id}`)).status);
  expect(await Promise.all(statuses)).toEqual([200, 404]);
  await root.post("/v1/memories", { content: "theirs", subject_id: "a" });
  expect(await contentsOf(key)).toEqual(["theirs"]);
});

test("a key hands its end user on, and no other", async () => {
  const root = await service.caller();
  const key = await make(root, { subject_id: "a" });
  await make(key, { subject_id: "a" });
  expect((await (await make(key)).get("/v1/keys/current")).body.subject_id).toBe("a");
  const refused = await key.post("/v1/keys", { subject_id: "b" });
  expect([refused.status, refused.body.code, refused.body.errors]).toMatchObject([
    403,
    "wider_than_key",
    [{ pointer: "/subject_id" }],
  ]);
});

test("a key erases its end user, and no other", async () => {
  const root = await service.caller();
  const key = await make(root, { subject_id: "a" });
  await root.post("/v1/memories", { memories: ["a", "b"].map((id) => ({ content: id, subject_id: id })) });
  await root.post("/v1/memories", { content: "private", subject_id: "a", scope: "agent" });
  const refused = await key.call("DELETE", "/v1/memories?subject_id=b");
  expect([refused.status, refused.body.code]).toEqual([403, "beyond_scope"]);
  expect((await key.call("DELETE", "/v1/memories?subject_id=a")).body.forgotten).toBe(1);
  expect(await contentsOf(root)).toEqual(["b", "private"]);
});

test.each([["/v1/activity"], ["/v1/credits"], ["/v1/loops"], ["/v1/shapes"]])(
  "%s is refused",
  async (path) => {
    const key = await make(await service.caller(), { subject_id: "a" });
    expect((await key.get(path)).body.code).toBe("beyond_scope");
  },
);

test("an organization's key that is limited to an end user lists its own keys alone", async () => {
  const organization = await service.caller({ projectId: null });
  const key = await make(organization, { subject_id: "a" });
  const child = await make(key);
  expect((await key.get("/v1/keys")).body.keys.map(({ id }: { id: string }) => id)).toEqual([child.keyId]);
});
