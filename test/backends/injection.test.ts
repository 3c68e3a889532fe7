// Tests hostile input: names, paths and values made of syntax, entities that run code when they are read, filters that hide members.

import { describe, expect, test } from "vitest";
import { dialectNames } from "../../src/backends/sql/dialects.ts";
import { toMongo } from "../../src/exports/mongodb.ts";
import { toOpenSearch } from "../../src/exports/opensearch.ts";
import { compilePredicate, createTable } from "../../src/exports/predicate.ts";
import { entityColumns, toSql } from "../../src/exports/sql.ts";
import type { FilterDefinition, Operator } from "../../src/index.ts";
import { type Corpus, corpus } from "../support/backends/corpus.ts";
import { compare } from "../support/backends/differences.ts";
import { drivers } from "../support/backends/drivers.ts";
import { edges } from "../support/backends/edges.ts";
import type { Entity } from "../support/backends/engine.ts";
import { predicateEngine } from "../support/backends/in-process.ts";
import { givenSeed } from "../support/backends/random.ts";
import { pathOf } from "../support/backends/reference.ts";
import { respelled } from "../support/backends/respelled.ts";
import { isWellFormed, sqlEngine } from "../support/backends/sql-engine.ts";
import { tableEngine } from "../support/backends/table-engine.ts";
import { propertyFilter } from "../support/property-filter.ts";

const hostile: readonly string[] = [
  ["'", "''", '"', '""', "`", "\\", "\\\\", "\\'", "\\0", "'\\''", ";", "--", "/*", "*/", "#"],
  [
    "$1",
    "$2",
    "$$",
    "$a$",
    "?",
    "??",
    ":a",
    "@a",
    "%",
    "%s",
    "_",
    "{}",
    "{a,b}",
    '{"a":1}',
    "[0]",
    "$.a",
    "$**",
  ],
  [
    "' OR '1'='1",
    "'; DROP TABLE entities; --",
    '" OR 1=1 --',
    "x') OR 1=1 --",
    "\\'; SELECT 1 --",
    "1 OR TRUE",
  ],
  [
    "NULL",
    "null",
    "true",
    "*",
    ".*",
    "a' COLLATE NOCASE",
    "::text",
    "entities",
    "props",
    '"props"',
    "E'\\x41'",
  ],
  [
    "\0",
    "a\0b",
    "\u0001",
    "\u001a",
    "\u2019",
    "\uff07",
    "\u02bc",
    "\r\n",
    "__proto__",
    "constructor",
    "toString",
  ],
].flat();

const syntax: Corpus = {
  entities: hostile.flatMap((word, at): readonly Entity[] => [
    { id: `e${3 * at}`, type: word, shape_id: word, [word]: word, outer: Object.fromEntries([[word, word]]) },
    Object.fromEntries([
      ["id", `e${3 * at + 1}`],
      ["type", "Person"],
      [word, Object.fromEntries([[word, 1]])],
    ]),
    { id: `e${3 * at + 2}`, source_id: `${word}${word}`, outer: [word] },
  ]),
  filters: hostile.flatMap((word): readonly FilterDefinition[] => [
    { entityTypes: [word, `x${word}`], propertyFilters: [] },
    only("shape_id", "in", [word]),
    only("shape_id", "nin", [word, "x"]),
    only("source_id", "lt", word),
    only(pathOf([word]), "eq", word),
    only(pathOf([word]), "neq", word),
    only(pathOf([word, word]), "gte", 1),
    only(pathOf(["outer", word]), "lte", word),
    { propertyFilters: [], dateRange: { field: pathOf([word]), start: "2026-01-01T00:00:00.000Z" } },
  ]),
};

function only(path: string, operator: Operator, value: unknown): FilterDefinition {
  return { propertyFilters: [propertyFilter(path, operator, value)] };
}

describe("words that are syntax are treated as values, and the rows match the reference", () => {
  test.each([...drivers])("%s", async (_name, open) => {
    const engine = await sqlEngine(await open(), "plain");
    const { difference, checks } = await compare([engine], syntax);
    if (difference !== undefined) expect.fail(difference);
    expect(checks).toBeGreaterThan(50_000);
    const stored = syntax.entities.filter((entity) => engine.canStore(entity));
    expect(await engine.select({ propertyFilters: [] })).toHaveLength(stored.length);
    await engine.close();
  });

  test("the predicate in this process", async () => {
    const { difference } = await compare([predicateEngine(), tableEngine()], syntax);
    if (difference !== undefined) expect.fail(difference);
  });
});

