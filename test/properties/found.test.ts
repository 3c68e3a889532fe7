// Tests what the properties once found, as rows, so that no seed has to find it again.

import { expect, test } from "vitest";
import {
  applyFix,
  compile,
  compileSlice,
  cql,
  createCatalog,
  explain,
  fixAll,
  parse,
  type Query,
  validate,
} from "../../src/index.ts";
import { errorsOf } from "../support/compare.ts";
import { cpuTime } from "../support/hostile.ts";

const options = { catalog: createCatalog({}), now: Date.parse("2026-11-20T10:10:41.123Z") };

test.each(['after:now""', 'before:x"', 'after:2026-01-01"x"', 'after:type:"Sales CRM"'])(
  "a date with a quote in it is refused and not dropped: %s",
  (text) => {
    expect(compile(text, options).ok).toBe(false);
  },
);

test.each(["\uffff", "\uffffa", "type:a \uffff"])(
  "U+FFFF at the start of a term is not lost (%#)",
  (text) => {
    expect(parse(text).query.terms.length).toBe(text.split(" ").length);
  },
);

test("a text of dashes is read in one pass", () => {
  const text = "-".repeat(60_000);
  expect(cpuTime(() => [validate(text, options), explain(text, options)], 1)).toBeLessThan(1000);
});

test("removing a term does not join its neighbours", () => {
  const text = 'type:a after:now type:"a"b';
  for (const { fixes = [] } of validate(text, options)) {
    for (const fix of fixes) expect(applyFix(text, fix)).not.toContain("nowb");
  }
});

test.each([
  'after:", ',
  'after:"x',
  'type:a after:now type:"a"b',
  "after: Person",
  'after:"last week"type:Person',
  'after:"7days"b',
  'before:"+7d"Type:Person',
])("fixAll adds no error to %s", (text) => {
  const codes = errorsOf(validate(text, options)).map((one) => one.code);
  const left = errorsOf(validate(fixAll(text, options), options)).map((one) => one.code);
  expect(left.filter((code) => !codes.includes(code))).toEqual([]);
});

test("an invalid JavaScript escape does not drop a part of a template", () => {
  // The second part was left out, and with it the source.
  expect(cql`type:${"Person"} source:"C:\users"`).toBe('type:"Person" source:"C:\\users"');
  expect(cql`type:"\u" source:${"gmail"}`).toBe('type:"\\u" source:"gmail"');
});

test("a getter of a body does not count as a missing member", () => {
  const people = { get: (): unknown => ["Person"], enumerable: true };
  const bodies = [
    Object.defineProperty({ name: "x" }, "cql", { get: () => "type:Person", enumerable: true }),
    Object.defineProperty({ name: "x" }, "filter", { get: () => ({ type: ["Person"] }), enumerable: true }),
    { name: "x", filter: Object.defineProperty({}, "type", people) },
    Object.defineProperty({ name: "x" }, "cql", { value: "type:Person", enumerable: false }),
  ];
  for (const body of bodies) {
    const { ok, diagnostics } = compileSlice(body, options);
    expect([ok, ...diagnostics.map(({ code }) => code)]).toEqual([false, "malformed-body"]);
  }
});

test("a word adjacent to a name is not split off, because the rest of the query would become text", () => {
  const text = 'type:"Person",source:gmail';
  expect(fixAll(text, options)).toBe(text);
  expect(compile(fixAll(text, options), options).ok).toBe(false);
});

test("an ID is not replaced by a name that other IDs share", () => {
  const sources = ["d1", "d2"].map((id) => ({ id, name: "drive" }));
  const catalog = createCatalog({ sources });
  expect(fixAll("source:d1", { ...options, catalog })).toBe("source:d1");
  expect(fixAll("source:d1", { catalog: createCatalog({ sources: sources.slice(0, 1) }) })).toBe(
    "source:drive",
  );
});

test.each<{ readonly name: string; readonly copy: (query: Query) => Query }>([
  { name: "spread", copy: (query) => ({ ...query }) },
  { name: "clone", copy: (query) => structuredClone(query) },
  { name: "JSON", copy: (query) => JSON.parse(JSON.stringify(query)) },
])("a copy of a tree that was not read is not the whole project: $name", ({ copy }) => {
  const limits = { maxLength: 5 };
  const { query } = parse("type:Person", { limits });
  expect(compile(copy(query), { ...options, limits })).toMatchObject({
    ok: false,
    diagnostics: [{ code: "too-long" }],
  });
  expect(compile(copy(query), options).ok).toBe(false);
  const long = parse(`type:${"x".repeat(65_536)}`).query;
  expect(compile(copy(long), options).ok).toBe(false);
});

test.each(["type: Person Company", 'type:"a\\"', "“type:Person”", "after:5 January", "typo:Person"])(
  "a text with two readings is left as it is: %s",
  (text) => {
    expect(fixAll(text, options)).toBe(text);
  },
);

test("a smart quote is reported even if a space is missing before its term", () => {
  // Putting the space in made the smart quote appear, as an error that had not been there.
  const codes = validate('type:"a"type:“b”', options).map(({ code }) => code);
  expect(codes).toEqual(expect.arrayContaining(["missing-space", "smart-quote"]));
});
