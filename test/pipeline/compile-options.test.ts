// Tests compiling trees instead of texts, and the options.

import { describe, expect, test } from "vitest";
import {
  type CompileOptions,
  type CompileResult,
  compile,
  compileSlice,
  createCatalog,
  explain,
  parse,
  print,
  type Query,
  query,
  queryOf,
  resolveDate,
  term,
  text,
  validate,
} from "../../src/index.ts";
import { exampleCatalog, exampleNow } from "../support/example-catalog.ts";

const options: CompileOptions = { catalog: exampleCatalog, now: exampleNow };
const withoutCatalog =
  "options.catalog must be a catalog, as createCatalog makes it; pass createCatalog({}) to check no names: types are then taken as written, and no shape or source is known";
const id = (last: string): string => `c0ffee00-0000-4000-8000-${last.padStart(12, "0")}`;

/** The filter of a query that compiles. */
function filter(source: string | Query, given: CompileOptions = options): unknown {
  const result = compile(source, given);
  if (!result.ok) throw new Error(`refused: ${result.diagnostics.map(({ code }) => code).join()}`);
  return result.filter_definition;
}

/** The codes of the errors that refuse a query. */
function errorsOf(result: CompileResult): readonly string[] {
  expect(result.ok).toBe(false);
  return result.diagnostics.filter(({ severity }) => severity === "error").map(({ code }) => code);
}

