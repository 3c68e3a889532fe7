// Tests the `cql` template tag: values stay values, and what cannot be one is refused.

import { describe, expect, test } from "vitest";
import { cql, parse } from "../../src/index.ts";

const day = (iso: string): Date => new Date(iso);

/** What the tag makes of literal parts as they are, without a template around them. */
function written(raw: readonly string[], ...values: readonly unknown[]): unknown {
  return Reflect.apply(cql, null, [Object.assign([...raw], { raw }), ...values]);
}

describe("the values of a template", () => {
  test("may be none, and the text is read as it is", () => {
    expect(cql`type:Person  after:7d`).toBe("type:Person  after:7d");
    expect(cql``).toBe("");
  });

  test("are quoted after a qualifier", () => {
    expect(cql`type:${"Person"} after:${"3mo"}`).toBe('type:"Person" after:"3mo"');
    expect(cql`source-shape:${"a"}`).toBe('source-shape:"a"');
  });

  test("are free text if they stand alone", () => {
    expect(cql`${"quarterly report"} type:A`).toBe('"quarterly report" type:A');
    expect(cql`type:A ${"type:B"}`).toBe('type:A "type:B"');
  });

  test("are escaped, so that they stay values", () => {
    const name = 'a" type:"b\\';
    expect(cql`type:${name}`).toBe('type:"a\\" type:\\"b\\\\"');
    expect(parse(cql`type:${name}`).query.terms.map(({ value }) => value.text)).toEqual([name]);
  });

  test("may be empty, and are refused later as a missing name", () => {
    expect(cql`type:${""}`).toBe('type:""');
    expect(parse(cql`type:${""}`).diagnostics.map(({ code }) => code)).toEqual(["missing-value"]);
  });

  test("are written as JavaScript writes them if they are numbers", () => {
    expect(cql`type:${7} ${0.5}`).toBe('type:"7" "0.5"');
  });

  test("are written as days if they are days", () => {
    expect(cql`after:${day("2026-01-05")} before:${day("2026-02-01T00:00:00Z")}`).toBe(
      'after:"2026-01-05" before:"2026-02-01"',
    );
  });

  test("keep template syntax as text", () => {
    expect(cql`type:${"${x}"} shape:${"$&"}`).toBe('type:"${x}" shape:"$&"');
  });
});

describe("an array in a template", () => {
  test("becomes united terms after a qualifier", () => {
    expect(cql`type:${["A", "B"]}`).toBe('type:"A" type:"B"');
    expect(cql`x type:${["A", 7, day("2026-01-05")]} y`).toBe('x type:"A" type:"7" type:"2026-01-05" y');
  });

  test("becomes one text per member if it stands alone", () => {
    expect(cql`${["a", "b c"]}`).toBe('"a" "b c"');
  });

  test("is refused for a hole, because skipping it would widen", () => {
    const hole: string[] = [];
    hole.length = 1;
    for (const list of [hole, hole.concat("A")])
      expect(() => cql`type:${list}`).toThrow("cql: value 1 must be a string");
  });

  test("is refused later if it is empty, because skipping it would widen", () => {
    expect(cql`type:${[]}`).toBe('type:""');
    expect(cql`type:A ${[]}`).toBe('type:A ""');
    expect(parse(cql`type:${[]}`).diagnostics.map(({ code }) => code)).toEqual(["missing-value"]);
  });
});

