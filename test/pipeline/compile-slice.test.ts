// Tests compiling the body of a request to a slice.

import { describe, expect, test } from "vitest";
import { type CompileOptions, compile, compileSlice } from "../../src/index.ts";
import { listing } from "../../src/text/show.ts";
import { exampleCatalog, exampleNow } from "../support/example-catalog.ts";
import { MEMBERSHIP } from "../support/qualifiers.ts";

const options: CompileOptions = { catalog: exampleCatalog, now: exampleNow };

/** The codes of a body's diagnostics, with whether it is compiled. */
function check(body: unknown, ok: boolean, ...codes: readonly string[]): void {
  const result = compileSlice(body, options);
  expect([result.ok, ...result.diagnostics.map(({ code }) => code)]).toEqual([ok, ...codes]);
}

/** The diagnostics of a body that is refused for its form. */
function messageOf(body: unknown): string | undefined {
  const { ok, diagnostics } = compileSlice(body, options);
  expect([ok, diagnostics.map(({ code }) => code)]).toEqual([false, ["malformed-body"]]);
  return diagnostics[0]?.message;
}

describe("a body with a text", () => {
  test("becomes a slice", () => {
    const cql = "type:Person shape:Nowhere after:today report";
    const result = compileSlice({ name: "People of today", cql }, options);
    expect(result).toMatchObject({
      ok: true,
      now: "2026-11-20T12:00:00.000Z",
      slice: {
        name: "People of today",
        type: "dynamic",
        scope_warnings: ["report"],
        unresolved: { shapes: ["Nowhere"], sources: [] },
        filter_definition: {
          entityTypes: ["Person"],
          propertyFilters: [{ path: "shape_id", operator: "in", value: [] }],
          dateRange: { field: "created_at", start: "2026-11-20T00:00:00.000Z" },
        },
      },
    });
  });

  test("has all that compile gives next to the slice", () => {
    const { diagnostics, ...compiled } = compile("type:Person report", options);
    const placed = diagnostics.map((each) => Object.assign({}, each, { path: "/cql" }));
    const { slice, ...rest } = {
      slice: undefined,
      ...compileSlice({ name: "x", cql: "type:Person report" }, options),
    };
    expect(slice).toBeDefined();
    expect(rest).toEqual({ ...compiled, diagnostics: placed });
  });

  test("has exactly the members of the service", () => {
    const result = compileSlice({ name: "x", cql: "type:Person" }, options);
    expect(result.ok ? Object.keys(result.slice) : []).toEqual([
      "name",
      "type",
      "scope_warnings",
      "unresolved",
      "filter_definition",
    ]);
  });

  test("is refused for the errors of the text, without a slice", () => {
    check({ name: "x", cql: "type: after:never" }, false, "missing-value", "date-unknown");
    expect(compileSlice({ name: "x", cql: "type:" }, options)).not.toHaveProperty("slice");
  });

  test("may be of a project", () => {
    check({ name: "x", cql: "type:Person", project_id: "p" }, true);
  });

  test("may have any name", () => {
    for (const name of ["", " ", "a\nb", "type:A"]) {
      expect(compileSlice({ name, cql: "" }, options)).toMatchObject({ slice: { name } });
    }
  });

  test("of white space is the whole project", () => {
    check({ name: "x", cql: " " }, true, "no-membership");
  });
});

describe("a body with a filter", () => {
  test("becomes the slice of its printed text", () => {
    const filter = { type: ["Person"], shape: ["Sales CRM"], after: ["7d"] };
    const result = compileSlice({ name: "x", filter }, options);
    const printed = compile('type:Person shape:"Sales CRM" after:7d', options);
    expect(result.ok && printed.ok && result.filter_definition).toEqual(
      printed.ok && printed.filter_definition,
    );
    expect(result.query).toEqual(printed.query);
  });

  test("may be empty, which is the whole project", () => {
    check({ name: "x", filter: {} }, true, "no-membership");
  });

  test("is checked as a text is", () => {
    check({ name: "x", filter: { source: ["gmial"], after: ["7d"] } }, true, "unresolved-source");
    check({ name: "x", filter: { after: ["never"] } }, false, "date-unknown");
    check({ name: "x", filter: { type: [""] } }, false, "missing-value");
    check({ name: "x", filter: { type: ["a\u0000"] } }, false, "control-character");
  });
});

describe("a body with both", () => {
  test("is compiled from the text, which is reported first", () => {
    check(
      { name: "x", cql: "type:Person report", filter: { type: ["Company"] } },
      true,
      "filter-ignored",
      "free-text",
    );
    expect(compileSlice({ name: "x", cql: "type:Person", filter: { type: ["A"] } }, options)).toMatchObject({
      slice: { filter_definition: { entityTypes: ["Person"] } },
    });
  });

  test("is compiled from the text even if the text is empty or refused", () => {
    check({ name: "x", cql: "", filter: { type: ["A"] } }, true, "filter-ignored", "no-membership");
    check({ name: "x", cql: "type:", filter: { type: ["A"] } }, false, "filter-ignored", "missing-value");
  });

  test("is compiled from the text whatever the filter contains", () => {
    check({ name: "x", cql: "type:Person", filter: "nonsense" }, true, "filter-ignored");
    check({ name: "x", cql: "type:Person", filter: null }, true, "filter-ignored");
    check({ name: "x", cql: "type:Person", filter: undefined }, true, "filter-ignored");
  });
});