describe("a query as a tree", () => {
  test("compiles as its text does", () => {
    const source = 'type:Person shape:"Sales CRM" after:7d report';
    expect(compile(parse(source).query, options)).toEqual(compile(source, options));
  });

  test("that was refused by parse is refused", () => {
    expect(errorsOf(compile(parse('type:"Person').query, options))).toEqual(["unterminated-quote"]);
    expect(errorsOf(compile(parse('"a"b').query, options))).toEqual(["missing-space"]);
    expect(errorsOf(compile(parse("Type:Person").query, options))).toEqual(["qualifier-case"]);
  });

  test("of white space is the whole project, as its text is", () => {
    for (const source of ["", " ", " \n\t"]) {
      expect(compile(parse(source).query, options)).toEqual(compile(source, options));
      expect(filter(parse(source).query)).toEqual({ propertyFilters: [] });
    }
  });

  test("of a text that parse did not read is not the whole project", () => {
    const { query: unread } = parse("type:Person", { limits: { maxLength: 5 } });
    expect(filter(unread)).toEqual({ entityTypes: ["Person"], propertyFilters: [] });
    expect(errorsOf(compile(unread, { ...options, limits: { maxLength: 5 } }))).toEqual(["too-long"]);
  });

  test("that was copied from such a tree is refused, with advice on what to compile", () => {
    const { query: unread } = parse("type:Person", { limits: { maxLength: 5 } });
    expect(compile({ ...unread }, options).diagnostics.map(({ code, message }) => [code, message])).toEqual([
      [
        "too-long",
        "This tree is a placeholder for a text of 11 characters that was too long to parse. Compile the text itself.",
      ],
    ]);
  });

  test("that was read under wider limits is held to those of the compilation", () => {
    const wide = { maxLength: Number.POSITIVE_INFINITY, maxTerms: Number.POSITIVE_INFINITY };
    const { query: many } = parse("type:A ".repeat(5_000), { limits: wide });
    expect(errorsOf(compile(many, options))).toEqual(["too-many-terms"]);
    expect(filter(many, { ...options, limits: wide })).toMatchObject({ entityTypes: ["A"] });
    const { query: long } = parse(`type:${"x".repeat(70_000)}`, { limits: wide });
    expect(errorsOf(compile(long, options))).toEqual(["too-long"]);
  });

  test("that was built is checked by its terms", () => {
    const built = query([term("type", "Person"), term("after", "never")]);
    const result = compile(built, options);
    expect(errorsOf(result)).toEqual(["date-unknown"]);
    expect(result.diagnostics[0]?.span).toEqual({ start: 18, end: 23 });
  });

  test("that was built without a name is refused, and no neighbour is used as the name", () => {
    const built = query([term("type", ""), text("Person")]);
    const [diagnostic] = compile(built, options).diagnostics;
    expect(diagnostic).toMatchObject({ code: "missing-value", span: { start: 0, end: 7 } });
    expect(diagnostic).not.toHaveProperty("fixes");
    expect(compile(queryOf({ type: [] }), options).ok).toBe(false);
  });

  test("that was built may contain values that text would have to quote", () => {
    expect(filter(query([term("type", 'a "b" c')]))).toMatchObject({ entityTypes: ['a "b" c'] });
  });

  test("that was built may be over a limit", () => {
    const many = query(Array.from({ length: 5 }, () => term("type", "A")));
    expect(errorsOf(compile(many, { ...options, limits: { maxTerms: 4 } }))).toEqual(["too-many-terms"]);
  });

  test("that was built may hold characters that are refused", () => {
    expect(errorsOf(compile(query([term("type", "a\u0000")]), options))).toEqual(["control-character"]);
    expect(errorsOf(compile(query([term("type", "\ud800")]), options))).toEqual(["malformed-unicode"]);
  });

  test("that was made from a parsed one counts as built", () => {
    const parsed = parse('sort:"a"   type:Person type:Company').query;
    const fewer: Query = { ...parsed, terms: parsed.terms.slice(0, 2) };
    const result = compile(fewer, options);
    expect(result).toMatchObject({ ok: true, scope_warnings: ['sort:"a"'] });
    expect(filter(fewer)).toEqual({ entityTypes: ["Person"], propertyFilters: [] });
  });

  test("with an unknown qualifier is refused, and never read as another", () => {
    const made = { ...term("type", "A"), qualifier: "typ" };
    const byHand = { kind: "query", terms: [made], span: { start: 0, end: 0 } };
    const message = "source.terms[0] must be a term";
    expect(() => Reflect.apply(compile, null, [byHand, options])).toThrow(new TypeError(message));
  });

  test.each<{ readonly made: unknown }>([
    { made: undefined },
    { made: null },
    { made: "type:A" },
    { made: [] },
    { made: {} },
    { made: { ...term("type", "A"), kind: "term" } },
    { made: { ...term("type", "A"), qualifier: "Type" } },
    { made: { ...term("type", "A"), qualifier: undefined } },
    { made: { ...term("type", "A"), value: "A" } },
    { made: { ...term("type", "A"), value: { ...term("type", "A").value, text: 5 } } },
    { made: { ...term("type", "A"), value: { text: "A", quoted: false } } },
    { made: { ...text("a"), span: undefined } },
    { made: { ...text("a"), span: {} } },
    { made: { ...text("a"), span: { start: 0, end: "1" } } },
    { made: { ...text("a"), value: { ...text("a").value, span: {} } } },
    { made: { ...text("a"), value: undefined } },
  ])("with what is no term is refused by its place: $made", ({ made }) => {
    const byHand = { kind: "query", terms: [term("type", "A"), made], span: { start: 0, end: 0 } };
    const message = "source.terms[1] must be a term";
    expect(() => Reflect.apply(compile, null, [byHand, options])).toThrow(new TypeError(message));
  });

  test("without positions is refused", () => {
    for (const span of [undefined, null, {}, { start: 0 }]) {
      const byHand = { kind: "query", terms: [], span };
      const message = "source.span must be a span";
      expect(() => Reflect.apply(compile, null, [byHand, options])).toThrow(new TypeError(message));
    }
  });

  test("that overlaps itself gets new positions, because diagnostics depend on them", () => {
    const terms = [term("type", "Person"), term("type", ""), text("report"), term("source", "gmail")];
    const result = compile({ kind: "query", terms, span: { start: 0, end: 0 } }, options);
    expect(result.query).toEqual(query(terms));
    expect(result.diagnostics.map(({ code, span }) => [code, span.start])).toEqual([
      ["missing-value", 12],
      ["free-text", 20],
    ]);
  });

  test("that does not overlap itself keeps its positions", () => {
    const parsed = parse("  type:Persn   report").query;
    const copy = structuredClone(parsed);
    expect(compile(copy, options).query).toBe(copy);
    expect(compile(copy, options).diagnostics.map(({ span }) => span.start)).toEqual([7, 15]);
  });

  test("that was built is as long as its printed text", () => {
    const built = query([term("type", '"'.repeat(10)), text("a b")]);
    const { length } = print(built);
    expect(compile(built, { ...options, limits: { maxLength: length } }).ok).toBe(true);
    const shorter = compile(built, { ...options, limits: { maxLength: length - 1 } });
    expect(errorsOf(shorter)).toEqual(["too-long"]);
    const [diagnostic] = shorter.diagnostics;
    expect(diagnostic?.message).toBe(
      `The query is ${length} characters long; at most ${length - 1} are allowed. Shorten it.`,
    );
    expect(diagnostic?.span).toEqual({ start: length - 1, end: length });
  });

  test("that was put together by hand may overlap itself", () => {
    const made = term("type", "Person");
    const byHand: Query = {
      kind: "query",
      terms: [made, made, term("shape", "Inbox")],
      span: { start: 0, end: 0 },
    };
    expect(filter(byHand)).toEqual({
      entityTypes: ["Person"],
      propertyFilters: [{ path: "shape_id", operator: "in", value: [id("11")] }],
    });
  });
});

