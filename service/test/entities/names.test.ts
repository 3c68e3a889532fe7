// Tests entities and relationships that name their shapes, sources and ends: a name has to stand for one thing that the key sees.

import { expect, test } from "vitest";
import { newId } from "../../src/values/uuid.ts";
import { type Caller, callerWith, type Reply, startService } from "../support/service.ts";

const service = await startService();

interface World {
  readonly who: Caller;
  readonly ids: Readonly<Record<string, string>>;
}

/** A shape, a source with a shape, and two shapes and two sources of the same name. */
async function world(): Promise<World> {
  const who = await service.caller();
  const ids: Record<string, string> = {};
  for (const [key, name] of [
    ["crm", "Sales CRM"],
    ["notes", "Notes"],
    ["twin", "Twin"],
    ["other", "Twin"],
  ] as const)
    ids[key] = (await who.post("/v1/shapes", { name })).body.id;
  for (const [key, name, shape_id] of [
    ["gmail", "gmail", ids["notes"]],
    ["double", "double", undefined],
    ["another", "double", undefined],
  ] as const)
    ids[key] = (await who.post("/v1/sources", { name, shape_id })).body.id;
  return { who, ids };
}

/** What is refused, but for the words. */
function refusal({ status, body }: Reply): readonly unknown[] {
  return [status, body.code, body.errors?.[0]?.pointer];
}

function candidateIds({ body }: Reply): ReadonlySet<string> {
  return new Set(body.errors[0].candidates.map(({ id }: { readonly id: string }) => id));
}

test("names stand for the only shape and source that have them", async () => {
  const { who, ids } = await world();
  const written = await who.post("/v1/entities", [
    { type: "a", shape: "Sales CRM", source: "gmail" },
    { type: "b", shape: "Sales CRM", source: "gmail", source_shape: "Sales CRM" },
    { type: "c", shape: "Notes", shape_id: ids["notes"]?.toUpperCase() },
    { type: "d", shape: null, source: null, source_shape: null },
    { type: "e", source_shape: null, source_id: ids["gmail"] },
  ]);
  const seen = await Promise.all(
    written.body.ids.map(async (id: string) => {
      const { shape_id, source_id, source_shape_id } = (await who.get(`/v1/entities/${id}`)).body;
      return [shape_id, source_id, source_shape_id];
    }),
  );
  expect(seen).toEqual([
    [ids["crm"], ids["gmail"], ids["notes"]],
    [ids["crm"], ids["gmail"], ids["crm"]],
    [ids["notes"], null, null],
    [null, null, null],
    [null, ids["gmail"], null],
  ]);
});

test("an unknown name is refused with the closest one, and one that several have with all of these", async () => {
  const { who, ids } = await world();
  const near = await who.post("/v1/entities", [{ type: "a" }, { type: "a", shape: "Sales CRN" }]);
  expect(refusal(near)).toEqual([422, "unknown_shape", "/1/shape"]);
  expect(near.body.errors[0].candidates).toEqual([{ id: ids["crm"], name: "Sales CRM" }]);
  expect(near.body.errors[0].message).toContain("did you mean `Sales CRM`?");
  const far = await who.post("/v1/entities", [{ type: "a", source: "nothing like it" }]);
  expect(refusal(far)).toEqual([422, "unknown_source", "/0/source"]);
  expect(candidateIds(far)).toEqual(new Set([]));
  const shapes = await who.post("/v1/entities", [{ type: "a", source_shape: "Twin" }]);
  expect(refusal(shapes)).toEqual([422, "unknown_shape", "/0/source_shape"]);
  expect(candidateIds(shapes)).toEqual(new Set([ids["twin"], ids["other"]]));
  const sources = await who.post("/v1/entities", [{ type: "a", source: "double" }]);
  expect(refusal(sources)).toEqual([422, "unknown_source", "/0/source"]);
  expect(candidateIds(sources)).toEqual(new Set([ids["double"], ids["another"]]));
  const cased = await who.post("/v1/entities", [{ type: "a", shape: "sales crm" }]);
  expect(refusal(cased)).toEqual([422, "unknown_shape", "/0/shape"]);
});

test.each([
  ["another shape", { shape: "Notes", shape_id: "crm" }, "/0/shape"],
  ["another source", { source: "gmail", source_id: "double" }, "/0/source"],
  ["no shape", { shape: "Notes", shape_id: null }, "/0/shape"],
  ["none by its name", { source_shape: null, source_shape_id: "crm" }, "/0/source_shape"],
] as const)("a name and an ID that differ are refused: %s", async (_, given, pointer) => {
  const { who, ids } = await world();
  const row = Object.fromEntries(
    Object.entries(given).map(([name, value]) => [
      name,
      name.endsWith("_id") && typeof value === "string" ? ids[value] : value,
    ]),
  );
  const refused = await who.post("/v1/entities", [{ type: "a", ...row }]);
  expect(refusal(refused)).toEqual([422, "invalid_request", pointer]);
});

