// Tests the limits on what a loop looks for: too many or too large types are refused before anything is read.

import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { collectTypes } from "../../src/loops/loop-types.ts";
import { registerWorker } from "../support/loops.ts";
import { startService } from "../support/service.ts";
import { cpuTime } from "../support/turns.ts";

const service = await startService();
await registerWorker(service.database);

/** Types with so many properties each, no two of which have the same name. */
function typesWith(count: number, properties: number, nameOf: (index: number) => string) {
  return Array.from({ length: count }, (_, at) => ({
    name: nameOf(at),
    properties: Object.fromEntries(
      Array.from({ length: properties }, (_, each) => [
        `p${(at * properties + each).toString(36)}`,
        { type: "s" },
      ]),
    ),
  }));
}

const manyTypes = typesWith(500, 95, (at) => `T${at}`);
const oneName = typesWith(500, 95, () => "T");

/** The longest that a request which needs nothing takes while something else is asked, in milliseconds. */
async function longestAnswer(run: () => Promise<unknown>): Promise<number> {
  const work = { isDone: false };
  const done = Promise.allSettled([run().finally(() => (work.isDone = true))]);
  let longest = 0;
  while (!work.isDone) {
    const begun = performance.now();
    await fetch(`${service.url}/livez`);
    longest = Math.max(longest, performance.now() - begun);
    await sleep(10);
  }
  const [result] = await done;
  if (result.status === "rejected") throw result.reason;
  return longest;
}

describe("a loop that looks for too much in total is refused", () => {
  test.each([
    ["properties", [{ name: "large", entity_types: typesWith(60, 90, (at) => `T${at}`) }], /5400 properties/],
    ["characters", [{ name: "large", entity_types: manyTypes }], /characters of types/],
    [
      "types of entities",
      [1, 2].map((at) => ({ name: "large", entity_types: typesWith(251, 0, (each) => `T${at}_${each}`) })),
      /50[23] types of entities/,
    ],
    [
      "types of relationships",
      [1, 2].map((at) => ({
        name: "large",
        relationship_types: Array.from({ length: 251 }, (_, each) => ({
          name: `r${at}_${each}`,
          from: "A",
          to: "A",
        })),
      })),
      /502 types of relationships/,
    ],
  ] as const)("in %s, with the largest shapes in the message", async (_, shapes, message) => {
    const caller = await service.caller();
    await caller.post("/v1/shapes", { name: "small", entity_types: [{ name: "Person" }] });
    const ids: string[] = [];
    for (const shape of shapes) ids.push((await caller.post("/v1/shapes", shape)).body.id);
    for (const sent of [{}, { dry_run: true }, { schema: { shape_ids: ids } }]) {
      const { status, body } = await caller.post("/v1/loops", { goal: "x", ...sent });
      expect([status, body.code]).toEqual([422, "invalid_request"]);
      expect(body.errors).toEqual([
        { pointer: "/schema/shape_ids", message: expect.stringMatching(message) },
      ]);
      expect(body.detail).toContain(`"large" (${ids[0] ?? ""}`);
    }
  });

  test("without delaying other requests", async () => {
    const caller = await service.caller();
    const longest = await longestAnswer(async () => {
      for (let count = 0; count < 10; count++)
        expect((await caller.post("/v1/shapes", { name: "large", entity_types: manyTypes })).status).toBe(
          201,
        );
      expect((await caller.post("/v1/loops", { goal: "x" })).status).toBe(422);
      const { status, body } = await caller.post("/v1/shapes", { name: "dup", entity_types: oneName });
      expect([status, body.errors?.[0]]).toEqual([
        422,
        { pointer: "/entity_types/1/name", message: "is the same type as /entity_types/0/name" },
      ]);
    });
    // Merging these by copying took 9 s and more.
    expect(longest).toBeLessThan(1500);
  });
});