describe("the options of compile", () => {
  test("may name the paths of the filter in fields", () => {
    const fields = { shape: "s", source: "origin.id", "source-shape": "x\\.y", date: "updated_at" };
    expect(filter("shape:Inbox source:gmail source-shape:Inbox after:today", { ...options, fields })).toEqual(
      {
        propertyFilters: [
          { path: "s", operator: "in", value: [id("11")] },
          { path: "origin.id", operator: "in", value: [id("1")] },
          { path: "x\\.y", operator: "in", value: [id("11")] },
        ],
        dateRange: { field: "updated_at", start: "2026-11-20T00:00:00.000Z" },
      },
    );
  });

  test("may name only some paths in fields", () => {
    expect(filter("source:gmail after:today", { ...options, fields: { date: "d" } })).toMatchObject({
      propertyFilters: [{ path: "source_id" }],
      dateRange: { field: "d" },
    });
  });

  test("may have a Date as now", () => {
    expect(compile("after:now", { ...options, now: new Date(exampleNow) })).toMatchObject({
      now: "2026-11-20T12:00:00.000Z",
    });
  });

  test("use the clock of the machine without now, read once", () => {
    const before = Date.now();
    const result = compile("after:now before:now", { catalog: exampleCatalog });
    const now = Date.parse(result.now);
    expect(now).toBeGreaterThanOrEqual(before);
    expect(now).toBeLessThanOrEqual(Date.now());
    expect(result).toMatchObject({
      filter_definition: { dateRange: { start: result.now, end: result.now } },
    });
  });

  test("refuse only relative dates at an evaluation time beyond the calendar", () => {
    const far = { ...options, now: Date.parse("+010001-01-01T00:00:00Z") };
    expect(errorsOf(compile("after:7d", far))).toEqual(["date-out-of-range"]);
    expect(compile("after:2026-01-01", far).ok).toBe(true);
  });

  test("may have a custom catalog, which is asked for each name", () => {
    const asked: string[] = [];
    const table = {
      ...createCatalog({}).sources,
      idsOf: (name: string): readonly string[] => {
        asked.push(name);
        return [`id of ${name}`];
      },
    };
    expect(
      filter("source:a source:b", { ...options, catalog: { ...exampleCatalog, sources: table } }),
    ).toEqual({
      propertyFilters: [{ path: "source_id", operator: "in", value: ["id of a", "id of b"] }],
    });
    expect(asked).toEqual(["a", "b"]);
  });

  test.each([
    { given: undefined, message: withoutCatalog },
    { given: {}, message: withoutCatalog },
    {
      given: { catalog: { shapes: [] } },
      message: "options.catalog must be a catalog, as createCatalog makes it",
    },
    {
      given: { ...options, now: "today" },
      message: "options.now must be a valid Date or a time in milliseconds",
    },
    {
      given: { ...options, now: new Date("x") },
      message: "options.now must be a valid Date or a time in milliseconds",
    },
    { given: { ...options, fields: { date: "" } }, message: "fields.date must be a non-empty string" },
    {
      given: { ...options, limits: { maxterms: 1 } },
      message: "limits.maxterms is not a limit; the limits are maxLength, maxTerms, maxDiagnostics",
    },
    {
      given: { ...options, limits: { maxTerms: -1 } },
      message: "limits.maxTerms must be a whole number from 0, or Infinity",
    },
  ])("are refused by name if they are invalid: $message", ({ given, message }) => {
    expect(() => Reflect.apply(compile, null, ["type:Person", given])).toThrow(new TypeError(message));
  });

  test.each([undefined, null, 5, {}, { kind: "text" }, { kind: "query" }, []])(
    "are checked together with the source: %s is refused by name",
    (source) => {
      const message = "source must be a string or a query";
      expect(() => Reflect.apply(compile, null, [source, options])).toThrow(new TypeError(message));
    },
  );
});

