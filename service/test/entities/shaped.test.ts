// Tests what shapes say about entities: a strict one refuses what does not follow it, any other one warns.

import { describe, expect, test } from "vitest";
import { type Caller, type Reply, startService } from "../support/service.ts";

const service = await startService();

const entity_types = [
  {
    name: "Person",
    properties: {
      age: { type: "integer" },
      email: { type: "text" },
      height: { type: "Float" },
      isAlive: { type: "bool" },
      names: { type: "list" },
      address: { type: "object" },
      secret: { type: "whatever it is" },
      constructor: { type: "string" },
    },
  },
  { name: "Company" },
];

async function shaped(strict?: boolean): Promise<Caller> {
  const who = await service.caller();
  const shape = { name: "CRM", entity_types, ...(strict !== undefined && { strict }) };
  const { status, body } = await who.post("/v1/shapes", shape);
  expect([status, body.strict]).toEqual([201, strict ?? false]);
  await who.post("/v1/shapes", { name: "Label" });
  await who.post("/v1/sources", { name: "gmail", shape_id: body.id });
  return who;
}

function refusal({ status, body }: Reply): readonly unknown[] {
  return [status, body.code, body.errors?.[0]?.pointer];
}

const row = { type: "Person", shape: "CRM" };

/** Rows that do not follow the shape, and where. */
const breaches = [
  ["a type that it does not name", { ...row, type: "person" }, "/type"],
  ["a text for a number", { ...row, properties: { age: "36" } }, "/properties/age"],
  ["a fraction for an integer", { ...row, properties: { age: 36.5 } }, "/properties/age"],
  ["a number for a text", { ...row, properties: { email: 7 } }, "/properties/email"],
  ["a boolean for a number", { ...row, properties: { height: true } }, "/properties/height"],
  ["a number for a boolean", { ...row, properties: { isAlive: 1 } }, "/properties/isAlive"],
  ["an object for a list", { ...row, properties: { names: {} } }, "/properties/names"],
  ["a list for an object", { ...row, properties: { address: [] } }, "/properties/address"],
  [
    "a property with the name of a method",
    { ...row, properties: { constructor: 1 } },
    "/properties/constructor",
  ],
  ["of the shape of its source", { type: "person", source: "gmail" }, "/type"],
  ["of a shape that is given for its source", { type: "person", source_shape: "CRM" }, "/type"],
] as const;

/** Rows that follow it. */
const fine: readonly object[] = [
  { ...row, properties: { age: 36, email: "", height: 1, isAlive: false, names: [1], address: { a: 1 } } },
  { ...row, properties: { age: null, secret: [], toString: 7, other: {} } },
  { ...row, type: "Company", properties: { age: "x" } },
  { type: "person", shape: "Label", source: "gmail" },
  { type: "person" },
];

describe.each([
  ["one", ([first]: readonly object[]) => first, ""],
  ["a list", (rows: readonly object[]) => rows, "/0"],
])("%s", (_, bodyOf, prefix) => {
  test.each(breaches)("a strict shape refuses %s, and any other warns", async (_, breach, pointer) => {
    const strict = await shaped(true);
    const body = bodyOf([breach, ...fine]);
    expect(refusal(await strict.post("/v1/entities", body))).toEqual([
      422,
      "invalid_request",
      prefix + pointer,
    ]);
    expect((await strict.get("/v1/catalog")).body.types).toEqual([]);
    const open = await shaped();
    const { status, body: written } = await open.post("/v1/entities", body);
    expect([status, written.warnings]).toEqual([
      200,
      [{ pointer: prefix + pointer, message: expect.stringMatching(/shape/) }],
    ]);
    const graph = { entities: [...fine, breach] };
    expect((await open.post("/v1/graph", graph)).body.warnings).toMatchObject([
      { pointer: `/entities/5${pointer}` },
    ]);
    expect(refusal(await strict.post("/v1/graph", graph))).toEqual([
      422,
      "invalid_request",
      `/entities/5${pointer}`,
    ]);
  });
});

test("entities that follow their shapes are written without warnings", async () => {
  for (const strict of [true, false]) {
    const { status, body } = await (await shaped(strict)).post("/v1/entities", fine);
    expect([status, body.created, "warnings" in body]).toEqual([200, 5, false]);
  }
});

test("a strict shape without types has no entities", async () => {
  const who = await service.caller();
  await who.post("/v1/shapes", { name: "CRM", strict: true });
  expect(refusal(await who.post("/v1/entities", row))).toEqual([422, "invalid_request", "/type"]);
});

test("twenty warnings are listed, and a strict shape is looked at after them", async () => {
  const who = await shaped();
  const wrong = Array.from({ length: 30 }, () => ({ ...row, properties: { age: "1", email: 1 } }));
  const { body } = await who.post("/v1/entities", wrong);
  expect([body.created, body.warnings.length, body.warnings.at(-1).pointer]).toEqual([
    30,
    20,
    "/9/properties/email",
  ]);
  await who.post("/v1/shapes", { name: "Strict", strict: true, entity_types });
  const refused = await who.post("/v1/entities", [...wrong, { type: "person", shape: "Strict" }]);
  expect(refusal(refused)).toEqual([422, "invalid_request", "/30/type"]);
});

test("of shapes that are too large together the strict ones are compared, or refused", async () => {
  const who = await service.caller();
  const name = (at: number) => `${String(at)}${"x".repeat(480)}`;
  const large = Array.from({ length: 450 }, (_, at) => ({ name: name(at), description: "d".repeat(1500) }));
  const make = async (strict: boolean): Promise<string> =>
    (await who.post("/v1/shapes", { name: "large", strict, entity_types: large })).body.id;
  const open = await Promise.all(Array.from({ length: 5 }, async () => await make(false)));
  const strict = await make(true);
  const rows = (ids: readonly string[]) => ids.map((shape_id) => ({ type: "a", shape_id }));
  const written = await who.post("/v1/entities", rows(open));
  expect([written.status, written.body.warnings.length]).toEqual([200, 4]);
  expect(refusal(await who.post("/v1/entities", rows([...open, strict])))).toEqual([
    422,
    "invalid_request",
    "/5/type",
  ]);
  const more = await Promise.all(Array.from({ length: 4 }, async () => await make(true)));
  const fitting = [strict, ...more].map((shape_id) => ({ type: name(1), shape_id }));
  expect((await who.post("/v1/entities", fitting.slice(0, 4))).status).toBe(200);
  expect(refusal(await who.post("/v1/entities", fitting))).toEqual([
    422,
    "invalid_request",
    expect.stringMatching(/^\/\d\/shape_id$/),
  ]);
});
