// Tests the JSON Schemas against what the toolkit accepts and returns.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { ValidateFunction } from "ajv";
import { Ajv2020 } from "ajv/dist/2020.js";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { diagnosticsOf } from "../../scripts/generate/examples.ts";
import { ruleDocs } from "../../scripts/generate/rule-docs.ts";
import { compilePredicate } from "../../src/exports/predicate.ts";
import { compile, compileSlice, createCatalog, filterOf, parse, validate } from "../../src/index.ts";
import { operators } from "../../src/vocabulary/operators.ts";
import { world } from "../support/arbitraries.ts";
import { exampleOptions } from "../support/example-catalog.ts";
import { patience, runs } from "../support/runs.ts";
import { root } from "../tidy/sources.ts";

const names = ["filter-definition", "slice-filter", "slice-body", "diagnostic", "catalog"] as const;
const ajv = new Ajv2020({ strict: true, strictRequired: false, allErrors: true });
for (const name of names) ajv.addSchema(schemaOf(name));

/** Queries that together produce every part of a definition. */
const queries = [
  "",
  "type:Person",
  'type:Person type:Company shape:"Sales CRM" source:gmail source:drive source-shape:Inbox after:3mo before:now',
  "shape:unknown source:unknown",
  "after:2026-01-01",
  "before:yesterday sort:name edge:knows agent:scout report",
  'type:"a \\"b\\" \\\\ c"',
];

describe("a schema accepts what the toolkit returns", () => {
  test.each(queries)("for %j", (query) => {
    const result = compile(query, exampleOptions);
    expect(result.ok).toBe(true);
    if (result.ok) expect(problems("filter-definition", result.filter_definition)).toEqual([]);
    expect(problems("slice-filter", filterOf(result.query))).toEqual([]);
    expect(problems("slice-body", { name: "s", filter: filterOf(result.query) })).toEqual([]);
    expect(problems("slice-body", { name: "s", cql: query, project_id: "p" })).toEqual([]);
    for (const diagnostic of result.diagnostics) expect(problems("diagnostic", diagnostic)).toEqual([]);
  });

  test("for every example of every diagnostic", () => {
    const texts = ruleDocs.flatMap(({ code, invalid }) => invalid.map(({ text }) => ({ code, text })));
    for (const { code, text } of texts) {
      for (const diagnostic of diagnosticsOf(code, text))
        expect(problems("diagnostic", diagnostic)).toEqual([]);
    }
  });

  test("for every query", { timeout: patience }, () => {
    fc.assert(
      fc.property(world, ({ source, data, now }) => {
        const options = { catalog: createCatalog(data), now };
        const result = compile(source, options);
        if (result.ok) expect(problems("filter-definition", result.filter_definition)).toEqual([]);
        expect(problems("slice-filter", filterOf(parse(source).query))).toEqual([]);
        for (const each of validate(source, options)) expect(problems("diagnostic", each)).toEqual([]);
      }),
      runs(300),
    );
  });
});

test("the schema accepts a slice body if and only if compileSlice does not report it as malformed", {
  timeout: patience,
}, () => {
  const filter = fc.dictionary(
    fc.constantFrom("type", "shape", "after", "sort", "types", "toString"),
    fc.oneof(
      fc.array(fc.string(), { maxLength: 2 }),
      fc.constant(null),
      fc.constant("Person"),
      fc.constant([1]),
    ),
    { maxKeys: 3 },
  );
  const text = fc.oneof({ arbitrary: fc.string(), weight: 4 }, fc.constant(null), fc.constant(7));
  const member = fc.oneof({ arbitrary: filter, weight: 4 }, fc.constant(null), fc.constant([]), fc.string());
  const body = fc.record(
    { name: text, cql: text, filter: member, project_id: text, other: fc.integer() },
    { requiredKeys: [] },
  );
  fc.assert(
    fc.property(fc.oneof(body, fc.record({ name: fc.string(), filter }), fc.jsonValue()), (value) => {
      const { diagnostics } = compileSlice(value, exampleOptions);
      const refused = diagnostics.some(({ code }) => code === "malformed-body");
      expect(validator("slice-body")(value)).toBe(!refused);
    }),
    runs(3_000),
  );
});

