// Tests what changes an entity: which members, which properties, and for whom.

import fc from "fast-check";
import { expect, test } from "vitest";
import { mergePatch } from "../../src/values/merge-patch.ts";
import { newId } from "../../src/values/uuid.ts";
import { type Caller, callerWith, type Reply, startService } from "../support/service.ts";

const service = await startService();

async function entity(who: Caller, row: object = {}): Promise<string> {
  return (await who.post("/v1/entities", [{ type: "Person", ...row }])).body.ids[0];
}

async function patch(who: Caller, id: string, body: unknown, ifMatch?: string): Promise<Reply> {
  const headers = ifMatch === undefined ? {} : { "if-match": ifMatch };
  return await who.call("PATCH", `/v1/entities/${id}`, { body, headers });
}

async function read(who: Caller, id: string): Promise<any> {
  const {
    request_id: _request,
    relationships: _links,
    provenance: _origin,
    ...shown
  } = (await who.get(`/v1/entities/${id}`)).body;
  return shown;
}

test("what a change names is replaced, the properties are merged, and the rest stays", async () => {
  const who = await service.caller();
  const [shape, other] = [
    (await who.post("/v1/shapes", { name: "a" })).body.id,
    (await who.post("/v1/shapes", { name: "b" })).body.id,
  ];
  const source = (await who.post("/v1/sources", { name: "s", shape_id: other })).body.id;
  const properties = { email: "a@x.example", phone: 1, address: { city: "Paris", zip: "1" }, tags: [1, 2] };
  const created_at = "0950-01-05T00:00:00.000Z";
  const id = await entity(who, { name: "Ada", shape_id: shape, created_at, properties });
  const before = await read(who, id);
  const changed = await patch(who, id, {
    name: "Ada King",
    source_id: source.toUpperCase(),
    properties: { phone: null, address: { zip: null, street: "x" }, tags: [3], missing: null },
  });
  const after = {
    ...before,
    name: "Ada King",
    source_id: source,
    source_shape_id: other,
    updated_at: changed.body.updated_at,
    properties: { email: "a@x.example", address: { city: "Paris", street: "x" }, tags: [3] },
  };
  expect(changed.status).toBe(200);
  expect(await read(who, id)).toEqual(after);
  expect({ ...changed.body, request_id: undefined }).toEqual({ ...after, request_id: undefined });
  expect(Date.parse(after.updated_at)).toBeGreaterThan(Date.parse(before.updated_at));
  // A source that is taken away takes its shape with it; null clears a name, and a type cannot be null.
  const cleared = await patch(who, id, { name: null, shape_id: null, source_id: null, type: "Robot" });
  expect(cleared.body).toMatchObject({ name: null, shape_id: null, source_id: null, source_shape_id: null });
  const moved = await patch(who, id, { created_at: "2026-01-05T02:00:00+02:00" });
  expect(moved.body).toMatchObject({ type: "Robot", created_at: "2026-01-05T00:00:00.000Z" });
  expect((await who.post("/v1/search", { query: "robot paris" })).body.entities).toMatchObject([{ id }]);
});

test("a source shape that was given stays while the source does", async () => {
  const who = await service.caller();
  const given = (await who.post("/v1/shapes", { name: "given" })).body.id;
  const source = (await who.post("/v1/sources", { name: "s" })).body.id;
  const id = await entity(who, { source_id: source, source_shape_id: given });
  expect((await patch(who, id, { name: "x" })).body.source_shape_id).toBe(given);
  expect((await patch(who, id, { source_id: source })).body.source_shape_id).toBe(null);
});

test("a change that names nothing is fine", async () => {
  const who = await service.caller();
  const id = await entity(who, { name: "Ada", properties: { a: 1 } });
  const before = await read(who, id);
  const reply = await patch(who, id, {});
  expect([reply.status, { ...(await read(who, id)), updated_at: 0 }]).toEqual([
    200,
    { ...before, updated_at: 0 },
  ]);
});

