// Tests catalogs: which names stand for which IDs, and what data they can be made from.

import { describe, expect, test } from "vitest";
import { createCatalog, namesIn, parse, query, term, text } from "../../src/index.ts";
import { everyName, requireCatalog } from "../../src/semantics/catalog.ts";

describe("the tables of a catalog", () => {
  const { shapes, sources } = createCatalog({
    shapes: [
      { id: "1", name: "A" },
      { id: "2", name: "B" },
      { id: "3", name: "A" },
      { id: "1", name: "A" },
      { id: "1", name: "C" },
    ],
  });

  test("have the ids of a name, each once, in the order given", () => {
    expect(["A", "B", "C"].map((name) => shapes.idsOf(name))).toEqual([["1", "3"], ["2"], ["1"]]);
  });

  test("have no ids for an unknown name", () => {
    for (const name of ["a", "A ", "", "__proto__", "constructor"]) expect(shapes.idsOf(name)).toEqual([]);
  });

  test("have the first name of an id", () => {
    expect(["1", "2", "3", "4"].map((id) => shapes.nameOf(id))).toEqual(["A", "B", "A", undefined]);
  });

  test("list names once, in the order given", () => {
    expect(shapes.names()).toEqual(["A", "B", "C"]);
  });

  test("find the closest name", () => {
    const { sources: mail } = createCatalog({ sources: [{ id: "1", name: "gmail" }] });
    expect([mail.closestTo("gmial"), mail.closestTo("nowhere")]).toEqual(["gmail", undefined]);
  });

  test("are empty for omitted members", () => {
    expect([sources.names(), sources.idsOf("A"), sources.nameOf("1"), sources.closestTo("A")]).toEqual([
      [],
      [],
      undefined,
      undefined,
    ]);
  });

  test("treat names of JavaScript built-ins as ordinary names", () => {
    const { sources: odd } = createCatalog({ sources: [{ id: "constructor", name: "__proto__" }] });
    expect(odd.idsOf("__proto__")).toEqual(["constructor"]);
    expect(odd.nameOf("constructor")).toBe("__proto__");
  });

  test("compare names code unit by code unit", () => {
    const { sources: cafes } = createCatalog({ sources: [{ id: "1", name: "caf\u00e9" }] });
    expect(cafes.idsOf("cafe\u0301")).toEqual([]);
  });

  test("may have an empty name", () => {
    expect(createCatalog({ sources: [{ id: "1", name: "" }] }).sources.idsOf("")).toEqual(["1"]);
  });

  test("keep the first description of each id", () => {
    const { shapes } = createCatalog({
      shapes: [
        { id: "1", name: "A", description: "the letter" },
        { id: "1", name: "B", description: "another" },
        { id: "2", name: "B" },
      ],
    });
    const described = ["1", "2", "3"].map((id) => shapes.descriptionOf?.(id));
    expect(described).toEqual(["the letter", undefined, undefined]);
  });

  test("do not change with lists passed in or returned", () => {
    const entries = [{ id: "1", name: "A" }];
    const { sources: table } = createCatalog({ sources: entries });
    entries.push({ id: "2", name: "A" });
    Reflect.apply(Array.prototype.push, table.idsOf("A"), ["3"]);
    Reflect.apply(Array.prototype.push, table.names(), ["B"]);
    expect(table.idsOf("A")).toEqual(["1"]);
    expect(table.names()).toEqual(["A"]);
  });
});

describe("the types of a catalog", () => {
  test("are optional", () => {
    expect(createCatalog({}).types).toBeNull();
    expect(createCatalog({ types: undefined }).types).toBeNull();
  });

  test("are known exactly as listed, and listed once", () => {
    const { types } = createCatalog({ types: ["Person", "Company", "Person"] });
    expect(["Person", "person", "toString"].map((name) => types?.has(name))).toEqual([true, false, false]);
    expect(types?.names()).toEqual(["Person", "Company"]);
    expect(types?.closestTo("Persn")).toBe("Person");
    expect(types?.closestTo("Person")).toBeUndefined();
  });

  test("are none for an empty list", () => {
    expect(createCatalog({ types: [] }).types?.has("Person")).toBe(false);
  });
});