test("the schema accepts a catalog if and only if createCatalog does", { timeout: patience }, () => {
  const text = fc.oneof({ arbitrary: fc.string(), weight: 6 }, fc.constant(null), fc.constant(7));
  const entry = fc.record({ id: text, name: text }, { noNullPrototype: true });
  const entries = fc.oneof(fc.array(entry, { maxLength: 2 }), fc.constant([null]), fc.constant("shapes"));
  const types = fc.oneof(fc.array(text, { maxLength: 2 }), fc.constant({}));
  const data = fc.record(
    { shapes: entries, sources: entries, types, shape: entries },
    { requiredKeys: [], noNullPrototype: true },
  );
  const isTaken = (value: unknown): boolean => {
    try {
      Reflect.apply(createCatalog, undefined, [value]);
      return true;
    } catch {
      return false;
    }
  };
  fc.assert(
    fc.property(fc.oneof(data, fc.jsonValue()), (value) => {
      expect(validator("catalog")(value)).toBe(isTaken(value));
    }),
    runs(2_000),
  );
});

test("the schema accepts a filter definition if and only if it can be run", { timeout: patience }, () => {
  const texts = fc.constantFrom("shape_id", "a.b", "", "2026-01-01T00:00:00.000Z");
  const scalar = fc.oneof(texts, fc.constantFrom(0, 1.5, true, false, null));
  const value = fc.oneof(scalar, fc.array(scalar, { maxLength: 3 }), fc.constant({ a: null }));
  const condition = fc.record(
    {
      path: fc.oneof({ arbitrary: texts, weight: 8 }, scalar),
      operator: fc.constantFrom(...operators, "like"),
      value,
    },
    { noNullPrototype: true },
  );
  const two = (most: number): fc.Arbitrary<string> =>
    fc.integer({ min: 0, max: most }).map((part) => String(part).padStart(2, "0"));
  const year = fc.constantFrom(
    "0000",
    "0001",
    "0004",
    "1900",
    "2000",
    "2023",
    "2024",
    "2100",
    "9999",
    "10000",
  );
  const end = fc.constantFrom(
    "T00:00:00.000Z",
    "T23:59:59.999Z",
    "T24:00:00.000Z",
    "T10:60:00.000Z",
    "T10:00:00Z",
    "",
  );
  const date = fc.tuple(year, two(13), two(32), end).map(([y, m, d, time]) => `${y}-${m}-${d}${time}`);
  const range = fc.record(
    { field: texts, start: fc.oneof(date, scalar), end: date },
    { requiredKeys: ["field"], noNullPrototype: true },
  );
  const filter = fc.record(
    {
      entityTypes: fc.array(fc.oneof({ arbitrary: texts, weight: 8 }, scalar), { maxLength: 2 }),
      propertyFilters: fc.array(condition, { maxLength: 2 }),
      dateRange: range,
    },
    { requiredKeys: ["propertyFilters"], noNullPrototype: true },
  );
  fc.assert(
    fc.property(filter, (definition) => {
      expect(validator("filter-definition")(definition)).toBe(canRun(definition));
    }),
    runs(5_000),
  );
});

test("the schema accepts a day as a bound if and only if the calendar has it", () => {
  for (const year of ["0000", "0001", "0004", "0100", "0400", "1900", "2000", "2023", "2024", "9999"]) {
    for (let day = 0; day < 14 * 33; day++) {
      const [month, date] = [Math.floor(day / 33), day % 33].map((part) => String(part).padStart(2, "0"));
      const start = `${year}-${month}-${date}T12:00:00.000Z`;
      const definition = { propertyFilters: [], dateRange: { field: "d", start } };
      expect(problems("filter-definition", definition).length === 0, start).toBe(canRun(definition));
    }
  }
});

function canRun(definition: unknown): boolean {
  try {
    Reflect.apply(compilePredicate, undefined, [definition]);
    return true;
  } catch {
    return false;
  }
}

