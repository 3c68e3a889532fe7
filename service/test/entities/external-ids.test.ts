// Tests the identifiers that sources have for their entities: the same one again is the same entity, also if several programs write it at once.

import { expect, test } from "vitest";
import { newId } from "../../src/values/uuid.ts";
import { type Caller, callerWith, type Reply, startService } from "../support/service.ts";

const service = await startService();

async function sources(): Promise<{ readonly who: Caller; readonly gmail: string; readonly slack: string }> {
  const who = await service.caller();
  const [gmail, slack] = [
    (await who.post("/v1/sources", { name: "gmail" })).body.id,
    (await who.post("/v1/sources", { name: "slack" })).body.id,
  ];
  return { who, gmail, slack };
}

function refusal({ status, body }: Reply): readonly unknown[] {
  return [status, body.code, body.errors?.[0]?.pointer];
}

test("an external ID is unique in its source: the same one again replaces the entity", async () => {
  const { who, slack } = await sources();
  const created_at = "2020-01-01T00:00:00.000Z";
  const first = await who.post("/v1/entities", [
    { type: "Person", name: "Ada", source: "gmail", external_id: "1", created_at, properties: { a: 1 } },
    { type: "Person", name: "Bob", source: "slack", external_id: "1" },
    { type: "Person", name: "Eve", source: "gmail", external_id: "ONE" },
  ]);
  expect(first.body).toMatchObject({ created: 3, updated: 0 });
  const [ada, bob] = first.body.ids;
  const again = { type: "Human", source: "gmail", external_id: "1", properties: { b: 2 } };
  const second = await who.post("/v1/entities", again);
  expect(second.body).toMatchObject({ created: 0, updated: 1, ids: [ada] });
  expect((await who.get(`/v1/entities/${ada}`)).body).toMatchObject({
    type: "Human",
    name: null,
    external_id: "1",
    created_at,
    properties: { b: 2 },
  });
  expect((await who.get(`/v1/entities/${bob}`)).body).toMatchObject({ name: "Bob", source_id: slack });
  const dated = { ...again, created_at: "2021-01-01T00:00:00Z" };
  expect((await who.post("/v1/entities", dated)).body.ids).toEqual([ada]);
  expect((await who.get(`/v1/entities/${ada}`)).body.created_at).toBe("2021-01-01T00:00:00.000Z");
  // Written by its ID without an external ID, it has none.
  await who.post("/v1/entities", [{ id: ada, type: "Human", source: "gmail" }]);
  expect((await who.get(`/v1/entities/${ada}`)).body.external_id).toBeNull();
  expect((await who.post("/v1/entities", again)).body).toMatchObject({ created: 1 });
});

test("of two with the same external ID in a body the last one is written", async () => {
  const { who } = await sources();
  const row = { type: "Person", source: "gmail", external_id: "1" };
  const { body } = await who.post("/v1/entities", [
    { ...row, name: "first", created_at: "2020-01-01T00:00:00Z" },
    { ...row, external_id: "2", name: "other" },
    { ...row, name: "last" },
  ]);
  expect(body).toMatchObject({ created: 2, updated: 1 });
  expect(body.ids[2]).toBe(body.ids[0]);
  expect((await who.get(`/v1/entities/${body.ids[0]}`)).body).toMatchObject({
    name: "last",
    created_at: "2020-01-01T00:00:00.000Z",
  });
});

test("an external ID needs a source, and is that of one entity", async () => {
  const { who, gmail } = await sources();
  const row = { type: "Person", source_id: gmail };
  const [ada, bob] = (
    await who.post("/v1/entities", [
      { ...row, external_id: "1" },
      { ...row, external_id: "2" },
    ])
  ).body.ids;
  for (const [rows, pointer] of [
    [[{ type: "Person", external_id: "1" }], "/0/external_id"],
    [[{ type: "a" }, { type: "Person", source_id: null, external_id: "1" }], "/1/external_id"],
    [[{ ...row, id: bob, external_id: "1" }], "/0/external_id"],
    [[{ ...row, id: newId(), external_id: "1" }], "/0/external_id"],
    [
      [
        { ...row, id: newId(), external_id: "3" },
        { ...row, id: newId(), external_id: "3" },
      ],
      "/1/external_id",
    ],
    [
      [
        { ...row, id: ada, external_id: "2" },
        { ...row, id: bob, external_id: "1" },
      ],
      "/0/external_id",
    ],
    [[{ ...row, external_id: "" }], "/0/external_id"],
    [[{ ...row, external_id: "x".repeat(501) }], "/0/external_id"],
  ] as const)
    expect(refusal(await who.post("/v1/entities", rows))).toEqual([422, "invalid_request", pointer]);
  const moved = await who.post("/v1/entities", [
    { ...row, id: ada, external_id: "4" },
    { ...row, external_id: null },
  ]);
  expect(moved.body).toMatchObject({ created: 1, updated: 1 });
  const large = { ...row, external_id: "5", properties: { a: "x".repeat(300_000) } };
  const rows = [{ ...row, external_id: "6" }, { ...row, external_id: "6" }, large];
  expect(refusal(await who.post("/v1/entities", rows))).toEqual([422, "invalid_request", "/2/properties"]);
});

