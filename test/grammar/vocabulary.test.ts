// Tests the vocabulary as data, and the constants of `slice-cql/grammar`, against the tables that the toolkit runs on.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { serializedGrammarOf } from "../../scripts/generate/serialized-grammar.ts";
import { catalogue, diagnosticCodes } from "../../src/diagnostics/catalogue/catalogue.ts";
import { serializedGrammar, textMateGrammar, vocabulary } from "../../src/exports/grammar.ts";
import { compile, createCatalog, parse, resolveDate } from "../../src/index.ts";
import { CqlParser } from "../../src/syntax/parser.ts";
import { dateUnits, dateWords } from "../../src/vocabulary/dates.ts";
import { defaultLimits } from "../../src/vocabulary/limits.ts";
import { operators } from "../../src/vocabulary/operators.ts";
import { isMembership, qualifiers } from "../../src/vocabulary/qualifiers.ts";
import { MEMBERSHIP } from "../support/qualifiers.ts";
import { root } from "../tidy/sources.ts";

const now = Date.parse("2026-11-20T12:00:00.000Z");

describe("the vocabulary", () => {
  test("has every qualifier, with the data of its row", () => {
    expect(vocabulary.qualifiers.map(({ word }) => word)).toEqual(qualifiers.map(({ word }) => word));
    for (const [index, row] of qualifiers.entries()) {
      const { membership, ...entry } = { ...vocabulary.qualifiers[index] };
      expect(row).toMatchObject(entry);
      expect(membership).toBe(isMembership(row.word));
    }
  });

  test.each(vocabulary.qualifiers)(
    "has an example of $word that parses to a term of it",
    ({ word, example }) => {
      const { query, diagnostics } = parse(`${word}:"${example}"`);
      expect(diagnostics).toEqual([]);
      expect(query.terms).toMatchObject([{ qualifier: word, value: { text: example } }]);
    },
  );

  test("has the paths that a filter has", () => {
    const catalog = createCatalog({ shapes: [{ id: "1", name: "a" }], sources: [{ id: "2", name: "a" }] });
    const query = MEMBERSHIP.map((word) => `${word}:${word === "after" || word === "before" ? "7d" : "a"}`);
    const result = compile(query.join(" "), { catalog, now });
    const definition = result.ok ? result.filter_definition : undefined;
    const paths = vocabulary.qualifiers.flatMap(({ path }) => path ?? []);
    expect(definition?.propertyFilters.map(({ path }) => path)).toEqual(paths);
    expect(Object.values(vocabulary.fields)).toEqual([...paths, definition?.dateRange?.field]);
  });

  test("has every date word and unit", () => {
    expect(vocabulary.dateWords.map(({ word }) => word)).toEqual([...dateWords.keys()]);
    expect(vocabulary.dateUnits.map(({ unit }) => unit)).toEqual([...dateUnits.keys()]);
  });

  test.each([
    ...vocabulary.dateWords.map(({ word }) => word),
    ...vocabulary.dateUnits.map(({ unit }) => `1${unit}`),
  ])("has %s, which is a date", (expression) => {
    expect(resolveDate(expression, now)).toMatchObject({ ok: true });
  });

  test("describes what date words and units mean", () => {
    const meanings = [...vocabulary.dateWords, ...vocabulary.dateUnits].map(({ meaning }) => meaning);
    expect(meanings).toEqual([
      "the present instant",
      "00:00 UTC of the current day",
      "00:00 UTC 1 day before the current one",
      "the same as 1w",
      "the same as 1mo",
      "the same as 1y",
      "1 hour",
      "24 hours",
      "168 hours",
      "1 calendar month",
      "12 calendar months",
    ]);
  });

  test("has the operators and the limits", () => {
    expect(vocabulary.operators).toEqual(operators);
    expect(vocabulary.limits).toEqual(defaultLimits);
  });

  test("has every diagnostic code with its severity", () => {
    const codes = diagnosticCodes.map((code) => ({ code, severity: catalogue[code].severity }));
    expect(vocabulary.diagnostics).toEqual(codes);
  });
});

test.each([
  ["grammar/vocabulary.json", vocabulary],
  ["grammar/cql.tmLanguage.json", textMateGrammar],
  ["grammar/serialized-grammar.json", serializedGrammar],
])("%s has the value of the exported constant", (path, constant) => {
  expect(JSON.parse(readFileSync(join(root, path), "utf8"))).toEqual(constant);
});

test("the serialized grammar is that of the parser, even with all checks on", () => {
  expect(serializedGrammar).toEqual(serializedGrammarOf(new CqlParser(true)));
});