describe("a schema refuses broken data", () => {
  const path = "shape_id";
  const condition = { path, operator: "in", value: [] };
  const span = { start: 0, end: 0 };
  const finding = {
    code: "free-text",
    severity: "hint",
    message: "",
    data: { written: "x" },
    span,
    href: "",
  };
  const rows: readonly (readonly [schema: (typeof names)[number], broken: unknown, why: string])[] = [
    ["filter-definition", {}, "required"],
    ["filter-definition", [], "type"],
    ["filter-definition", { propertyFilters: {} }, "type"],
    ["filter-definition", { propertyFilters: [], entityTypes: "Person" }, "type"],
    ["filter-definition", { propertyFilters: [], entity_types: [] }, "additionalProperties"],
    ["filter-definition", { propertyFilters: [{ ...condition, operator: "like" }] }, "enum"],
    ["filter-definition", { propertyFilters: [{ ...condition, value: "x" }] }, "type"],
    ["filter-definition", { propertyFilters: [{ path, operator: "exists", value: "yes" }] }, "type"],
    ["filter-definition", { propertyFilters: [{ path, operator: "eq", value: null }] }, "not"],
    ["filter-definition", { propertyFilters: [{ ...condition, value: [null] }] }, "not"],
    ["filter-definition", { propertyFilters: [{ path, operator: "eq" }] }, "required"],
    ["filter-definition", { propertyFilters: [], dateRange: {} }, "required"],
    ["filter-definition", { propertyFilters: [], dateRange: { field: "d", start: "2026-01-01" } }, "pattern"],
    [
      "filter-definition",
      { propertyFilters: [], dateRange: { field: "d", until: "" } },
      "additionalProperties",
    ],
    ["slice-filter", { type: [] }, "minItems"],
    ["slice-filter", { type: "Person" }, "type"],
    ["slice-filter", { after: [7] }, "type"],
    ["slice-filter", { sort: ["name"] }, "additionalProperties"],
    ["slice-body", { cql: "type:Person" }, "required"],
    ["slice-body", { name: "s" }, "required"],
    ["slice-body", { name: "s", qcl: "" }, "additionalProperties"],
    ["slice-body", { name: "s", filter: { sort: ["name"] } }, "additionalProperties"],
    ["diagnostic", { ...finding, code: "nonsense" }, "enum"],
    ["diagnostic", { ...finding, severity: "fatal" }, "enum"],
    ["diagnostic", { ...finding, span: { start: -1, end: 0 } }, "minimum"],
    ["diagnostic", { ...finding, span: [0, 0] }, "type"],
    ["diagnostic", { ...finding, data: "x" }, "type"],
    ["diagnostic", { ...finding, path: ["cql"] }, "type"],
    ["diagnostic", { ...finding, tags: ["deprecated"] }, "const"],
    ["diagnostic", { ...finding, fixes: [{ title: "x" }] }, "required"],
    ["diagnostic", { ...finding, extra: 1 }, "additionalProperties"],
  ];
  test.each(rows)("%s: %j for %s", (name, broken, why) => {
    expect(problems(name, broken).map(({ keyword }) => keyword)).toContain(why);
  });

  test("but accepts the originals of the broken data", () => {
    expect(problems("filter-definition", { propertyFilters: [condition] })).toEqual([]);
    expect(problems("diagnostic", finding)).toEqual([]);
  });
});

describe.each(names)("%s", (name) => {
  test("the schema has a title, a description and examples that it accepts", () => {
    const { title, description, examples } = schemaOf(name);
    expect([typeof title, typeof description, examples.length > 0]).toEqual(["string", "string", true]);
    for (const example of examples) expect(problems(name, example)).toEqual([]);
  });

  test("the schema describes every property, and allows no others", () => {
    expect(looseParts(schemaOf(name))).toEqual([]);
  });

  test("the schema references nothing outside the folder", () => {
    const references = [...JSON.stringify(schemaOf(name)).matchAll(/"\$(?:ref|id)":"([^"]*)"/g)].map(String);
    expect(references.filter((reference) => /"[^"]*:[^"]*\/\/|"\//.test(reference.slice(6)))).toEqual([]);
  });
});

test("every example of the slice bodies compiles", () => {
  for (const body of schemaOf("slice-body").examples) {
    expect(compileSlice(body, exampleOptions)).toMatchObject({ ok: true });
  }
});

interface Schema {
  readonly title: string;
  readonly description: string;
  readonly examples: readonly unknown[];
}

function schemaOf(name: string): Schema {
  return JSON.parse(readFileSync(join(root, `schemas/${name}.schema.json`), "utf8"));
}

function validator(name: string): ValidateFunction {
  const found = ajv.getSchema(`${name}.schema.json`);
  if (found === undefined) throw new Error(`there is no schema ${name}`);
  return found;
}

function problems(name: string, value: unknown): readonly { readonly keyword: string }[] {
  const check = validator(name);
  return check(value) ? [] : (check.errors ?? []);
}

/** Objects that take any property, and properties without a description, by their place. */
function looseParts(schema: object, place = "#"): readonly string[] {
  return Object.entries(schema).flatMap(([key, part]: readonly [string, unknown]) => {
    if (typeof part !== "object" || part === null || key === "examples" || key === "anyOf") return [];
    const at = `${place}/${key}`;
    const isOpen = "type" in part && part.type === "object" && !("additionalProperties" in part);
    const isSilent = place.endsWith("/properties") && !("description" in part) && !("$ref" in part);
    return (isOpen || isSilent ? [at] : []).concat(looseParts(part, at));
  });
}
