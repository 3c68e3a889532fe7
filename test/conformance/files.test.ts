// The conformance files are what their schema says, and cover the language.

import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, test } from "vitest";
import { catalogue } from "../../src/diagnostics/catalogue/catalogue.ts";
import { isMembership, isQualifier, qualifiers, rowOf } from "../../src/vocabulary/qualifiers.ts";
import { byPosition, type Case, casesOf, conformanceText, type ExpectedDiagnostic, kinds } from "./files.ts";

interface Schema {
  readonly $defs: { readonly code: { readonly enum: readonly string[] } };
}

const [folder, table] = ["fixtures/conformance", "src/vocabulary/qualifiers.ts"];

const schema: Schema = JSON.parse(conformanceText("conformance.schema.json"));
const ajv = new Ajv2020({ allErrors: true, strict: true, allowUnionTypes: true });
ajv.addSchema(schema, "conformance");
const all: readonly Case<unknown, unknown>[] = kinds.flatMap((kind) => casesOf(kind));

describe.each(kinds)("%s.json", (kind) => {
  test("matches its schema", () => {
    expect(problems(`conformance#/$defs/${kind}File`, `${kind}.json`)).toEqual([]);
  });

  test("names each case once", () => {
    const names = casesOf(kind).map(({ name }) => name);
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  });

  test("has one case per line, so that diffs are readable", () => {
    const lines = conformanceText(`${kind}.json`).split("\n");
    expect(lines.filter((line) => line.startsWith("    { ")).length).toBe(casesOf(kind).length);
  });
});

test("catalogs.json matches its schema", () => {
  expect(problems("conformance#/$defs/catalogs", "catalogs.json")).toEqual([]);
});

test("a file of one kind does not match another kind's schema", () => {
  expect(problems("conformance#/$defs/lexFile", "parse.json")).not.toEqual([]);
});

test("there are at least 400 cases", () => {
  expect(all.length).toBeGreaterThanOrEqual(400);
});

test("the schema knows exactly the codes that there are", () => {
  expect(schema.$defs.code.enum.toSorted()).toEqual(Object.keys(catalogue).toSorted());
});

test("the schema knows exactly the qualifiers that there are", () => {
  const knows = (definition: string, word: string): boolean =>
    ajv.getSchema(`conformance#/$defs/${definition}`)?.(word) === true;
  const advice = `in ${folder}/conformance.schema.json write each qualifier of ${table} in the one enum that it belongs to: nameQualifier (its names are looked up), membershipQualifier or qualifier`;
  const words = ["Type", "", "date", ...qualifiers.map(({ word }) => word)];
  expect(
    words.map((word) => ({
      word,
      isName: knows("nameQualifier", word),
      isMembership: knows("membershipQualifier", word),
      isQualifier: knows("qualifier", word),
    })),
    advice,
  ).toEqual(
    words.map((word) => ({
      word,
      isName: isQualifier(word) && rowOf(word).means === "name",
      isMembership: isQualifier(word) && isMembership(word),
      isQualifier: isQualifier(word),
    })),
  );
});

test("every qualifier is compiled in some case", () => {
  const inputs = casesOf("compile").map(({ input }) => String(input));
  const missing = qualifiers.filter(({ word }) => !inputs.some((input) => ` ${input}`.includes(` ${word}:`)));
  const advice = `write a case in ${folder}/compile.json whose input has it`;
  expect(
    missing.map(({ word }) => word),
    advice,
  ).toEqual([]);
});

test("every code is expected at least twice", () => {
  const expected = all.flatMap((each) => codesIn(each.expected));
  const seldom = schema.$defs.code.enum.filter((code) => expected.filter((each) => each === code).length < 2);
  expect(seldom).toEqual([]);
});

test("expected diagnostics are sorted, so that implementations can do the same", () => {
  const unsorted = casesOf("diagnostics").filter(({ expected }) => {
    const list: readonly ExpectedDiagnostic[] = expected;
    return JSON.stringify(list.toSorted(byPosition)) !== JSON.stringify(list);
  });
  expect(unsorted).toEqual([]);
});

test("only inputs with lone surrogates require UTF-16", () => {
  const wrong = all.filter(
    (each) => "requires" in each === (typeof each.input === "string" ? each.input.isWellFormed() : true),
  );
  expect(wrong).toEqual([]);
});

function problems(ref: string, file: string): readonly string[] {
  const isValid = ajv.getSchema(ref);
  if (isValid === undefined) throw new Error(`there is no ${ref}`);
  return isValid(JSON.parse(conformanceText(file)))
    ? []
    : (isValid.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message ?? ""}`);
}

/** Every code in an expectation, wherever it occurs. */
function codesIn(value: unknown): readonly string[] {
  if (typeof value === "string") return [value];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, member]) =>
    ["code", "codes", "errors", "diagnostics"].includes(key) || Array.isArray(value) ? codesIn(member) : [],
  );
}