test("at most 20 mistakes are listed", async () => {
  const { who } = await world();
  const rows = Array.from({ length: 50 }, () => ({ type: "a", shape: "nothing", source: "none" }));
  expect((await who.post("/v1/entities", rows)).body.errors).toHaveLength(20);
});

test("an object alone is a list of one, and pointers have no index", async () => {
  const { who, ids } = await world();
  const { status, body } = await who.post("/v1/entities", {
    type: "Person",
    name: "Ada",
    shape: "Sales CRM",
  });
  expect([status, body.created, body.ids.length]).toEqual([200, 1, 1]);
  expect((await who.get(`/v1/entities/${body.ids[0]}`)).body.shape_id).toBe(ids["crm"]);
  const link = { type: "knows", from: body.ids[0], to: body.ids[0] };
  expect((await who.post("/v1/relationships", link)).body).toMatchObject({ created: 1, updated: 0 });
  for (const [path, sent, code, pointer] of [
    ["entities", { type: "a", shape: "x" }, "unknown_shape", "/shape"],
    ["entities", { type: "a", shape_id: newId() }, "unknown_shape", "/shape_id"],
    ["entities", { type: "a", external_id: "x" }, "invalid_request", "/external_id"],
    ["entities", { type: "a", properties: { a: "x".repeat(300_000) } }, "invalid_request", "/properties"],
    ["entities", { type: 7 }, "invalid_request", "/type"],
    ["entities", {}, "invalid_request", "/type"],
    ["entities", 7, "invalid_request", ""],
    ["entities", null, "invalid_request", ""],
    ["entities", [7], "invalid_request", "/0"],
    ["relationships", { ...link, to: newId() }, "invalid_request", "/to"],
    ["relationships", { ...link, to: { type: "Person", name: "Bob" } }, "invalid_request", "/to"],
    ["relationships", { ...link, to: "#0" }, "invalid_request", "/to"],
    ["relationships", { ...link, from: { external_id: "x", source: "x" } }, "unknown_source", "/from/source"],
    ["relationships", { ...link, from: {} }, "invalid_request", "/from"],
    ["relationships", { ...link, from: { type: "a", name: 7 } }, "invalid_request", "/from/name"],
  ] as const)
    expect([sent, ...refusal(await who.post(`/v1/${path}`, sent))]).toEqual([sent, 422, code, pointer]);
  const lines = await who.call("POST", "/v1/entities", {
    body: '{"type":"a","shape":"x"}\n',
    headers: { "content-type": "application/x-ndjson" },
  });
  expect(refusal(lines)).toEqual([422, "unknown_shape", "/0/shape"]);
});

test("a request with an object is answered once for its Idempotency-Key", async () => {
  const { who } = await world();
  const send = async (name: string): Promise<Reply> =>
    await who.post("/v1/entities", { type: "Person", name }, { "idempotency-key": "one" });
  const [first, again, other] = [await send("Ada"), await send("Ada"), await send("Bob")];
  expect(again.body).toEqual(first.body);
  expect(again.headers.get("idempotent-replayed")).toBe("true");
  expect([other.status, other.body.code]).toEqual([422, "idempotency_key_reused"]);
});

test("the end of a relationship is the only entity with its type and name", async () => {
  const { who, ids } = await world();
  const rows = [
    { type: "Person", name: "Ada Lovelace" },
    { type: "Machine", name: "Ada Lovelace" },
    { type: "Person", name: "ada  lovelace " },
    { type: "Person", name: "Bob" },
    { type: "Person", name: "Bob" },
    { type: "Person", name: "Zoé" },
    { type: "Person", name: "Eve", source_id: ids["gmail"], external_id: "eve" },
    { type: "Person", name: "Eve", source_id: ids["double"], external_id: "eve" },
  ];
  const [ada, machine, lower, bob, bobby, zoe, eve, double] = (await who.post("/v1/entities", rows)).body.ids;
  const link = async (from: unknown): Promise<Reply> =>
    await who.post("/v1/relationships", [{ type: "knows", from, to: bob }]);
  for (const [end, expected] of [
    [{ type: "Person", name: "Ada Lovelace" }, ada],
    [{ type: "Machine", name: " ADA lovelace" }, machine],
    [{ type: "Person", name: "ada  lovelace " }, lower],
    [{ type: "Person", name: "ZOE\u0301" }, zoe],
    [{ external_id: "eve", source: "gmail" }, eve],
    [{ external_id: "eve", source: ids["double"] }, double],
    [bobby, bobby],
  ] as const) {
    const written = await link(end);
    expect([end, written.status]).toEqual([end, 200]);
    const { relationships } = (await who.get(`/v1/entities/${expected}`)).body;
    expect(relationships.map(({ id }: { id: string }) => id)).toContain(written.body.ids[0]);
  }
  for (const [end, pointer, candidates] of [
    [{ type: "Person", name: "Bob" }, "/0/from", [bob, bobby]],
    [{ type: "Person", name: "ADA LOVELACE" }, "/0/from", [ada, lower]],
    [{ type: "Person", name: "Zoe" }, "/0/from", []],
    [{ type: "Person", name: "Nobody" }, "/0/from", []],
    [{ external_id: "adam", source: "gmail" }, "/0/from", []],
    [{ external_id: "eve", source: newId() }, "/0/from", []],
  ] as const) {
    const refused = await link(end);
    expect([end, ...refusal(refused)]).toEqual([end, 422, "invalid_request", pointer]);
    const listed = refused.body.errors[0].candidates ?? [];
    expect(listed.map(({ id }: { id: string }) => id).toSorted()).toEqual(candidates.toSorted());
  }
  const several = await link({ external_id: "eve", source: "double" });
  expect(refusal(several)).toEqual([422, "unknown_source", "/0/from/source"]);
  expect(candidateIds(several)).toEqual(new Set([ids["double"], ids["another"]]));
});

