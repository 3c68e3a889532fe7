// Conformance of what a text means: dates, filter definitions, diagnostics, and the structured mirror.

import { describe, expect, test } from "vitest";
import {
  compile,
  compileSlice,
  type FilterDefinition,
  filterOf,
  type Names,
  parse,
  print,
  queryOf,
  resolveDate,
  type Slice,
  type SliceFilter,
  validate,
} from "../../src/index.ts";
import { asExpected, type Case, casesOf, type ExpectedDiagnostic, optionsOf, preferredFix } from "./files.ts";

type Text = string | readonly (string | { readonly repeat: string; readonly times: number })[];
type DateCase = Case<
  string,
  { readonly instant: string } | { readonly code: string; readonly fix?: string | null }
>;
type CompileCase = Case<Text, ExpectedCompiled | ExpectedRefused>;
type DiagnosticsCase = Case<string, readonly ExpectedDiagnostic[]>;
type MirrorCase = Case<string, SliceFilter> | Case<SliceFilter, string>;
type BodyCase = Case<
  unknown,
  { readonly ok: boolean; readonly slice?: Slice; readonly codes: readonly string[] }
>;

interface ExpectedCompiled {
  readonly ok: true;
  readonly filter_definition: FilterDefinition;
  readonly scope_warnings: readonly string[];
  readonly unresolved: Names;
}

interface ExpectedRefused {
  readonly ok: false;
  readonly errors: readonly ExpectedDiagnostic[];
}

describe("dates.json", () => {
  test.each<DateCase>(casesOf("dates"))("$name", checkDate);
});

describe("compile.json", () => {
  test.each<CompileCase>(casesOf("compile"))("$name", checkCompile);
});

describe("diagnostics.json", () => {
  test.each<DiagnosticsCase>(casesOf("diagnostics"))("$name", checkDiagnostics);
});

describe("mirror.json", () => {
  test.each<MirrorCase>(casesOf("mirror"))("$name", checkMirror);
});

describe("body.json", () => {
  test.each<BodyCase>(casesOf("body"))("$name", checkBody);
});

function checkDate({ input, now = "", expected }: DateCase): void {
  const result = resolveDate(input, new Date(now));
  if (result.ok) {
    expect({ instant: new Date(result.instant).toISOString() }).toEqual(expected);
    return;
  }
  const { code, severity, span } = result.diagnostic;
  const fix = "fix" in expected ? { fix: preferredFix(input, result.diagnostic) } : {};
  expect({ code, ...fix }).toEqual(expected);
  expect([severity, span]).toEqual(["error", { start: 0, end: input.length }]);
}

function checkCompile(given: CompileCase): void {
  const { expected } = given;
  const text = joined(given.input);
  const options = optionsOf(given);
  const result = compile(text, options);
  expect(result.now).toBe(options.now.toISOString());
  if (result.ok) {
    const { ok, filter_definition, scope_warnings, unresolved } = result;
    expect({ ok, filter_definition, scope_warnings, unresolved }).toStrictEqual(expected);
  } else {
    const errors = result.diagnostics.filter(({ severity }) => severity === "error");
    const wanted = "errors" in expected ? expected.errors : [];
    expect({ ok: false, errors: asExpected(text, errors, wanted) }).toEqual(expected);
  }
}

function checkDiagnostics(given: DiagnosticsCase): void {
  const { input, expected } = given;
  const options = optionsOf(given);
  const diagnostics = validate(input, options);
  expect(asExpected(input, diagnostics, expected)).toEqual(expected);
  expect(compile(input, options).diagnostics).toEqual(diagnostics);
  expect(diagnostics.map(({ span }) => span.start)).toEqual(
    diagnostics.map(({ span }) => span.start).toSorted((a, b) => a - b),
  );
}

function checkMirror(given: MirrorCase): void {
  const { input, expected } = given;
  const text = typeof input === "string" ? input : print(queryOf(input));
  const filter = typeof expected === "string" ? expected : filterOf(parse(text).query);
  expect(typeof input === "string" ? filter : text).toStrictEqual(expected);
  const [once, again] = [text, print(queryOf(filterOf(parse(text).query)))].map((each) => {
    const result = compile(each, optionsOf(given));
    return result.ok ? result.filter_definition : result.ok;
  });
  expect(again).toEqual(once);
}

function checkBody(given: BodyCase): void {
  const result = compileSlice(given.input, optionsOf(given));
  const codes = result.diagnostics.map(({ code }) => code);
  expect(result.ok ? { ok: true, slice: result.slice, codes } : { ok: false, codes }).toEqual(given.expected);
}

function joined(text: Text): string {
  if (typeof text === "string") return text;
  return text.map((part) => (typeof part === "string" ? part : part.repeat.repeat(part.times))).join("");
}
