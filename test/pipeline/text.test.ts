// Tests the operations on whole texts: validate, format, applyFix and fixAll.

import { describe, expect, test } from "vitest";
import {
  applyFix,
  compile,
  createCatalog,
  fixAll,
  format,
  lineMap,
  renderDiagnostic,
  validate,
} from "../../src/index.ts";
import { codesOf, setting } from "../support/check.ts";
import { exampleCatalog, exampleNow } from "../support/example-catalog.ts";

describe("validate", () => {
  test("reports the same as compile", () => {
    const options = { catalog: exampleCatalog, now: exampleNow };
    for (const text of [
      "",
      "type:Persn report",
      'shape:"Sales CMR" after:never',
      'type:"a',
      "after:now before:1d",
    ]) {
      expect(validate(text, options)).toEqual(compile(text, options).diagnostics);
    }
  });

  test("checks everything but names without a catalog", () => {
    expect(codesOf("type:Persn shape:Nowhere source:a,b after:never report", { now: exampleNow })).toEqual([
      "date-unknown",
      "free-text",
    ]);
  });

  test("uses the clock of the machine without options", () => {
    expect(validate("before:2999-01-01").map(({ code }) => code)).toEqual(["future-date"]);
    expect(validate("before:now")).toEqual([]);
  });

  test("returns diagnostics sorted by position", () => {
    const starts = validate("x type:A type: -type:B x type:A after:9d after:8d", setting).map(
      ({ span }) => span.start,
    );
    expect(starts).toEqual(starts.toSorted((a, b) => a - b));
    expect(starts.length).toBeGreaterThan(5);
  });

  test("keeps the most severe of too many", () => {
    const diagnostics = validate("a b type:Person type:Person type: after:never", {
      ...setting,
      limits: { maxDiagnostics: 3 },
    });
    expect(diagnostics.map(({ code }) => code)).toEqual(["free-text", "missing-value", "date-unknown"]);
  });

  test.each([
    { given: [undefined], message: "text must be a string" },
    { given: [5], message: "text must be a string" },
    {
      given: ["", { now: Number.NaN }],
      message: "options.now must be a valid Date or a time in milliseconds",
    },
    { given: ["", { catalog: {} }], message: "options.catalog must be a catalog, as createCatalog makes it" },
    {
      given: ["", { catalog: null }],
      message: "options.catalog must be a catalog, as createCatalog makes it",
    },
    {
      given: ["", { limits: { max: 9 } }],
      message: "limits.max is not a limit; the limits are maxLength, maxTerms, maxDiagnostics",
    },
    { given: ["", null], message: "options must be an object" },
    { given: ["", { limits: null }], message: "limits must be an object" },
    { given: ["", { fields: null }], message: "fields must be an object" },
    {
      given: ["", { limits: { maxLength: "9" } }],
      message: "limits.maxLength must be a whole number from 0, or Infinity",
    },
    { given: ["", { fields: { date: 5 } }], message: "fields.date must be a non-empty string" },
  ])("refuses by name, and so does fixAll: $message", ({ given, message }) => {
    for (const use of [validate, fixAll])
      expect(() => Reflect.apply(use, null, given)).toThrow(new TypeError(message));
  });
});

describe("format is right for", () => {
  test.each([
    { name: "nothing", text: "", formatted: "" },
    { name: "white space", text: " \n\t", formatted: "" },
    {
      name: "what is canonical",
      text: 'type:A shape:"a b" after:7d x',
      formatted: 'type:A shape:"a b" after:7d x',
    },
    {
      name: "much white space",
      text: "  type:A \n\n type:B\u00a0type:C\t",
      formatted: "type:A type:B type:C",
    },
    {
      name: "needless quotes",
      text: 'type:"A" after:"7d" source:"a:b"',
      formatted: "type:A after:7d source:a:b",
    },
    { name: "quotes around white space", text: 'type:"a b" type:" "', formatted: 'type:"a b" type:" "' },
    { name: "quotes around a quote", text: 'type:"a\\"b"', formatted: 'type:"a\\"b"' },
    {
      name: "quotes around an opening quote",
      text: 'type:"\'a" type:"“b"',
      formatted: 'type:"\'a" type:"“b"',
    },
    { name: "escapes that need none", text: 'type:"C:\\temp x"', formatted: 'type:"C:\\\\temp x"' },
    { name: "a backslash in needless quotes", text: 'type:"C:\\\\temp"', formatted: "type:C:\\temp" },
    { name: "a quote in a bare name", text: 'type:a"b', formatted: 'type:a"b' },
    { name: "scope terms", text: 'sort:"name"  edge:"a"', formatted: 'sort:"name" edge:"a"' },
    { name: "free text", text: '"a"   b  "C:\\temp"', formatted: '"a" b "C:\\temp"' },
    { name: "warnings", text: "tpye:A   -type:B OR  sort:", formatted: "tpye:A -type:B OR sort:" },
    { name: "duplicates", text: "type:A  type:A", formatted: "type:A type:A" },
    {
      name: "dates in their spelling",
      text: 'after:"-007d"  before:last-week',
      formatted: "after:-007d before:last-week",
    },
  ])("$name", ({ text, formatted }) => {
    expect(format(text)).toBe(formatted);
    expect(format(formatted)).toBe(formatted);
  });

  test.each([
    { name: "an open quote", text: '  type:"A' },
    { name: "terms that touch", text: ' "a"b' },
    { name: "a missing name", text: "  type:   type:A" },
    { name: "a qualifier in another case", text: "  Type:A" },
    { name: "a typographic quote", text: "  type:“A”" },
    { name: "a control character", text: "  type:a\u0000" },
    { name: "a date that is not one", text: "  after:never" },
    { name: "a date that is always out of range", text: "  after:99999y" },
    { name: "too many terms", text: " a".repeat(5_000) },
    { name: "too many characters", text: ` ${"a".repeat(70_000)}` },
  ])("a text with $name, which stays as it is", ({ text }) => {
    expect(format(text)).toBe(text);
  });

  test("a date that is only sometimes out of range, which is formatted", () => {
    expect(format("  after:2100y  ")).toBe("after:2100y");
  });

  test("an argument that is not a string, which is refused by name", () => {
    expect(() => Reflect.apply(format, null, [null])).toThrow(new TypeError("text must be a string"));
  });
});