test("of very many entities with a name ten are listed, and none of them is taken for the only one", async () => {
  const { who } = await world();
  const accents = Array.from({ length: 15 }, (_, at) => ({ type: "x", name: at % 2 === 0 ? "Ünö" : "Uno" }));
  await who.post("/v1/entities", [...accents, { type: "x", name: "uno" }]);
  const refused = await who.post("/v1/relationships", {
    type: "a",
    from: { type: "x", name: "UNO" },
    to: "x",
  });
  expect(refusal(refused)).toEqual([422, "invalid_request", "/from"]);
  expect(candidateIds(refused).size).toBe(10);
  expect(refused.body.errors[0].message).toContain("more than 10");
});

/** Has a key make a narrower one. */
async function narrowed(maker: Caller, slice: string): Promise<Caller> {
  const { status, body } = await maker.post("/v1/keys", { slice });
  expect(status).toBe(201);
  return callerWith(service.url, { ...maker, key: body.key, keyId: body.id });
}

test("to a limited key, names and entities beyond its slice are unknown", async () => {
  const { who, ids } = await world();
  const [inside, beyond] = (
    await who.post("/v1/entities", [
      { type: "Person", name: "Ada", shape: "Sales CRM", source: "gmail", external_id: "ada" },
      { type: "Company", name: "Acme", shape: "Notes", source_id: ids["double"], external_id: "acme" },
      { type: "Person", name: "Bob", source_id: ids["another"] },
    ])
  ).body.ids;
  const key = await narrowed(who, "type:Person source:gmail");
  // Of the two sources with this name it sees none, and with them none of what is near.
  for (const [row, code, pointer] of [
    [{ source: "double" }, "unknown_source", "/source"],
    [{ source: "gmail", shape: "Twin" }, "unknown_shape", "/shape"],
    [{ source: "gmail", shape: "Twim" }, "unknown_shape", "/shape"],
    [{ source: "gmail", shape: "nowhere" }, "unknown_shape", "/shape"],
  ] as const) {
    const refused = await key.post("/v1/entities", { type: "Person", ...row });
    expect(refusal(refused)).toEqual([422, code, pointer]);
    expect(candidateIds(refused)).toEqual(new Set([]));
    for (const secret of [ids["double"], ids["another"], ids["twin"], ids["other"]])
      expect(JSON.stringify(refused.body)).not.toContain(secret);
  }
  const near = await key.post("/v1/entities", { type: "Person", source: "gmial" });
  expect(candidateIds(near)).toEqual(new Set([ids["gmail"]]));
  const named = await key.post("/v1/entities", { type: "Person", source: "gmail", shape: "Sales CRM" });
  expect(named.status).toBe(200);
  for (const to of [
    { type: "Company", name: "Acme" },
    { external_id: "acme", source: ids["double"] },
  ]) {
    const refused = await key.post("/v1/relationships", {
      type: "at",
      from: { type: "Person", name: "Ada" },
      to,
    });
    expect(refusal(refused)).toEqual([422, "invalid_request", "/to"]);
    expect(JSON.stringify(refused.body)).not.toContain(beyond);
  }
  const known = { type: "knows", from: { external_id: "ada", source: "gmail" }, to: inside };
  expect((await key.post("/v1/relationships", known)).status).toBe(200);
});

test("a source of which a limited key sees one is not one of several", async () => {
  const { who, ids } = await world();
  await who.post("/v1/entities", [
    { type: "Person", source_id: ids["double"] },
    { type: "Company", source_id: ids["another"] },
  ]);
  const key = await narrowed(who, "type:Person");
  const { body } = await key.post("/v1/entities", { type: "Person", source: "double" });
  expect((await key.get(`/v1/entities/${body.ids[0]}`)).body.source_id).toBe(ids["double"]);
});