test("a change is refused with a pointer to what is wrong, and nothing is written", async () => {
  const who = await service.caller();
  const id = await entity(who, { name: "Ada", properties: { long: "x".repeat(200_000) } });
  const before = await read(who, id);
  for (const [body, code, pointer] of [
    [{ shape_id: newId() }, "unknown_shape", "/shape_id"],
    [{ shape_id: "x" }, "unknown_shape", "/shape_id"],
    [{ source_id: newId() }, "unknown_source", "/source_id"],
    [{ type: null }, "invalid_request", "/type"],
    [{ type: "" }, "invalid_request", "/type"],
    [{ created_at: null }, "invalid_request", "/created_at"],
    [{ properties: null }, "invalid_request", "/properties"],
    [{ properties: [] }, "invalid_request", "/properties"],
    [{ properties: { more: "x".repeat(100_000) } }, "invalid_request", "/properties"],
    [{ id: newId() }, "invalid_request", "/id"],
    [{ source_shape_id: null }, "invalid_request", "/source_shape_id"],
    [{ updated_at: "2026-01-01T00:00:00Z" }, "invalid_request", "/updated_at"],
    [{ properties: { a: "\u0000" } }, "invalid_request", "/properties/a"],
  ] as const) {
    const refused = await patch(who, id, body);
    const said = JSON.stringify(body).slice(0, 100);
    expect([said, refused.status, refused.body.code, refused.body.errors[0].pointer]).toEqual([
      said,
      422,
      code,
      pointer,
    ]);
  }
  expect(await read(who, id)).toEqual(before);
  for (const unknown of [newId(), "x"]) expect((await patch(who, unknown, { name: "x" })).status).toBe(404);
});

test("only keys that may write change an entity or delete a relationship, and others of the project cannot be reached", async () => {
  const who = await service.caller();
  const id = await entity(who);
  const link = (await who.post("/v1/relationships", [{ type: "x", from: id, to: id }])).body.ids[0];
  const other = await service.caller();
  for (const [permission, code] of [
    ["read", "read_only_key"],
    ["propose", "propose_only"],
  ] as const) {
    const key = await service.caller({ ...who, permission });
    expect((await patch(key, id, { name: "x" })).body.code).toBe(code);
    expect((await key.call("DELETE", `/v1/relationships/${link}`)).body.code).toBe(code);
  }
  expect((await patch(other, id, { name: "x" })).status).toBe(404);
  expect((await other.call("DELETE", `/v1/relationships/${link}`)).status).toBe(404);
  expect((await who.call("DELETE", `/v1/relationships/${link}`)).status).toBe(204);
  expect((await who.call("DELETE", `/v1/relationships/${link}`)).status).toBe(404);
  expect((await who.get(`/v1/entities/${id}`)).body.relationships).toEqual([]);
});

test("a change with If-Match is written only if nothing has changed since", async () => {
  const who = await service.caller();
  const id = await entity(who, { name: "Ada" });
  const first = (await who.get(`/v1/entities/${id}`)).headers.get("etag") ?? "";
  expect(first).toBe(`"${(await read(who, id)).updated_at}"`);
  const changed = await patch(who, id, { name: "B" }, first);
  const second = changed.headers.get("etag") ?? "";
  expect([changed.status, second]).toEqual([200, `"${changed.body.updated_at}"`]);
  for (const stale of [first, '"x"', "x", '""', `"x", ${first}`, first.slice(1)]) {
    const refused = await patch(who, id, { name: "C" }, stale);
    expect([stale, refused.status, refused.body.code, refused.headers.get("etag")]).toEqual([
      stale,
      412,
      "version_conflict",
      second,
    ]);
  }
  for (const malformed of ["", ", "]) {
    const refused = await patch(who, id, { name: "C" }, malformed);
    expect([malformed, refused.status, refused.body.code, refused.body.errors]).toEqual([
      malformed,
      422,
      "invalid_request",
      [{ pointer: "/If-Match", message: expect.stringContaining("ETag of a response") }],
    ]);
  }
  expect((await read(who, id)).name).toBe("B");
  expect((await patch(who, newId(), { name: "C" }, first)).status).toBe(404);
  // A proxy that compresses makes the tag a weak one.
  let tag = `W/${second}`;
  for (const sent of [(known: string) => known, (known: string) => `"x", ${known}`, () => "*"]) {
    const reply = await patch(who, id, { name: "D" }, sent(tag));
    expect(reply.status).toBe(200);
    tag = reply.headers.get("etag") ?? "";
  }
});

