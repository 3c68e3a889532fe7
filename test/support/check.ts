// Checks what is said about a query: one row of a test is a marked text and the lines of one diagnostic.

import { expect, test } from "vitest";
import { hrefOf } from "../../src/diagnostics/href.ts";
import {
  applyFix,
  type Diagnostic,
  type DiagnosticCode,
  type ValidateOptions,
  validate,
} from "../../src/index.ts";
import { exampleCatalog, exampleNow } from "./example-catalog.ts";
import { mark, marked } from "./marked.ts";

/**
 * The text, with marks around what the diagnostic is about, then its lines: `severity: message`, `unnecessary` if
 * it can go, `related: ‹text›: message` for each related place, and for each fix `fix: title → text after it`, or
 * `preferred fix: …`.
 */
export type Row = readonly [text: string, ...lines: readonly string[]];

/** The catalog and the evaluation time that all rows are checked with, unless a test says otherwise. */
export const setting: ValidateOptions = { catalog: exampleCatalog, now: exampleNow };

/** Makes a test of each named row: its text gets the diagnostic once, with exactly these lines. */
export function reports(
  code: DiagnosticCode,
  rows: Readonly<Record<string, Row>>,
  options: ValidateOptions = setting,
): void {
  for (const [name, [source, ...lines]] of Object.entries(rows)) {
    test(`${code}: ${name}`, () => {
      const { text } = marked(source);
      const found = validate(text, options).filter((diagnostic) => diagnostic.code === code);
      expect(found.map((diagnostic) => linesOf(text, diagnostic))).toEqual([[source, ...lines]]);
    });
  }
}

/** Makes a test of each named text: it does not get the diagnostic. */
export function isSilent(
  code: DiagnosticCode,
  texts: Readonly<Record<string, string>>,
  options: ValidateOptions = setting,
): void {
  for (const [name, text] of Object.entries(texts)) {
    test(`no ${code}: ${name}`, () => {
      expect(codesOf(text, options)).not.toContain(code);
    });
  }
}

/** The codes that a text gets, by position. */
export function codesOf(text: string, options: ValidateOptions = setting): readonly DiagnosticCode[] {
  return validate(text, options).map((diagnostic) => diagnostic.code);
}

/** Checks all that is said of a text: `code ‹text›` for each diagnostic, by position. */
export function checkAll(
  text: string,
  expected: readonly string[],
  options: ValidateOptions = setting,
): void {
  const all = validate(text, options).map(({ code, span }) => `${code} ${mark(text, span)}`);
  expect(all).toEqual(expected);
}

/** A diagnostic as a row says it. */
export function linesOf(text: string, diagnostic: Diagnostic): Row {
  const { code, severity, message, span, related = [], tags = [], fixes = [], href } = diagnostic;
  expect(href).toBe(hrefOf(code));
  return [
    mark(text, span),
    `${severity}: ${message}`,
    ...tags,
    ...related.map((place) => `related: ${mark(text, place.span)}: ${place.message}`),
    ...fixes.map((fix) => {
      const kind = fix.preferred === true ? "preferred fix" : "fix";
      return `${kind}: ${fix.title} → ${applyFix(text, fix)}`;
    }),
  ];
}
