// Puts a parsed query and the oracle's terms side by side.

import { type CompileResult, type Diagnostic, type Limits, parse, type Query } from "../../src/index.ts";
import type { ScannedTerm } from "./scanner.ts";

/** Limits that never bite, for properties that are about everything in a text. */
export const UNLIMITED: Limits = { maxLength: Infinity, maxTerms: Infinity, maxDiagnostics: Infinity };

/** The query's terms in the oracle's form (without `unterminated`, which is a diagnostic there). */
export function flat(query: Query): readonly ScannedTerm[] {
  return query.terms.map((term) => ({
    ...(term.kind === "qualified" ? { kind: term.kind, qualifier: term.qualifier } : { kind: term.kind }),
    text: term.value.text,
    quoted: term.value.quoted,
    span: { start: term.span.start, end: term.span.end },
    valueSpan: { start: term.value.span.start, end: term.value.span.end },
  }));
}

/** What `parse(print(q))` has to keep: everything but the spans. */
export function withoutSpans(query: Query): readonly object[] {
  return flat(query).map(({ kind, qualifier, text, quoted }) => ({ kind, qualifier, text, quoted }));
}

/** What `format` has to keep: the terms and their names, but neither spans nor quotes. */
export function namesOnly(query: Query): readonly object[] {
  return flat(query).map(({ qualifier, text }) => ({ qualifier, text }));
}

/** The first thing in which the parser and a scanner differ on `text`, or `null`. */
export function disagreement(scan: (text: string) => readonly ScannedTerm[], text: string): string | null {
  const { query, diagnostics } = parse(text, { limits: UNLIMITED });
  const expected = scan(text);
  const actual = flat(query);
  if (actual.length !== expected.length) return `${actual.length} terms, the scanner has ${expected.length}`;
  for (const [index, term] of expected.entries()) {
    const { unterminated: _, ...rest } = term;
    const found = actual[index];
    if (found === undefined || fingerprint(found) !== fingerprint(rest)) {
      return `term ${index}: ${JSON.stringify(found)}, the scanner has ${JSON.stringify(rest)}`;
    }
  }
  const open = expected.some((term) => term.unterminated === true);
  if (open !== codesOf(diagnostics).includes("unterminated-quote"))
    return `unterminated-quote should be ${open}`;
  return null;
}

/** What a text compiled to. */
export type Compiled = Extract<CompileResult, { readonly ok: true }>;

/** What a filter has conditions about. */
export function kindsOf({ filter_definition }: Compiled): readonly string[] {
  const { entityTypes, propertyFilters, dateRange } = filter_definition;
  return [
    ...(entityTypes === undefined ? [] : ["types"]),
    ...propertyFilters.map(({ path }) => path),
    ...(dateRange?.start === undefined ? [] : ["start"]),
    ...(dateRange?.end === undefined ? [] : ["end"]),
  ];
}

/** The diagnostics of severity error. */
export function errorsOf(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  return diagnostics.filter((diagnostic) => diagnostic.severity === "error");
}

/** The codes of the diagnostics, each once, in alphabetical order. */
export function codesOf(diagnostics: readonly Diagnostic[]): readonly string[] {
  return [...new Set(diagnostics.map((diagnostic) => diagnostic.code))].toSorted();
}

function fingerprint(term: ScannedTerm): string {
  const { kind, qualifier, text, quoted, span, valueSpan } = term;
  const numbers = [span.start, span.end, valueSpan.start, valueSpan.end];
  return `${kind} ${qualifier ?? ""} ${quoted} ${numbers.join(",")} ${text}`;
}