describe("nothing of a filter is in the SQL text", () => {
  const { filters: drawn } = corpus(givenSeed() + 200, { entities: 300, filters: 600 });
  const filters = [...syntax.filters, ...edges.filters, ...drawn].filter(isWellFormed);

  describe.each(dialectNames)("%s", (dialect) => {
    const write = (
      filter: FilterDefinition,
    ): { readonly text: string; readonly params: readonly unknown[] } =>
      toSql(filter, { dialect, columns: entityColumns, json: "props" });

    test("the text stays the same when every key and every text changes", () => {
      const changed = filters.filter((filter) => write(filter).text !== write(respelled(filter)).text);
      expect(changed.slice(0, 3)).toEqual([]);
    });

    test("the placeholders are the parameters in order, each once, without another question mark or dollar", () => {
      for (const filter of filters) {
        const { text, params } = write(filter);
        const expected = params.map((_, at) => (dialect === "postgres" ? `$${at + 1}` : "?"));
        expect(text.match(/\?|\$\d+/g) ?? []).toEqual(expected);
      }
    });

    test("parameters are strings, or lists of strings on PostgreSQL, and none has half a pair", () => {
      const isText = (value: unknown): boolean => typeof value === "string" && value.isWellFormed();
      for (const filter of filters) {
        const lists = write(filter).params.filter((param) => !isText(param));
        const isRight = (list: unknown): boolean =>
          dialect === "postgres" && Array.isArray(list) && list.every(isText);
        expect(lists.filter((list) => !isRight(list))).toEqual([]);
      }
    });
  });
});

describe("entities that run code or lie about their own properties are read safely", () => {
  const thrower = new Proxy(
    {},
    Object.fromEntries(
      (["get", "has", "ownKeys", "getOwnPropertyDescriptor", "getPrototypeOf"] as const).map((trap) => [
        trap,
        (): never => {
          throw new Error("a trap ran");
        },
      ]),
    ),
  );
  const revoked = Proxy.revocable({}, {});
  revoked.revoke();

  const strange: Readonly<Record<string, unknown>> = {
    "a matching prototype": Object.create({ a: 1, type: "Person", b: { a: 1 } }),
    "a matching prototype further up": Object.create(Object.create({ a: 1, type: "Person" })),
    "an own __proto__": JSON.parse('{"__proto__":{"a":1,"type":"Person"}}'),
    "a prototype that throws": Object.create(thrower),
    "an inner prototype that throws": { b: Object.create(thrower), created_at: Object.create(thrower) },
    "a getter that throws": Object.defineProperty({}, "a", {
      get: () => thrower.constructor,
      enumerable: true,
    }),
    "an inherited getter that throws": Object.create(
      Object.defineProperty({}, "a", { get: () => thrower.constructor }),
    ),
    "a proxy that throws": thrower,
    "a revoked proxy": revoked.proxy,
    "an inner proxy that throws": { a: thrower, b: thrower, created_at: thrower },
    "an inner revoked proxy": { a: revoked.proxy, b: revoked.proxy, created_at: revoked.proxy },
    "a function": Object.assign(() => {}, { other: 1 }),
    "a list": [{ a: 1, type: "Person" }],
    "a string": "a",
    nothing: undefined,
    null: null,
  };
  const entities = Object.values(strange);

  const asking: Readonly<Record<string, FilterDefinition>> = {
    "a type": { entityTypes: ["Person"], propertyFilters: [] },
    "a property": only("a", "eq", 1),
    "an order": only("a", "gte", 0),
    "a nested property": only("b.a", "eq", 1),
    "a member of every prototype": only("constructor", "exists", true),
    "a length": only("length", "gte", 0),
    "a prototype": only("__proto__.a", "in", [1, 2, 3]),
    "a date": { propertyFilters: [], dateRange: { field: "created_at" } },
  };

  test.each(Object.entries(asking))("%s finds no inherited property", (name, filter) => {
    const own = name === "a prototype" ? ["an own __proto__"] : [];
    const isMember = compilePredicate(filter);
    expect(Object.keys(strange).filter((each) => isMember(strange[each]))).toEqual(own);
    const table = createTable(entities);
    expect([...table.select(filter)].map((row) => Object.keys(strange)[row])).toEqual(own);
    expect(table.count(filter)).toBe(own.length);
  });

  test("inherited properties count as missing, and as null in counts", () => {
    const isWithout = compilePredicate(only("b.a", "exists", false));
    expect(entities.filter((entity) => !isWithout(entity))).toEqual([]);
    const table = createTable(entities);
    expect(table.count(only("b.a", "exists", false))).toBe(entities.length);
    expect([...table.countBy({ propertyFilters: [] }, "type")]).toEqual([[null, entities.length]]);
  });

  test("a property added to every object is not found", () => {
    const given = { a: 1, type: "Person", shape_id: "s", created_at: "2026-01-01" } as const;
    const filters = [...Object.values(asking), only("shape_id", "eq", "s"), only("b.type", "eq", "Person")];
    const found: unknown[] = [];
    try {
      for (const [key, value] of Object.entries(given))
        Reflect.defineProperty(Object.prototype, key, { value, configurable: true, writable: true });
      for (const filter of filters) {
        const isMember = compilePredicate(filter);
        found.push(...[{}, { b: {} }, { id: 1 }].filter((entity) => isMember(entity)));
        found.push(...createTable([{}, { b: {} }]).select(filter));
      }
    } finally {
      for (const key of Object.keys(given)) Reflect.deleteProperty(Object.prototype, key);
    }
    expect(found).toEqual([]);
    expect("shape_id" in {}).toBe(false);
  });

  test("an entity nested 100 000 deep and a path of 10 000 keys are read", () => {
    let deep: unknown = "end";
    for (let depth = 0; depth < 100_000; depth++) deep = { a: deep };
    const path = Array.from({ length: 10_000 }, () => "a").join(".");
    for (const filter of [only(path, "exists", true), only("a", "neq", 1), only("a.a", "exists", true)]) {
      expect(compilePredicate(filter)(deep)).toBe(true);
      expect([...createTable([deep, {}]).select(filter)]).toEqual([0]);
    }
    expect(compilePredicate(only(path, "eq", "end"))(deep)).toBe(false);
    expect(createTable([deep]).countBy({ propertyFilters: [] }, path).size).toBe(1);
  });
});