test("the placeholder catalog knows every name as itself, and suggests nothing", () => {
  for (const { idsOf, nameOf, names, closestTo } of [everyName.shapes, everyName.sources]) {
    expect([idsOf("A"), nameOf("A"), names(), closestTo("A")]).toEqual([["A"], undefined, [], undefined]);
  }
  expect(everyName.types).toBeNull();
});

describe("createCatalog", () => {
  const create = (data: unknown): unknown => Reflect.apply(createCatalog, null, [data]);

  const withHole = [{ id: "1", name: "A" }];
  withHole.length = 2;
  const hole: string[] = [];
  hole.length = 1;

  test.each([
    { data: undefined, message: "the catalog must be an object with shapes, sources and types" },
    { data: null, message: "the catalog must be an object with shapes, sources and types" },
    { data: [], message: "the catalog must be an object with shapes, sources and types" },
    { data: "shapes", message: "the catalog must be an object with shapes, sources and types" },
    {
      data: { shape: [] },
      message: "shape is not a member of a catalog; valid members are shapes, sources and types",
    },
    {
      data: { "\u202e\u001b[2J": [] },
      message:
        "<U+202E><U+001B>[2J is not a member of a catalog; valid members are shapes, sources and types",
    },
    { data: { shapes: null }, message: "shapes must be an array of { id, name }" },
    { data: { sources: null }, message: "sources must be an array of { id, name }" },
    { data: { shapes: {} }, message: "shapes must be an array of { id, name }" },
    { data: { sources: "gmail" }, message: "sources must be an array of { id, name }" },
    { data: { shapes: ["A"] }, message: "shapes[0] must be { id, name }" },
    { data: { shapes: withHole }, message: "shapes[1] must be { id, name }" },
    { data: { types: hole }, message: "types[0] must be a string" },
    { data: { shapes: [{ id: "1", name: "A" }, null] }, message: "shapes[1] must be { id, name }" },
    { data: { sources: [{ name: "A" }] }, message: "sources[0].id must be a string" },
    { data: { sources: [{ id: 1, name: "A" }] }, message: "sources[0].id must be a string" },
    { data: { shapes: [{ id: "1" }] }, message: "shapes[0].name must be a string" },
    {
      data: { shapes: [{ id: "1", name: "n", description: 5 }] },
      message: "shapes[0].description must be a string",
    },
    { data: { shapes: [{ id: "1", name: null }] }, message: "shapes[0].name must be a string" },
    { data: { types: "Person" }, message: "types must be an array of strings" },
    { data: { types: null }, message: "types must be an array of strings" },
    { data: { types: ["Person", 5] }, message: "types[1] must be a string" },
  ])("refuses invalid data by name: $message", ({ data, message }) => {
    expect(() => create(data)).toThrow(new TypeError(message));
  });

  test.each([
    ["a Map", new Map([["shapes", [{ id: "1", name: "A" }]]])],
    ["a promise of one", Promise.resolve({ shapes: [{ id: "1", name: "A" }] })],
    ["an object of a class that has nothing of it", new Date(0)],
  ])("refuses %s, which is not an empty catalog", (_, data) => {
    const message = "the catalog must be an object with shapes, sources and types";
    expect(() => create(data)).toThrow(new TypeError(message));
  });

  test("accepts an instance of a class with its members", () => {
    class Data {
      readonly shapes = [{ id: "1", name: "A" }];
    }
    class Later {
      get shapes(): unknown {
        return [{ id: "1", name: "A" }];
      }
    }
    for (const data of [new Data(), new Later(), Object.assign(Object.create(null), new Data())])
      expect(create(data)).toMatchObject({ types: null });
  });

  test("ignores additional members of an entry", () => {
    expect(create({ shapes: [{ id: "1", name: "A", colour: "red" }] })).toBeTypeOf("object");
  });
});