test("of concurrent changes none is lost, and of those with one tag a single one is written", async () => {
  const who = await service.caller();
  const id = await entity(who, { properties: { n: 0 } });
  const names = Array.from({ length: 12 }, (_, at) => `p${String(at)}`);
  const replies = await Promise.all(
    names.map(async (name) => await patch(who, id, { properties: { [name]: true } })),
  );
  expect(replies.map(({ status }) => status)).toEqual(names.map(() => 200));
  // Each has a tag of its own, however fast they come.
  expect(new Set(replies.map(({ headers }) => headers.get("etag"))).size).toBe(names.length);
  const { properties, updated_at } = await read(who, id);
  expect(Object.keys(properties).toSorted()).toEqual(["n", ...names].toSorted());
  const guarded = await Promise.all(
    names.map(async (name) => await patch(who, id, { name }, `"${updated_at}"`)),
  );
  const written = guarded.filter(({ status }) => status === 200);
  const refused = guarded.filter(({ status }) => status === 412);
  expect([written.length, refused.length]).toEqual([1, names.length - 1]);
});

test("a limited key changes what is in its slice before and after, and learns nothing of the rest", async () => {
  const root = await service.caller();
  const gmail = (await root.post("/v1/sources", { name: "gmail" })).body.id;
  const slack = (await root.post("/v1/sources", { name: "slack" })).body.id;
  const [ada, bob] = [
    await entity(root, { name: "Ada", source_id: gmail }),
    await entity(root, { name: "Bob", source_id: slack }),
  ];
  const links = await root.post("/v1/relationships", [
    { type: "x", from: ada, to: ada },
    { type: "x", from: ada, to: bob },
  ]);
  const [inside, across] = links.body.ids;
  const made = (await root.post("/v1/keys", { slice: "type:Person source:gmail" })).body;
  const key = callerWith(service.url, { ...root, key: made.key, keyId: made.id });
  expect((await patch(key, ada, { name: "Ada King", properties: { a: 1 } })).body.name).toBe("Ada King");
  for (const [id, body, pointer] of [
    [ada, { type: "Company" }, ""],
    [ada, { source_id: null }, ""],
    [ada, { source_id: slack }, ""],
    [bob, { source_id: gmail }, ""],
    [bob, { name: "x" }, ""],
    [newId(), { name: "x" }, ""],
  ] as const) {
    const refused = await patch(key, id, body);
    expect([refused.status, refused.body.code, refused.body.errors[0].pointer]).toEqual([
      403,
      "beyond_scope",
      pointer,
    ]);
    expect(refused.headers.get("etag")).toBe(null);
  }
  expect((await patch(key, bob, { name: "x" }, '"x"')).status).toBe(403);
  expect([(await read(root, ada)).source_id, (await read(root, bob)).name]).toEqual([gmail, "Bob"]);
  expect((await key.call("DELETE", `/v1/relationships/${across}`)).status).toBe(404);
  expect((await key.call("DELETE", `/v1/relationships/${newId()}`)).status).toBe(404);
  expect((await key.call("DELETE", `/v1/relationships/${inside}`)).status).toBe(204);
  const left = (await root.get(`/v1/entities/${ada}`)).body.relationships;
  expect(left.map(({ id }: { id: string }) => id)).toEqual([across]);
});

/** The algorithm of RFC 7396, as it is written there. */
function asInRfc(target: any, patchOf: any): any {
  if (typeof patchOf !== "object" || patchOf === null || Array.isArray(patchOf)) return patchOf;
  const isObject = typeof target === "object" && target !== null && !Array.isArray(target);
  const merged: Record<string, unknown> = isObject ? { ...target } : {};
  for (const [name, value] of Object.entries(patchOf))
    if (value === null) delete merged[name];
    else merged[name] = asInRfc(merged[name], value);
  return merged;
}

test("properties are merged as RFC 7396 says", () => {
  const tree = fc.letrec<{ object: object; value: unknown }>((tie) => ({
    object: fc.dictionary(fc.constantFrom("a", "b", "c", "toString"), tie("value"), { maxKeys: 3 }),
    value: fc.oneof(
      { maxDepth: 4 },
      fc.constantFrom(null, 1, "x", true),
      fc.array(fc.constantFrom(null, 1), { maxLength: 2 }),
      tie("object"),
    ),
  }));
  fc.assert(
    fc.property(tree.object, tree.object, (target, change) => {
      const [own, plain] = [JSON.parse(JSON.stringify(target)), JSON.parse(JSON.stringify(change))];
      expect(mergePatch(own, plain)).toEqual(asInRfc(own, plain));
      // The same again changes nothing, and what was given stays as it was.
      expect(mergePatch(mergePatch(own, plain), plain)).toEqual(mergePatch(own, plain));
      expect([own, plain]).toEqual([JSON.parse(JSON.stringify(target)), JSON.parse(JSON.stringify(change))]);
    }),
  );
});