describe("a body with neither", () => {
  test("is refused: it does not ask for the whole project", () => {
    expect(messageOf({ name: "x" })).toBe(
      "The slice body must have `cql` or `filter`; an empty `cql` is the whole project.",
    );
    check({ name: "x", cql: "" }, true, "no-membership");
  });
});

describe("a malformed body", () => {
  const keys = `valid ones are ${listing(MEMBERSHIP)}`;
  test.each([
    { body: undefined, message: "The slice body must be an object with `name`, and `cql` or `filter`." },
    { body: null, message: "The slice body must be an object with `name`, and `cql` or `filter`." },
    {
      body: "type:Person",
      message: "The slice body must be an object with `name`, and `cql` or `filter`.",
    },
    {
      body: [{ name: "x" }],
      message: "The slice body must be an object with `name`, and `cql` or `filter`.",
    },
    { body: {}, message: "`name` must be a string." },
    { body: { cql: "type:Person" }, message: "`name` must be a string." },
    { body: { name: 5, cql: "" }, message: "`name` must be a string." },
    { body: { name: "x", cql: 5 }, message: "`cql` must be a string." },
    { body: { name: "x", cql: null }, message: "`cql` must be a string." },
    { body: { name: "x", cql: ["type:A"] }, message: "`cql` must be a string." },
    { body: { name: "x", cql: undefined }, message: "`cql` must be a string." },
    { body: { name: "x", cql: undefined, filter: { type: ["A"] } }, message: "`cql` must be a string." },
    {
      body: { name: "x", project_id: "p" },
      message: "The slice body must have `cql` or `filter`; an empty `cql` is the whole project.",
    },
    { body: { name: "x", project_id: 5 }, message: "`project_id` must be a string." },
    { body: { name: "x", cql: "", project_id: undefined }, message: "`project_id` must be a string." },
    {
      body: { name: "x", cqll: "type:Person" },
      message: "`cqll` is not a member of a slice body; valid members are name, cql, filter and project_id.",
    },
    { body: { name: "x", filter: null }, message: "`filter` must be an object whose keys are qualifiers." },
    {
      body: { name: "x", filter: undefined },
      message: "`filter` must be an object whose keys are qualifiers.",
    },
    { body: { name: "x", filter: [] }, message: "`filter` must be an object whose keys are qualifiers." },
    {
      body: { name: "x", filter: { type: undefined } },
      message: "`filter.type` must be an array of strings.",
    },
    {
      body: { name: "x", filter: { shape: ["A"], type: undefined } },
      message: "`filter.type` must be an array of strings.",
    },
    {
      body: { name: "x", filter: { sort: ["a"] } },
      message: `\`filter.sort\` is not a membership qualifier; ${keys}.`,
    },
    { body: { name: "x", filter: { type: "A" } }, message: "`filter.type` must be an array of strings." },
    { body: { name: "x", filter: { type: ["A", 5] } }, message: "`filter.type[1]` must be a string." },
    {
      body: { name: "x", filter: { type: [] } },
      message: "`filter.type` must have at least one member, or be left out.",
    },
    {
      body: { name: "x", filter: { type: ["A"], after: [] } },
      message: "`filter.after` must have at least one member, or be left out.",
    },
  ])("is refused: $message", ({ body, message }) => {
    const result = compileSlice(body, options);
    expect(result).toMatchObject({
      ok: false,
      query: { kind: "query", terms: [], span: { start: 0, end: 0 } },
      now: "2026-11-20T12:00:00.000Z",
      diagnostics: [
        {
          code: "malformed-body",
          severity: "error",
          message,
          span: { start: 0, end: 0 },
          href: expect.stringMatching(/^https:.*#malformed-body$/u),
        },
      ],
    });
  });

  test("is read without running its getters", () => {
    const body = {
      name: "x",
      get cql(): string {
        throw new Error("a getter ran");
      },
    };
    expect(messageOf(body)).toBe("`cql` must be a string.");
  });

  test("has no value where the body or its filter has a getter", () => {
    const getter = { get: (): unknown => "type:Person", enumerable: true };
    const types = { get: (): unknown => ["Person"], enumerable: true };
    const filter = { type: ["Person"] };
    for (const [body, message] of [
      [Object.defineProperty({}, "name", getter), "`name` must be a string."],
      [Object.defineProperty({ name: "x" }, "cql", getter), "`cql` must be a string."],
      [Object.defineProperty({ name: "x", filter }, "project_id", getter), "`project_id` must be a string."],
      [
        Object.defineProperty({ name: "x" }, "filter", types),
        "`filter` must be an object whose keys are qualifiers.",
      ],
      [
        { name: "x", filter: Object.defineProperty({ shape: ["A"] }, "type", types) },
        "`filter.type` must be an array of strings.",
      ],
    ] as const) {
      expect(messageOf(body)).toBe(message);
    }
  });

  test("has no value where a list has a getter, which is not run", () => {
    for (const index of [0, 1]) {
      const list = Object.defineProperty(["Person", "Company"], index, {
        get: () => {
          throw new Error("a getter ran");
        },
        enumerable: true,
      });
      expect(messageOf({ name: "x", filter: { type: list } })).toBe(
        `\`filter.type[${String(index)}]\` must be a string.`,
      );
    }
  });

  test("has only the own members of a list, whatever it claims", () => {
    let runs = 0;
    const list = Object.assign(["Person"], {
      *[Symbol.iterator]() {
        runs++;
        yield "Secret";
      },
      findIndex: () => runs++,
      map: () => [runs++],
      toJSON: () => [runs++],
    });
    const result = compileSlice({ name: "x", filter: { type: list } }, options);
    expect(result).toMatchObject({ slice: { filter_definition: { entityTypes: ["Person"] } } });
    expect(runs).toBe(0);
  });

  test("is not iterated up to a length that was only set", () => {
    const list = ["Person"];
    list.length = 2 ** 32 - 1;
    expect(messageOf({ name: "x", filter: { type: list } })).toBe("`filter.type[1]` must be a string.");
  });

  test("does not count a member as missing that a Proxy lists and does not have", () => {
    const filter = new Proxy(
      { type: ["A"] },
      { ownKeys: () => ["type"], getOwnPropertyDescriptor: () => undefined },
    );
    expect(compileSlice({ name: "s", filter }, options).ok).toBe(false);
  });

  test("asks a list that is a Proxy only for its own members, and no more than it lists", () => {
    const asked: string[] = [];
    const list = new Proxy(["Person"], {
      get: (_, key) => asked.push(String(key)),
      getOwnPropertyDescriptor(_, key) {
        asked.push(String(key));
        const isLength = key === "length";
        return {
          value: isLength ? 2 ** 32 - 1 : "Person",
          writable: true,
          enumerable: !isLength,
          configurable: !isLength,
        };
      },
    });
    compileSlice({ name: "x", filter: { type: list } }, options);
    expect(asked).toEqual(["length", "0", "1"]);
  });

  test("is not an object if it cannot be read", () => {
    const trap = new Proxy(
      {},
      {
        ownKeys: () => {
          throw new Error("a trap ran");
        },
      },
    );
    check(trap, false, "malformed-body");
    check({ name: "x", filter: trap }, false, "malformed-body");
  });

  test("is not an object if it is a value that JSON does not have", () => {
    class Body {
      readonly name = "x";
    }
    for (const body of [new Map([["name", "x"]]), new Date(0), new Body(), () => "x", Symbol("x")]) {
      check(body, false, "malformed-body");
    }
    check({ name: "x", filter: new Map([["type", ["A"]]]) }, false, "malformed-body");
  });

  test("does not include an object without a prototype, which is accepted", () => {
    check(Object.assign(Object.create(null), { name: "x", cql: "type:Person" }), true);
  });

  test("is refused if members are not enumerable, which do not count as missing", () => {
    const hidden = { value: "type:Person", enumerable: false };
    expect(messageOf(Object.defineProperty({ name: "x" }, "cql", hidden))).toBe("`cql` must be a string.");
    const filter = Object.defineProperty({ shape: ["A"] }, "type", { value: ["B"], enumerable: false });
    expect(messageOf({ name: "x", filter })).toBe("`filter.type` must be an array of strings.");
  });

  test("has no inherited members", () => {
    check(Object.create({ name: "x", cql: "type:A" }), false, "malformed-body");
    check(JSON.parse('{"name":"x","__proto__":{"cql":"type:A"}}'), false, "malformed-body");
  });
});

test("a warning refuses a body in strict mode", () => {
  const strict: CompileOptions = { ...options, refuseAt: "warning" };
  expect(compileSlice({ name: "x", cql: "tpye:Person" }, options).ok).toBe(true);
  expect(compileSlice({ name: "x", cql: "tpye:Person" }, strict)).toEqual({
    ...compileSlice({ name: "x", cql: "tpye:Person" }, options),
    ok: false,
    filter_definition: undefined,
    scope_warnings: undefined,
    unresolved: undefined,
    slice: undefined,
  });
  expect(compileSlice({ name: "x", cql: "type:Person sort:name" }, strict).ok).toBe(true);
});

test("options that are not right are refused by name, whatever the body", () => {
  for (const body of [{ name: "x" }, null]) {
    const message = "options.catalog must be a catalog, as createCatalog makes it";
    expect(() => Reflect.apply(compileSlice, null, [body, { catalog: {} }])).toThrow(new TypeError(message));
  }
});

test("fields, limits and evaluation time work as in compile", () => {
  const given: CompileOptions = { ...options, fields: { date: "d" }, limits: { maxTerms: 1 }, now: 0 };
  expect(compileSlice({ name: "x", cql: "after:now" }, given)).toMatchObject({
    filter_definition: { dateRange: { field: "d", start: "1970-01-01T00:00:00.000Z" } },
  });
  expect(compileSlice({ name: "x", filter: { type: ["A", "B"] } }, given).ok).toBe(false);
});
