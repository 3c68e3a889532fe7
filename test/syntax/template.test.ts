// The `cql` template tag: values stay values, and what cannot be one is refused.

import { describe, expect, test } from "vitest";
import { cql, parse } from "../../src/index.ts";

const day = (iso: string): Date => new Date(iso);

/** What the tag makes of literal parts as they are, without a template around them. */
function written(raw: readonly string[], ...values: readonly unknown[]): unknown {
  return Reflect.apply(cql, null, [Object.assign([...raw], { raw }), ...values]);
}

describe("values", () => {
  test("a template without values is the text as it is", () => {
    expect(cql`type:Person  after:7d`).toBe("type:Person  after:7d");
    expect(cql``).toBe("");
  });

  test("a value after a qualifier is quoted", () => {
    expect(cql`type:${"Person"} after:${"3mo"}`).toBe('type:"Person" after:"3mo"');
    expect(cql`source-shape:${"a"}`).toBe('source-shape:"a"');
  });

  test("a value alone is free text", () => {
    expect(cql`${"quarterly report"} type:A`).toBe('"quarterly report" type:A');
    expect(cql`type:A ${"type:B"}`).toBe('type:A "type:B"');
  });

  test("a value is escaped, so that it stays one", () => {
    const name = 'a" type:"b\\';
    expect(cql`type:${name}`).toBe('type:"a\\" type:\\"b\\\\"');
    expect(parse(cql`type:${name}`).query.terms.map(({ value }) => value.text)).toEqual([name]);
  });

  test("an empty value is one without a name, which is refused later", () => {
    expect(cql`type:${""}`).toBe('type:""');
    expect(parse(cql`type:${""}`).diagnostics.map(({ code }) => code)).toEqual(["missing-value"]);
  });

  test("a number is written as JavaScript writes it", () => {
    expect(cql`type:${7} ${0.5}`).toBe('type:"7" "0.5"');
  });

  test("a day is written as one", () => {
    expect(cql`after:${day("2026-01-05")} before:${day("2026-02-01T00:00:00Z")}`).toBe(
      'after:"2026-01-05" before:"2026-02-01"',
    );
  });

  test("template syntax in a value is literal", () => {
    expect(cql`type:${"${x}"} shape:${"$&"}`).toBe('type:"${x}" shape:"$&"');
  });
});

describe("arrays", () => {
  test("an array after a qualifier unites", () => {
    expect(cql`type:${["A", "B"]}`).toBe('type:"A" type:"B"');
    expect(cql`x type:${["A", 7, day("2026-01-05")]} y`).toBe('x type:"A" type:"7" type:"2026-01-05" y');
  });

  test("an array alone is one text per member", () => {
    expect(cql`${["a", "b c"]}`).toBe('"a" "b c"');
  });

  test("a hole of an array is not skipped, which would widen", () => {
    const hole: string[] = [];
    hole.length = 1;
    for (const list of [hole, hole.concat("A")])
      expect(() => cql`type:${list}`).toThrow("cql: value 1 must be a string");
  });

  test("an empty array is refused later, because skipping it would widen", () => {
    expect(cql`type:${[]}`).toBe('type:""');
    expect(cql`type:A ${[]}`).toBe('type:A ""');
    expect(parse(cql`type:${[]}`).diagnostics.map(({ code }) => code)).toEqual(["missing-value"]);
  });
});

describe("places", () => {
  test.each([
    { name: "inside a word", use: () => cql`type:a${"b"}` },
    { name: "after a qualifier that a letter follows", use: () => cql`types${"b"}` },
    { name: "after an unknown qualifier", use: () => cql`foo:${"b"}` },
    { name: "after a qualifier in another case", use: () => cql`Type:${"b"}` },
    { name: "after a minus and a qualifier", use: () => cql`-type:${"b"}` },
    { name: "after a closing quote", use: () => cql`type:"a"${"b"}` },
    { name: "as a qualifier's word", use: () => cql`(${"b"}` },
  ])("a value may not stand $name", ({ use }) => {
    const message = "cql: value 1 must stand alone or right after a qualifier such as `type:`";
    expect(use).toThrow(new TypeError(message));
  });

  test("a value may not appear inside quotes", () => {
    const message = "cql: value 1 must not stand inside quotes; it is quoted by itself";
    expect(() => cql`type:"${"b"}"`).toThrow(new TypeError(message));
    expect(() => cql`type:"a ${"b"} c"`).toThrow(new TypeError(message));
    expect(() => cql`"${"b"}`).toThrow(new TypeError(message));
  });

  test("a value may follow closed quotes and white space", () => {
    expect(cql`type:"a \\" ${"b"}`).toBe('type:"a \\\\" "b"');
    expect(cql`"a"
${"b"}`).toBe('"a"\n"b"');
  });

  test("text right after a value is refused", () => {
    const message = "cql: value 2 must be followed by white space";
    expect(() => cql`type:${"a"} ${"b"}c`).toThrow(new TypeError(message));
    expect(() => cql`type:${"a"} ${"b"}:c`).toThrow(new TypeError(message));
    expect(() => cql`type:${"a"} ${"b"}${"c"}`).toThrow(TypeError);
  });

  test("any white space may follow", () => {
    expect(written(["type:", "\u00a0", "\n"], "a", "b")).toBe('type:"a"\u00a0"b"\n');
    expect(written(["type:", "\t", "\r\n"], "a", "b")).toBe('type:"a"\t"b"\r\n');
  });
});