test("programs that write the same entities at once make each once", async () => {
  const { who, gmail } = await sources();
  const rows = Array.from({ length: 40 }, (_, at) => ({
    type: "Person",
    source_id: gmail,
    external_id: String(at),
  }));
  for (const round of [0, 1, 2]) {
    const own = rows.map((row) => ({ ...row, external_id: `${String(round)} ${row.external_id}` }));
    const orders = [own, own.toReversed(), own.toSorted(() => Math.random() - 0.5), own.slice(10, 30)];
    const replies = await Promise.all(orders.map(async (order) => await who.post("/v1/entities", order)));
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(replies.reduce((sum, { body }) => sum + body.created, 0)).toBe(40);
    expect(new Set(replies.flatMap(({ body }) => body.ids)).size).toBe(40);
  }
});

test("the external IDs of other projects are others", async () => {
  const { who } = await sources();
  const row = { type: "Person", name: "Ada", source: "gmail", external_id: "1" };
  const [own] = (await who.post("/v1/entities", row)).body.ids;
  const neighbor = await service.caller({ organizationId: who.organizationId });
  await neighbor.post("/v1/sources", { name: "gmail" });
  const theirs = await neighbor.post("/v1/entities", { ...row, name: "Bob" });
  expect(theirs.body.created).toBe(1);
  expect(theirs.body.ids).not.toContain(own);
  expect((await who.get(`/v1/entities/${own}`)).body.name).toBe("Ada");
});

test("a limited key writes by external IDs what it sees before and after, and nothing else", async () => {
  const { who, gmail } = await sources();
  const row = { type: "Person", source_id: gmail };
  const [ada, acme] = (
    await who.post("/v1/entities", [
      { ...row, name: "Ada", external_id: "ada" },
      { ...row, type: "Company", name: "Acme", external_id: "acme" },
    ])
  ).body.ids;
  const { body } = await who.post("/v1/keys", { slice: "type:Person" });
  const key = callerWith(service.url, { ...who, key: body.key, keyId: body.id });
  const written = await key.post("/v1/entities", [
    { ...row, name: "Ada L.", external_id: "ada" },
    { ...row, external_id: "new" },
  ]);
  expect(written.body).toMatchObject({ created: 1, updated: 1 });
  expect(written.body.ids[0]).toBe(ada);
  const before = (await who.get("/v1/export")).body.lines.slice(1);
  for (const [rows, pointer] of [
    [{ ...row, external_id: "acme" }, "/external_id"],
    [
      [
        { ...row, external_id: "x" },
        { ...row, type: "Company", external_id: "ada" },
      ],
      "/1",
    ],
    [[{ ...row, id: acme, external_id: "acme" }], "/0"],
  ] as const) {
    const refused = await key.post("/v1/entities", rows);
    expect(refusal(refused)).toEqual([403, "beyond_scope", pointer]);
    if (!JSON.stringify(rows).includes(acme)) expect(JSON.stringify(refused.body)).not.toContain(acme);
  }
  expect((await who.get("/v1/export")).body.lines.slice(1)).toEqual(before);
});

test("lists, searches and exports show external IDs", async () => {
  const { who } = await sources();
  await who.post("/v1/entities", { type: "Person", name: "Ada", source: "gmail", external_id: "17" });
  expect((await who.post("/v1/search", { query: "ada" })).body.entities).toMatchObject([
    { external_id: "17" },
  ]);
  const slice = (await who.post("/v1/slices", { name: "all", cql: "" })).body.id;
  expect((await who.get(`/v1/slices/${slice}/entities`)).body.entities).toMatchObject([
    { external_id: "17" },
  ]);
  const { lines } = (await who.get("/v1/export")).body;
  expect(lines).toContainEqual(expect.objectContaining({ name: "Ada", external_id: "17" }));
});
