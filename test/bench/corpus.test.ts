// Holds the corpora: the same in every run, of the sizes that they claim, without mistakes, and mixed.
import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { corpus, corpusNames, isForPeers, names } from "../../bench/corpus.ts";
import { random } from "../../bench/random.ts";
import { createCatalog, parse, validate } from "../../src/index.ts";
import { qualifiers } from "../../src/vocabulary/qualifiers.ts";

const entries = (table: readonly string[]): { readonly id: string; readonly name: string }[] =>
  table.map((name) => ({ id: name, name }));
const catalog = createCatalog({
  shapes: entries(names.shapes),
  sources: entries(names.sources),
  types: names.types,
});
const limits = { maxLength: Number.POSITIVE_INFINITY, maxTerms: Number.POSITIVE_INFINITY };

describe.each(corpusNames)("the corpus %s", (name) => {
  const { texts, terms } = corpus(name);

  test("is the same every time", () => {
    const digest = (all: readonly string[]): string =>
      createHash("sha256").update(all.join("\n")).digest("hex");
    expect(digest(corpus(name).texts)).toBe(digest(texts));
  });

  test("has as many terms as it says, of some 14 characters each, or 18 without free text", () => {
    const found = texts.map((text) => parse(text, { limits }).query.terms.length);
    expect(found.reduce((sum, each) => sum + each, 0)).toBe(terms);
    const units = texts.reduce((sum, text) => sum + text.length, 0);
    expect(units / terms).toBeGreaterThan(13);
    expect(units / terms).toBeLessThan(isForPeers(name) ? 16 : 19);
  });
});

describe("the typical queries", () => {
  const { texts } = corpus("typical");
  const terms = texts.flatMap((text) => parse(text).query.terms);

  test("have 6 to 10 terms", () => {
    const counts = texts.map((text) => parse(text).query.terms.length);
    expect([Math.min(...counts), Math.max(...counts)]).toEqual([6, 10]);
  });

  test("have no errors, and no name that the catalog does not know", () => {
    const codes = texts.flatMap((text) => validate(text, { catalog, now: Date.UTC(2026, 10, 20) }));
    expect(
      codes.filter(({ severity, code }) => severity === "error" || code.startsWith("unresolved")),
    ).toEqual([]);
  });

  test("have every qualifier, free text, quotes, escapes and letters beyond ASCII", () => {
    const found = new Set(terms.map((term) => (term.kind === "qualified" ? term.qualifier : "free text")));
    expect(found).toEqual(new Set([...qualifiers.map(({ word }) => word), "free text"]));
    expect(terms.some(({ value }) => value.quoted && value.text.includes('"'))).toBe(true);
    expect(terms.some(({ value }) => value.quoted && value.text.includes("\\"))).toBe(true);
    expect(terms.some(({ value }) => /[^ -~]/u.test(value.text))).toBe(true);
    expect(terms.filter(({ value }) => !value.quoted).length).toBeGreaterThan(terms.length / 2);
  });
});

test("of a right query nothing is to be said, and of a slipped one something is", () => {
  const isSilent = (text: string): boolean =>
    validate(text, { catalog, now: Date.UTC(2026, 10, 20) }).length === 0;
  expect(corpus("right").texts.filter((text) => !isSilent(text))).toEqual([]);
  expect(corpus("slipped").texts.filter(isSilent)).toEqual([]);
});

test("the catalog has 1000 different names", () => {
  const { types, shapes, sources } = names;
  expect([types, shapes, sources].map((each) => new Set(each).size)).toEqual([40, 480, 480]);
});

test("random numbers depend on the seed alone, and stay within their bounds", () => {
  const numbers = (seed: number): readonly number[] => {
    const from = random(seed);
    return Array.from({ length: 1000 }, () => from.between(3, 7));
  };
  expect(numbers(1)).toEqual(numbers(1));
  expect(numbers(1)).not.toEqual(numbers(2));
  expect(new Set(numbers(1))).toEqual(new Set([3, 4, 5, 6, 7]));
  expect(() => random(1).one([])).toThrow(RangeError);
});