describe('refuseAt: "warning"', () => {
  const strict: CompileOptions = { ...options, refuseAt: "warning" };

  test.each([
    ["tpye:Person", "unknown-qualifier"],
    ["(type:Deal)", "not-an-operator"],
    ["shape:Nowhere", "unresolved-shape"],
    ["after:today before:yesterday", "empty-range"],
  ])("refuses a query with warnings: %s", (source, code) => {
    const [lenient, refused] = [compile(source, options), compile(source, strict)];
    expect([lenient.ok, refused.ok]).toEqual([true, false]);
    expect(refused.diagnostics).toEqual(lenient.diagnostics);
    expect(refused.diagnostics.map((each) => each.code)).toContain(code);
    expect(refused).not.toHaveProperty("filter_definition");
  });

  test.each([
    ["type:Person"],
    ["type:Person sort:name report"],
    [""],
    ["type:Person type:Person after:7d after:30d"],
  ])("accepts a query with only notes: %j", (source) => {
    expect(compile(source, strict)).toEqual(compile(source, options));
  });

  test("refuses a query with a warning even if no diagnostic is kept", () => {
    expect(compile("tpye:Person", { ...strict, limits: { maxDiagnostics: 0 } })).toMatchObject({
      ok: false,
      diagnostics: [],
    });
  });

  test("is not the default, which refuses only errors", () => {
    for (const refuseAt of ["error", undefined] as const)
      expect(compile("tpye:Person", { ...options, refuseAt }).ok).toBe(true);
    expect(compile("type:", strict).ok).toBe(false);
  });

  test("is one of two valid values", () => {
    for (const refuseAt of ["information", "", null, true])
      expect(() => Reflect.apply(compile, null, ["", { ...options, refuseAt }])).toThrow(
        new TypeError('options.refuseAt must be "error" or "warning"'),
      );
  });

  test("is explained with the warnings", () => {
    expect(explain(compile("tpye:Person", strict))).toMatch(/^The query is refused.*\n- `tpye:` is not a/u);
  });
});

test("the page of codes is that of the docsUrl option", () => {
  const docsUrl = "https://docs.example/codes";
  const hrefs = [
    compile("type:", { ...options, docsUrl }).diagnostics[0]?.href,
    parse("type:", { docsUrl }).diagnostics[0]?.href,
    validate("type:", { docsUrl })[0]?.href,
    compileSlice({ name: "x", cql: "type:" }, { ...options, docsUrl }).diagnostics[0]?.href,
  ];
  expect(hrefs).toEqual(hrefs.map(() => `${docsUrl}#missing-value`));
  expect(resolveDate("soon", 0, { docsUrl })).toMatchObject({
    diagnostic: { href: `${docsUrl}#date-unknown` },
  });
  const { diagnostics } = compileSlice({}, { ...options, docsUrl });
  expect(diagnostics.map(({ href }) => href)).toEqual([`${docsUrl}#malformed-body`]);
  for (const use of [parse, validate])
    expect(() => Reflect.apply(use, null, ["", { docsUrl: 5 }])).toThrow(
      new TypeError("options.docsUrl must be a string"),
    );
});