describe("backslashes", () => {
  test("of the literal parts are those of CQL, and not of JavaScript", () => {
    expect(cql`type:"a\\" ${"b"}`).toBe('type:"a\\\\" "b"');
    expect(cql`shape:"the \"big\" one"`).toBe('shape:"the \\"big\\" one"');
    expect(cql`shape:"C:\temp\new"`).toBe('shape:"C:\\temp\\new"');
    expect(parse(cql`shape:"C:\temp\new"`).query.terms.map(({ value }) => value.text)).toEqual([
      "C:\\temp\\new",
    ]);
  });

  test("never lose a literal part, as invalid JavaScript escapes do", () => {
    expect(cql`type:"C:\users" source:${"gmail"}`).toBe('type:"C:\\users" source:"gmail"');
    expect(cql`${"a"} type:"\xyz"`).toBe('"a" type:"\\xyz"');
    expect(cql`type:\unit`).toBe("type:\\unit");
  });

  test("an escaped white space is not white space", () => {
    const behind = "cql: value 1 must be followed by white space";
    expect(() => cql`type:${"a"}\n`).toThrow(new TypeError(behind));
    const before = "cql: value 1 must stand alone or right after a qualifier such as `type:`";
    expect(() => cql`"a"\n${"b"}`).toThrow(new TypeError(before));
  });

  test("an escaped quote closes nothing", () => {
    const message = "cql: value 1 must not stand inside quotes; it is quoted by itself";
    expect(() => cql`type:"a\" ${"b"}`).toThrow(new TypeError(message));
  });
});

describe("kinds of values", () => {
  const use = (value: unknown): unknown => written(["x ", ""], value);
  const message = "cql: value 1 must be a string, a finite number, a Date, or an array of these";

  test.each([
    { value: undefined },
    { value: null },
    { value: true },
    { value: 5n },
    { value: {} },
    { value: Symbol("x") },
  ])("$value is refused by name", ({ value }) => {
    expect(() => use(value)).toThrow(new TypeError(message));
    expect(() => use(["a", value])).toThrow(new TypeError(message));
  });

  test("an array of arrays is refused", () => {
    expect(() => use([["a"]])).toThrow(new TypeError(message));
  });

  test("a date with a time is refused, because its day would widen the slice", () => {
    const whole = "cql: value 1 must be a whole day in UTC, as CQL dates are";
    expect(() => cql`after:${day("2026-01-05T12:00:00Z")}`).toThrow(new TypeError(whole));
    expect(() => cql`after:${day("2026-01-05T00:00:00.001Z")}`).toThrow(new TypeError(whole));
    expect(() => cql`after:${day("never")}`).toThrow(new TypeError(whole));
  });

  test("a day that CQL cannot write is refused", () => {
    const whole = "cql: value 1 must be a whole day in UTC, as CQL dates are";
    expect(() => cql`after:${day("0000-12-31")}`).toThrow(new TypeError(whole));
    expect(() => cql`after:${day("+010000-01-01T00:00:00Z")}`).toThrow(new TypeError(whole));
    expect(cql`after:${[day("0001-01-01"), day("9999-12-31")]}`).toBe(
      'after:"0001-01-01" after:"9999-12-31"',
    );
  });

  test("NaN is refused", () => {
    expect(() => cql`type:${Number.NaN}`).toThrow(new TypeError(message));
    expect(() => cql`type:${Number.POSITIVE_INFINITY}`).toThrow(new TypeError(message));
  });
});
