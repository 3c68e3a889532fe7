// Tests graphs: entities and the relationships between them in one body, which are written together or not at all.

import fc from "fast-check";
import { expect, test } from "vitest";
import { newId } from "../../src/values/uuid.ts";
import { type Caller, callerWith, type Reply, startService } from "../support/service.ts";

const service = await startService();

function refusal({ status, body }: Reply): readonly unknown[] {
  return [status, body.code, body.errors?.[0]?.pointer];
}

/** How much a project has. */
async function sizeOf(who: Caller): Promise<readonly number[]> {
  const { lines } = (await who.get("/v1/export?from=entities")).body;
  const { counts } = lines.at(-1);
  return [counts.entities, counts.relationships];
}

test("relationships name entities of the same body by their place, and of both by all that names them", async () => {
  const who = await service.caller();
  await who.post("/v1/sources", { name: "gmail" });
  const [old] = (await who.post("/v1/entities", { type: "Company", name: "Acme" })).body.ids;
  const entities = [
    { type: "Person", name: "Ada", source: "gmail", external_id: "ada" },
    { type: "Person", name: "Bob" },
    { type: "Company", name: "Engines" },
  ];
  const to = { type: "Company", name: "Acme" };
  const ends = [
    ["#0", "#1"],
    [{ external_id: "ada", source: "gmail" }, to],
    [
      { type: "Person", name: "Bob" },
      { type: "Company", name: "engines" },
    ],
    ["#2", old],
  ] as const;
  const relationships = ends.map(([from, end], at) => ({ type: `r${String(at)}`, from, to: end }));
  const { status, body } = await who.post("/v1/graph", { entities, relationships });
  expect([status, body]).toEqual([
    200,
    {
      entities: { created: 3, updated: 0, ids: expect.any(Array) },
      relationships: { created: 4, updated: 0, ids: expect.any(Array) },
      request_id: expect.any(String),
    },
  ]);
  const [ada, bob, engines] = body.entities.ids;
  const { lines } = (await who.get("/v1/export?from=relationships")).body;
  const links = lines
    .filter(({ from }: { readonly from?: string }) => from !== undefined)
    .map((link: any) => [link.type, link.from, link.to]);
  expect(links.slice(1).toSorted()).toEqual([
    ["r0", ada, bob],
    ["r1", ada, old],
    ["r2", bob, engines],
    ["r3", engines, old],
  ]);
  // Again: the entity with the external ID is the same one, and with it what is named by it.
  const again = await who.post("/v1/graph", {
    entities: [entities[0]],
    relationships: [{ id: body.relationships.ids[0], type: "r0", from: "#0", to: bob }],
  });
  expect(again.body).toMatchObject({
    entities: { created: 0, updated: 1, ids: [ada] },
    relationships: { created: 0, updated: 1 },
  });
});

test("a graph may have one of its lists, and not none", async () => {
  const who = await service.caller();
  const { body } = await who.post("/v1/graph", { entities: [{ type: "a" }] });
  expect(body).toMatchObject({ entities: { created: 1 }, relationships: { created: 0, ids: [] } });
  const [id] = body.entities.ids;
  const links = { relationships: [{ type: "a", from: id, to: id }] };
  expect((await who.post("/v1/graph", links)).body).toMatchObject({
    entities: { created: 0, ids: [] },
    relationships: { created: 1 },
  });
  for (const empty of [{}, { entities: [] }, { entities: [], relationships: [] }])
    expect(refusal(await who.post("/v1/graph", empty))).toEqual([422, "invalid_request", "/entities"]);
});

const link = { type: "a", from: "#0", to: "#0" };
const entity = { type: "a" };