test("a loop uses all shapes of a project up to the maximum of a request, and must name some of more", async () => {
  const caller = await service.caller();
  const add = async (count: number): Promise<void> =>
    void (await service.database.pool.query(
      "insert into shape (organization_id, project_id, id, name) select (select organization_id from project where id = $1), $1, gen_random_uuid(), 'small' from generate_series(1, $2)",
      [caller.projectId, count],
    ));
  await add(1000);
  const dry = await caller.post("/v1/loops", { goal: "x", dry_run: true });
  expect([dry.status, dry.body.plan?.shapes]).toEqual([200, 1000]);
  await add(1);
  for (const sent of [{}, { dry_run: true }]) {
    const { status, body } = await caller.post("/v1/loops", { goal: "x", ...sent });
    expect([status, body.code, body.errors?.[0].pointer]).toEqual([
      422,
      "invalid_request",
      "/schema/shape_ids",
    ]);
    expect(body.detail).toContain("Name those of this loop in `schema.shape_ids`");
  }
  const shape_ids = dry.body.unresolved.shapes;
  expect((await caller.post("/v1/loops", { goal: "x", schema: { shape_ids } })).status).toBe(202);
});

test("types of one name are merged in a moment", () => {
  const shape = { id: "a", name: "a", characters: 0, relationship_types: [] };
  const shapes = typesWith(500, 9, () => "T").map((type) => ({ ...shape, entity_types: [type] }));
  const { entityTypes } = collectTypes("x", shapes);
  expect(entityTypes.map(({ properties }) => Object.keys(properties).length)).toEqual([4500]);
  expect(cpuTime(() => collectTypes("x", shapes))).toBeLessThan(200);
});

test("a type in two shapes belongs to the first, and has the properties of both", () => {
  const knows = { name: "knows", from: "Person", to: "Person" };
  const shapeOf = (id: string, type: object) => ({
    id,
    name: id,
    characters: 0,
    entity_types: [{ name: "Person", ...type }],
    relationship_types: [knows],
  });
  const wanted = collectTypes("x", [
    shapeOf("a", { properties: { age: { type: "number" } } }),
    shapeOf("b", { description: "b", properties: { age: { type: "string" }, email: { type: "string" } } }),
  ]);
  expect(wanted).toEqual({
    goal: "x",
    entityTypes: [
      {
        name: "Person",
        description: "b",
        properties: { age: { type: "number" }, email: { type: "string" } },
      },
    ],
    relationshipTypes: [knows],
    shapeOfType: new Map([["Person", "a"]]),
  });
});

describe("a shape is refused", () => {
  test("if it has a type twice, with the position of the second", async () => {
    const caller = await service.caller();
    const knows = { name: "knows", from: "Person", to: "Person" };
    const { status, body } = await caller.post("/v1/shapes", {
      name: "twice",
      entity_types: [{ name: "Person" }, { name: "Company" }, { name: "Person" }],
      relationship_types: [knows, { ...knows, to: "Company" }, knows],
    });
    expect([status, body.code]).toEqual([422, "invalid_request"]);
    expect(body.errors).toEqual([
      { pointer: "/entity_types/2/name", message: "is the same type as /entity_types/0/name" },
      { pointer: "/relationship_types/2", message: "is the same type as /relationship_types/0" },
    ]);
  });

  test("if a type has too many properties", async () => {
    const caller = await service.caller();
    const { status, body } = await caller.post("/v1/shapes", {
      name: "wide",
      entity_types: typesWith(1, 501, () => "T"),
    });
    expect([status, body.errors]).toEqual([
      422,
      [{ pointer: "/entity_types/0/properties", message: "must have at most 500 members" }],
    ]);
  });
});

test.each([
  ["/goal", { goal: " \n\u00a0" }],
  ["/context/purpose", { kind: "hydrate", context: { purpose: "\t" } }],
  ["/context/subject", { kind: "hydrate", context: { subject: " " } }],
])("white space is refused as %s", async (pointer, body) => {
  const caller = await service.caller();
  const answer = await caller.post("/v1/loops", body);
  expect([answer.status, answer.body.code]).toEqual([422, "invalid_request"]);
  expect(answer.body.errors).toContainEqual({ pointer, message: "must not be white space only" });
});