test("the catalog option needs both tables, and optionally types", () => {
  const made = createCatalog({ types: ["A"] });
  const { idsOf, ...others } = made.shapes;
  for (const catalog of [
    undefined,
    null,
    {},
    { shapes: {} },
    { sources: {} },
    { shapes: [], sources: [] },
    { shapes: {}, sources: {} },
    { shapes: new Map(), sources: new Map(), types: null },
    { ...made, shapes: others },
    { ...made, sources: { idsOf } },
    { ...made, types: ["A"] },
    { ...made, types: new Set(["A"]) },
  ])
    expect(() => requireCatalog({ catalog })).toThrow("options.catalog must be a catalog");
  for (const catalog of [made, createCatalog({}), everyName])
    expect(() => requireCatalog({ catalog })).not.toThrow();
});

describe("the names that a query needs", () => {
  const names = (source: string): unknown => namesIn(parse(source).query);

  test("are those of shapes and of sources, each once, in source order", () => {
    expect(
      names('shape:"Sales CRM" source:gmail source-shape:Inbox shape:A source:gmail source-shape:A'),
    ).toEqual({
      shapes: ["Sales CRM", "Inbox", "A"],
      sources: ["gmail"],
    });
  });

  test("are not types, dates, scope terms or text", () => {
    expect(names("type:A after:B sort:C edge:D agent:E F Shape:G")).toEqual({ shapes: [], sources: [] });
  });

  test("are not empty", () => {
    expect(names('shape: source:"" source-shape:')).toEqual({ shapes: [], sources: [] });
  });

  test("are found for built queries, and none for an empty one", () => {
    expect(namesIn(query([term("source", "a b"), text("c")]))).toEqual({ shapes: [], sources: ["a b"] });
    expect(names("")).toEqual({ shapes: [], sources: [] });
  });

  const cql = 'shape:"Sales CRM" source:gmail';
  const found = { shapes: ["Sales CRM"], sources: ["gmail"] };
  const filter = { shape: ["Sales CRM"], source: ["gmail"] };
  test.each<readonly [what: string, source: object | string, expected: object]>([
    ["a text", cql, found],
    ["a tree from JSON", JSON.parse(JSON.stringify(parse(cql).query)), found],
    ["a body with a text", { name: "x", cql }, found],
    ["a body with a filter", { name: "x", filter }, found],
    ["a body with both", { name: "x", cql: "source:slack", filter }, { shapes: [], sources: ["slack"] }],
  ])("are read from %s", (_, source, expected) => {
    expect(namesIn(source)).toEqual(expected);
  });

  test.each([
    [{}],
    [[]],
    [{ name: 5, cql }],
    [{ name: "x", cql: 5 }],
    [{ name: "x", cql, more: 1 }],
    [{ kind: "query" }],
    [{ kind: "query", terms: [null] }],
    [new Map([["cql", cql]])],
  ])("are none in %j, which is refused later", (body) => {
    expect(namesIn(body)).toEqual({ shapes: [], sources: [] });
  });

  test.each([[undefined], [null], [5], [true], [() => cql]])(
    "are not read from %s, which is refused by name",
    (source) => {
      const message = "source must be a text, a query or a slice body";
      expect(() => Reflect.apply(namesIn, null, [source])).toThrow(new TypeError(message));
    },
  );

  test("are those of a text or a body under the limits that it is compiled with", () => {
    const long = `source:${"x".repeat(70_000)}`;
    for (const source of [long, { name: "x", cql: long }]) {
      expect(namesIn(source).sources).toEqual([]);
      expect(namesIn(source, { limits: { maxLength: 80_000 } }).sources).toEqual(["x".repeat(70_000)]);
    }
  });
});