test.each<[string, object, string, string]>([
  [
    "a place beyond the list",
    { relationships: [link, { ...link, to: "#1" }] },
    "invalid_request",
    "/relationships/1/to",
  ],
  [
    "a place of a relationship",
    { relationships: [{ ...link, from: "#00001" }] },
    "invalid_request",
    "/relationships/0/from",
  ],
  ["no place", { relationships: [{ ...link, from: "#" }] }, "invalid_request", "/relationships/0/from"],
  [
    "an unknown ID",
    { relationships: [{ ...link, from: newId() }] },
    "invalid_request",
    "/relationships/0/from",
  ],
  ["an ID twice", { entities: [entity, ...twice(entity)] }, "invalid_request", "/entities/2/id"],
  [
    "the ID of a relationship twice",
    { relationships: twice(link) },
    "invalid_request",
    "/relationships/1/id",
  ],
  [
    "an unknown shape",
    { entities: [entity, { ...entity, shape: "x" }] },
    "unknown_shape",
    "/entities/1/shape",
  ],
  [
    "the ID of an unknown source",
    { entities: [{ ...entity, source_id: newId() }] },
    "unknown_source",
    "/entities/0/source_id",
  ],
  [
    "an end of an unknown source",
    { relationships: [{ ...link, to: { external_id: "x", source: "x" } }] },
    "unknown_source",
    "/relationships/0/to/source",
  ],
  ["a wrong type", { relationships: [{ ...link, type: 7 }] }, "invalid_request", "/relationships/0/type"],
  [
    "a large entity",
    { entities: [{ ...entity, properties: { a: "x".repeat(300_000) } }] },
    "invalid_request",
    "/entities/0/properties",
  ],
  [
    "too large a list",
    { entities: Array.from({ length: 10_001 }, () => entity) },
    "invalid_request",
    "/entities",
  ],
  ["an unknown member", { links: [] }, "invalid_request", "/links"],
])("nothing is written of a graph with %s", async (_, wrong, code, pointer) => {
  const who = await service.caller();
  const refused = await who.post("/v1/graph", { entities: [entity], relationships: [link], ...wrong });
  expect(refusal(refused)).toEqual([422, code, pointer]);
  expect(await sizeOf(who)).toEqual([0, 0]);
});

function twice(row: object): readonly object[] {
  const id = newId();
  return [
    { ...row, id },
    { ...row, id },
  ];
}

test("a graph is written once for its Idempotency-Key, and needs a key that may write", async () => {
  const who = await service.caller();
  const send = async (body: object): Promise<Reply> =>
    await who.post("/v1/graph", body, { "idempotency-key": "one" });
  const [first, again] = [await send({ entities: [entity] }), await send({ entities: [entity] })];
  expect(again.body).toEqual(first.body);
  expect((await send({ entities: [entity, entity] })).body.code).toBe("idempotency_key_reused");
  expect(await sizeOf(who)).toEqual([1, 0]);
  for (const [permission, code] of [
    ["read", "read_only_key"],
    ["propose", "propose_only"],
  ] as const) {
    const { organizationId, projectId } = who;
    const other = await service.caller({ organizationId, projectId, permission });
    const refused = await other.post("/v1/graph", { entities: [entity] });
    expect([refused.status, refused.body.code]).toEqual([403, code]);
  }
});

test("an organization's key names the project in the body", async () => {
  const who = await service.caller({ projectId: null });
  expect((await who.post("/v1/graph", { entities: [entity] })).body.code).toBe("project_required");
  const { status } = await who.post("/v1/graph", { entities: [entity], project_id: who.projectId });
  expect(status).toBe(200);
});

test("a limited key writes graphs of what it sees", async () => {
  const who = await service.caller();
  const stored = [{ type: "Company", name: "Acme" }, { type: "Person" }];
  const [acme] = (await who.post("/v1/entities", stored)).body.ids;
  const { body } = await who.post("/v1/keys", { slice: "type:Person" });
  const key = callerWith(service.url, { ...who, key: body.key, keyId: body.id });
  const entities = [{ type: "Person", name: "Ada" }];
  const relationships = [{ type: "knows", from: "#0", to: { type: "Person", name: "Ada" } }];
  expect((await key.post("/v1/graph", { entities, relationships })).status).toBe(200);
  expect(await sizeOf(who)).toEqual([3, 1]);
  for (const [wrong, status, code, pointer] of [
    [{ entities: [...entities, { type: "Company" }] }, 403, "beyond_scope", "/entities/1"],
    [{ relationships: [{ ...relationships[0], to: acme }] }, 403, "beyond_scope", "/relationships/0/to"],
    [{ relationships: [{ ...relationships[0], to: "#1" }] }, 422, "invalid_request", "/relationships/0/to"],
    [
      { relationships: [{ ...relationships[0], to: { type: "Company", name: "Acme" } }] },
      422,
      "invalid_request",
      "/relationships/0/to",
    ],
  ] as const) {
    const refused = await key.post("/v1/graph", { entities, ...wrong });
    expect(refusal(refused)).toEqual([status, code, pointer]);
    expect(await sizeOf(who)).toEqual([3, 1]);
  }
});

/** Ways to say which entity of the body an end is. */
const ways = ["place", "id", "name", "external"] as const;