describe("a filter with unknown members is refused everywhere", () => {
  const runs: readonly ((filter: FilterDefinition) => unknown)[] = [
    compilePredicate,
    (filter) => createTable([]).select(filter),
    (filter) => toSql(filter, { dialect: "postgres", columns: entityColumns, json: "props" }),
    toMongo,
    toOpenSearch,
  ];
  const part = { path: "a", operator: "eq", value: 1 };

  test.each([
    {
      what: "an own __proto__",
      filter: JSON.parse('{"propertyFilters":[],"__proto__":{"entityTypes":["a"]}}'),
    },
    { what: "a condition of another name", filter: { propertyFilters: [], sql: "1=1" } },
    { what: "$where", filter: { propertyFilters: [], $where: "true" } },
    {
      what: "a part with an own __proto__",
      filter: { propertyFilters: [JSON.parse('{"path":"a","operator":"eq","value":1,"__proto__":{}}')] },
    },
    { what: "a part with options", filter: { propertyFilters: [{ ...part, flags: "i" }] } },
    {
      what: "an operator of every object",
      filter: { propertyFilters: [{ ...part, operator: "constructor" }] },
    },
    { what: "an operator that is a list", filter: { propertyFilters: [{ ...part, operator: ["eq"] }] } },
    { what: "a path that is a list", filter: { propertyFilters: [{ ...part, path: ["a"] }] } },
    {
      what: "a path with a text of its own",
      filter: { propertyFilters: [{ ...part, path: { toString: () => "a" } }] },
    },
    { what: "a range with a zone", filter: { propertyFilters: [], dateRange: { field: "a", zone: "UTC" } } },
    {
      what: "a bound that is no text",
      filter: { propertyFilters: [], dateRange: { field: "a", start: new Date(0) } },
    },
    {
      what: "a bound with more after it",
      filter: { propertyFilters: [], dateRange: { field: "a", start: "2026-01-01T00:00:00.000Z' OR 1=1" } },
    },
    {
      what: "a list with a hole",
      filter: { propertyFilters: [{ ...part, operator: "in", value: Array(1) }] },
    },
    { what: "a value that is a function", filter: { propertyFilters: [{ ...part, value: () => 1 }] } },
    { what: "parts that are like a list", filter: { propertyFilters: { length: 0 } } },
    { what: "parts that are inherited", filter: Object.create({ propertyFilters: [] }) },
    {
      what: "types that are inherited",
      filter: Object.assign(Object.create({ entityTypes: [] }), { propertyFilters: [] }),
    },
    {
      what: "an inherited value",
      filter: {
        propertyFilters: [Object.assign(Object.create({ value: 1 }), { path: "a", operator: "eq" })],
      },
    },
  ])("$what", ({ filter }: { readonly filter: FilterDefinition }) => {
    for (const run of runs) expect(() => run(filter)).toThrow(TypeError);
  });
});
