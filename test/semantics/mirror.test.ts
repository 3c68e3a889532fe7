// Tests the structured mirror: from a query to a filter and back.

import { describe, expect, test } from "vitest";
import { compileSlice, filterOf, parse, print, queryOf, type SliceFilter } from "../../src/index.ts";
import { listing } from "../../src/text/show.ts";
import { membershipQualifiers } from "../../src/vocabulary/qualifiers.ts";
import { exampleCatalog } from "../support/example-catalog.ts";
import { MEMBERSHIP } from "../support/qualifiers.ts";

/** Checks what filter a text is, and what text that filter is. */
function check(source: string, filter: SliceFilter, printed: string = source): void {
  expect(filterOf(parse(source).query)).toEqual(filter);
  expect(print(queryOf(filter))).toBe(printed);
}

test("the keys of a filter are the membership qualifiers", () => {
  expect(membershipQualifiers).toEqual(MEMBERSHIP);
});

describe("a query becomes a filter and back", () => {
  test("without keys if it has no terms", () => check("", {}));

  test("with a key for each qualifier", () => {
    for (const word of MEMBERSHIP) check(`${word}:A`, { [word]: ["A"] });
    check("type:A shape:B source:C source-shape:D after:7d before:1d", {
      type: ["A"],
      shape: ["B"],
      source: ["C"],
      "source-shape": ["D"],
      after: ["7d"],
      before: ["1d"],
    });
  });

  test("with one list for the terms of a qualifier, in their order", () => {
    check("type:B after:7d type:A", { type: ["B", "A"], after: ["7d"] }, "type:B type:A after:7d");
  });

  test("with keys in the order of the vocabulary, whatever the order of the text", () => {
    check("after:7d type:A", { after: ["7d"], type: ["A"] }, "type:A after:7d");
  });

  test("with duplicates once", () => {
    check('type:A type:"A" type:a', { type: ["A", "a"] }, "type:A type:a");
  });

  test("with names decoded, and quoted where needed", () => {
    check(
      'shape:"Sales \\"CRM\\"" type:"A"',
      { shape: ['Sales "CRM"'], type: ["A"] },
      'type:A shape:"Sales \\"CRM\\""',
    );
  });

  test("without terms that do not affect membership", () => {
    check("report type:A sort:name edge:x agent:y", { type: ["A"] }, "type:A");
  });

  test("with a term without a name, which stays without", () => {
    check('type:""', { type: [""] });
    expect(filterOf(parse("type:").query)).toEqual({ type: [""] });
  });

  test("with names of JavaScript built-ins", () => {
    check("type:__proto__ source:constructor", { type: ["__proto__"], source: ["constructor"] });
  });
});

describe("a filter as a query", () => {
  test("has the spans of its printed text", () => {
    const built = queryOf({ type: ["A"], shape: ["Sales CRM"] });
    expect(built).toEqual(parse('type:A shape:"Sales CRM"').query);
  });

  test("has a term without a name for an empty list", () => {
    expect(print(queryOf({ type: [] }))).toBe('type:""');
    expect(print(queryOf({ type: ["A"], after: [] }))).toBe('type:A after:""');
  });
});

describe("a value that is not a filter", () => {
  const keys = `valid ones are ${listing(MEMBERSHIP)}`;
  const withHole = ["A"];
  withHole.length = 2;
  test.each<{ readonly filter: unknown; readonly message: string }>([
    { filter: undefined, message: "filter must be an object whose keys are qualifiers" },
    { filter: null, message: "filter must be an object whose keys are qualifiers" },
    { filter: [], message: "filter must be an object whose keys are qualifiers" },
    { filter: "type:A", message: "filter must be an object whose keys are qualifiers" },
    { filter: { types: ["A"] }, message: `filter.types is not a membership qualifier; ${keys}` },
    { filter: { sort: ["name"] }, message: `filter.sort is not a membership qualifier; ${keys}` },
    { filter: { "\u202e": [] }, message: `filter.<U+202E> is not a membership qualifier; ${keys}` },
    { filter: { Type: ["A"] }, message: `filter.Type is not a membership qualifier; ${keys}` },
    { filter: { toString: [] }, message: `filter.toString is not a membership qualifier; ${keys}` },
    { filter: { type: "A" }, message: "filter.type must be an array of strings" },
    { filter: { type: null }, message: "filter.type must be an array of strings" },
    { filter: { type: undefined, shape: ["A"] }, message: "filter.type must be an array of strings" },
    { filter: { type: ["A", 5] }, message: "filter.type[1] must be a string" },
    { filter: { type: withHole }, message: "filter.type[1] must be a string" },
    {
      filter: {
        get type() {
          return ["A"];
        },
      },
      message: "filter.type must be an array of strings",
    },
    { filter: new Map([["type", ["A"]]]), message: "filter must be an object whose keys are qualifiers" },
    { filter: { "source-shape": [null] }, message: "filter.source-shape[0] must be a string" },
  ])("is refused by name: $message", ({ filter, message }) => {
    expect(() => Reflect.apply(queryOf, null, [filter])).toThrow(new TypeError(message));
    expect(messageOf(filter)).toBe(message);
  });
});

test("queryOf reads only the own members of a list, whatever it claims", () => {
  const list = Object.assign(["A"], {
    *[Symbol.iterator]() {
      yield "B";
    },
    findIndex: () => -1,
    map: () => [],
  });
  expect(print(queryOf({ type: list }))).toBe("type:A");
});

/** What a slice body with this filter is refused for, without the marks around the path. */
function messageOf(filter: unknown): string {
  const [diagnostic] = compileSlice({ name: "x", filter }, { catalog: exampleCatalog }).diagnostics;
  return diagnostic?.message.replace(/`([^`]*)`/u, "$1").replace(/\.$/u, "") ?? "";
}