describe("the place of a value", () => {
  test.each([
    { name: "inside a word", use: () => cql`type:a${"b"}` },
    { name: "after a qualifier that a letter follows", use: () => cql`types${"b"}` },
    { name: "after an unknown qualifier", use: () => cql`foo:${"b"}` },
    { name: "after a qualifier in another case", use: () => cql`Type:${"b"}` },
    { name: "after a minus and a qualifier", use: () => cql`-type:${"b"}` },
    { name: "after a closing quote", use: () => cql`type:"a"${"b"}` },
    { name: "as a qualifier's word", use: () => cql`(${"b"}` },
  ])("may not be $name", ({ use }) => {
    const message = "cql: value 1 must stand alone or right after a qualifier such as `type:`";
    expect(use).toThrow(new TypeError(message));
  });

  test("may not be inside quotes", () => {
    const message = "cql: value 1 must not stand inside quotes; it is quoted by itself";
    expect(() => cql`type:"${"b"}"`).toThrow(new TypeError(message));
    expect(() => cql`type:"a ${"b"} c"`).toThrow(new TypeError(message));
    expect(() => cql`"${"b"}`).toThrow(new TypeError(message));
  });

  test("may be after closed quotes and white space", () => {
    expect(cql`type:"a \\" ${"b"}`).toBe('type:"a \\\\" "b"');
    expect(cql`"a"
${"b"}`).toBe('"a"\n"b"');
  });

  test("may not be right before text", () => {
    const message = "cql: value 2 must be followed by white space";
    expect(() => cql`type:${"a"} ${"b"}c`).toThrow(new TypeError(message));
    expect(() => cql`type:${"a"} ${"b"}:c`).toThrow(new TypeError(message));
    expect(() => cql`type:${"a"} ${"b"}${"c"}`).toThrow(TypeError);
  });

  test("may be before any white space", () => {
    expect(written(["type:", "\u00a0", "\n"], "a", "b")).toBe('type:"a"\u00a0"b"\n');
    expect(written(["type:", "\t", "\r\n"], "a", "b")).toBe('type:"a"\t"b"\r\n');
  });
});

describe("backslashes in a template", () => {
  test("are escapes of CQL, and not of JavaScript", () => {
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

  test("do not turn escaped white space into white space", () => {
    const behind = "cql: value 1 must be followed by white space";
    expect(() => cql`type:${"a"}\n`).toThrow(new TypeError(behind));
    const before = "cql: value 1 must stand alone or right after a qualifier such as `type:`";
    expect(() => cql`"a"\n${"b"}`).toThrow(new TypeError(before));
  });

  test("keep an escaped quote from closing a phrase", () => {
    const message = "cql: value 1 must not stand inside quotes; it is quoted by itself";
    expect(() => cql`type:"a\" ${"b"}`).toThrow(new TypeError(message));
  });
});

describe("a value of another kind", () => {
  const use = (value: unknown): unknown => written(["x ", ""], value);
  const message = "cql: value 1 must be a string, a finite number, a Date, or an array of these";

  test.each([
    { value: undefined },
    { value: null },
    { value: true },
    { value: 5n },
    { value: {} },
    { value: Symbol("x") },
  ])("such as $value is refused by name", ({ value }) => {
    expect(() => use(value)).toThrow(new TypeError(message));
    expect(() => use(["a", value])).toThrow(new TypeError(message));
  });

  test("is refused if it is an array of arrays", () => {
    expect(() => use([["a"]])).toThrow(new TypeError(message));
  });

  test("is refused if it is a date with a time, because its day would widen the slice", () => {
    const whole = "cql: value 1 must be a whole day in UTC, as CQL dates are";
    expect(() => cql`after:${day("2026-01-05T12:00:00Z")}`).toThrow(new TypeError(whole));
    expect(() => cql`after:${day("2026-01-05T00:00:00.001Z")}`).toThrow(new TypeError(whole));
    expect(() => cql`after:${day("never")}`).toThrow(new TypeError(whole));
  });

  test("is refused if it is a day that CQL cannot write", () => {
    const whole = "cql: value 1 must be a whole day in UTC, as CQL dates are";
    expect(() => cql`after:${day("0000-12-31")}`).toThrow(new TypeError(whole));
    expect(() => cql`after:${day("+010000-01-01T00:00:00Z")}`).toThrow(new TypeError(whole));
    expect(cql`after:${[day("0001-01-01"), day("9999-12-31")]}`).toBe(
      'after:"0001-01-01" after:"9999-12-31"',
    );
  });

  test("is refused if it is NaN", () => {
    expect(() => cql`type:${Number.NaN}`).toThrow(new TypeError(message));
    expect(() => cql`type:${Number.POSITIVE_INFINITY}`).toThrow(new TypeError(message));
  });
});