describe("applyFix", () => {
  test("applies the edits of one fix", () => {
    const [diagnostic] = validate("Type:Person after:7d", setting);
    const [fix] = diagnostic?.fixes ?? [];
    expect(fix && applyFix("Type:Person after:7d", fix)).toBe("type:Person after:7d");
  });

  test.each([
    { of: applyFix, given: ["a", undefined], message: "fix must be a fix of a diagnostic" },
    { of: renderDiagnostic, given: ["a", undefined], message: "diagnostic must be a diagnostic of the text" },
    { of: renderDiagnostic, given: [5, {}], message: "text must be a string" },
    { of: lineMap, given: [undefined], message: "text must be a string" },
  ])("refuses by name a wrong argument: $message", ({ of, given, message }) => {
    expect(() => Reflect.apply(of, null, given)).toThrow(new TypeError(message));
  });
});

describe("fixAll", () => {
  test.each([
    { text: "", fixed: "" },
    { text: "type:Person after:7d", fixed: "type:Person after:7d" },
    { text: "Type:Person OR type:Company after:7days", fixed: "type:Person type:Company after:7d" },
    { text: "type: Person", fixed: "type:Person" },
    { text: 'shape:"Sales CRM', fixed: 'shape:"Sales CRM"' },
    { text: '"a""b"type:Person', fixed: '"a" "b" type:Person' },
    { text: '"a""b"', fixed: '"a" "b"' },
    { text: "shape:“Sales CRM” source:'gmail'", fixed: 'shape:"Sales CRM" source:"gmail"' },
    { text: "after:last week", fixed: "after:last-week" },
    { text: "after:+7d", fixed: "after:7d" },
    { text: "type:Per\u200bson", fixed: "type:Person" },
    { text: "source:gmail,slack", fixed: "source:gmail source:slack" },
    { text: "type:A type:A type:A", fixed: "type:A" },
    { text: "after:7d after:30d", fixed: "after:30d" },
    { text: "after:7d after:7d after:30d", fixed: "after:30d" },
    { text: 'after:"last week"type:Person', fixed: "after:last-week type:Person" },
    { text: "after:12mo after:1y", fixed: "after:12mo" },
    { text: "source:c0ffee00-0000-4000-8000-000000000001", fixed: "source:gmail" },
    { text: "tpye:Person", fixed: "type:Person" },
  ])("fixes $text", ({ text, fixed }) => {
    expect(fixAll(text, setting)).toBe(fixed);
    expect(fixAll(fixed, setting)).toBe(fixed);
  });

  test("continues with fixes that appear when others are applied", () => {
    expect(fixAll("Type:Person TYPE:Person", setting)).toBe("type:Person");
    expect(fixAll("after:+7days", setting)).toBe("after:7d");
  });

  test.each([
    "type:",
    "after:never",
    "source:gmial",
    "type:Persn",
    "after:05/01/2026",
    'type:a"b',
    "(type:A",
  ])("leaves %s, which has no certain reading", (text) => {
    expect(fixAll(text, setting)).toBe(text);
  });

  test("never adds an error", () => {
    const errors = (text: string): number =>
      validate(text, setting).filter(({ severity }) => severity === "error").length;
    for (const text of [
      "type: type: A",
      'type:"A type:B',
      "Type:“A B",
      "after:+7 d",
      "tpye:'A B'",
      "After:7 days",
    ]) {
      expect(errors(fixAll(text, setting))).toBeLessThanOrEqual(errors(text));
    }
  });

  test("fixes more places than diagnostics are returned", () => {
    const many = Array.from({ length: 500 }, (_, index) => `Type:A${index}`).join(" ");
    expect(fixAll(many, setting)).toBe(many.replaceAll("Type", "type"));
  });

  test("fixes all places even if few diagnostics may be returned", () => {
    const many = Array.from({ length: 500 }, (_, index) => `Type:A${index}`).join(" ");
    const limits = { maxDiagnostics: 1 };
    expect(fixAll(many, { ...setting, limits })).toBe(many.replaceAll("Type", "type"));
  });

  test("works without options", () => {
    expect(fixAll("Type:Person after:7days")).toBe("type:Person after:7d");
    expect(fixAll("source:gmail,slack")).toBe("source:gmail,slack");
  });

  test("fixes names by the catalog", () => {
    const catalog = createCatalog({ types: ["A", "B"] });
    expect(fixAll("type:A,B", { catalog })).toBe("type:A type:B");
  });

  test("refuses what validate refuses", () => {
    expect(() => Reflect.apply(fixAll, null, [5])).toThrow(new TypeError("text must be a string"));
    expect(() => fixAll("", { now: Number.NaN })).toThrow(TypeError);
  });
});