const world = fc
  .uniqueArray(
    fc.record({
      type: fc.constantFrom("Person", "Company"),
      name: fc
        .string({ unit: "grapheme", minLength: 1, maxLength: 8 })
        .filter((name) => !name.includes("\0")),
    }),
    { minLength: 1, maxLength: 8, selector: ({ type, name }) => JSON.stringify([type, name]) },
  )
  .chain((entities) => {
    const end = fc.tuple(fc.nat({ max: entities.length - 1 }), fc.constantFrom(...ways));
    return fc.record({
      entities: fc.tuple(
        ...entities.map((each) =>
          fc.record({
            ...Object.fromEntries(Object.entries(each).map(([name, value]) => [name, fc.constant(value)])),
            properties: fc.dictionary(
              fc.constantFrom("a", "b"),
              fc.oneof(fc.string({ unit: "grapheme" }), fc.integer()),
            ),
            shape: fc.constantFrom("CRM", undefined),
            source: fc.constantFrom("gmail", "slack"),
          }),
        ),
      ),
      relationships: fc.array(fc.record({ type: fc.constantFrom("knows", "likes"), from: end, to: end }), {
        maxLength: 8,
      }),
      isStored: fc.boolean(),
    });
  });

test("a graph that is written by names equals the one that is written by IDs", async () => {
  const who = await service.caller();
  const created_at = "2026-01-01T00:00:00.000Z";
  const project = async () => {
    const projectId = await service.createProject(who.organizationId);
    const caller = await service.caller({ organizationId: who.organizationId, projectId });
    const named = new Map<string, string>();
    for (const name of ["CRM", "Other"]) named.set(name, (await caller.post("/v1/shapes", { name })).body.id);
    for (const [name, shape_id] of [
      ["gmail", named.get("Other")],
      ["slack", null],
    ] as const)
      named.set(name, (await caller.post("/v1/sources", { name, shape_id })).body.id);
    return { caller, named };
  };
  /** What a project has, with the names of shapes and sources in place of their IDs. */
  const contents = async ({ caller, named }: Awaited<ReturnType<typeof project>>): Promise<unknown> => {
    const { lines } = (await caller.get("/v1/export?from=entities")).body;
    const names = new Map([...named].map(([name, id]) => [id, name]));
    return lines
      .filter(({ id }: { readonly id?: string }) => id !== undefined)
      .map((line: object) =>
        Object.fromEntries(
          Object.entries(line).map(([name, value]) => [
            name,
            name === "updated_at" ? 0 : (names.get(value) ?? value),
          ]),
        ),
      );
  };
  const property = fc.asyncProperty(world, async ({ entities, relationships, isStored }) => {
    const [byNames, byIds] = [await project(), await project()];
    const rows = entities.map((row: any, at) => ({
      ...row,
      id: newId(),
      external_id: `${String(at)} ${row.type}`,
      created_at,
    }));
    const links = relationships.map((row) => ({ ...row, id: newId(), created_at }));
    const endFor = ([at, way]: (typeof links)[number]["from"]): unknown => {
      const { id, type, name, external_id, source } = rows[at] ?? {};
      return { place: `#${String(at)}`, id, name: { type, name }, external: { external_id, source } }[way];
    };
    // Entities that are stored already get their IDs from their external IDs.
    if (isStored) {
      const stored = rows.map(({ shape: _shape, properties: _properties, ...row }) => ({
        ...row,
        name: "before",
      }));
      expect((await byNames.caller.post("/v1/entities", stored)).status).toBe(200);
    }
    const graph = {
      entities: isStored ? rows.map(({ id: _id, ...row }) => row) : rows,
      relationships: links.map((row) => ({ ...row, from: endFor(row.from), to: endFor(row.to) })),
    };
    const first = await byNames.caller.post("/v1/graph", graph);
    expect([first.status, first.body.errors]).toEqual([200, undefined]);
    expect(first.body.entities.ids).toEqual(rows.map(({ id }) => id));
    const ids = rows.map(({ shape, source, ...row }) => ({
      ...row,
      shape_id: shape === undefined ? null : byIds.named.get(shape),
      source_id: byIds.named.get(source),
    }));
    expect((await byIds.caller.post("/v1/entities", ids)).status).toBe(200);
    const idOf = ([at]: (typeof links)[number]["from"]): string => rows[at]?.id ?? "";
    const linked = links.map((row) => ({ ...row, from: idOf(row.from), to: idOf(row.to) }));
    if (linked.length > 0) expect((await byIds.caller.post("/v1/relationships", linked)).status).toBe(200);
    expect(await contents(byNames)).toEqual(await contents(byIds));
  });
  await fc.assert(property, { numRuns: 25 });
});
