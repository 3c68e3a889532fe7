// Reads the conformance files, and puts what the toolkit says into their form.

import { readFileSync } from "node:fs";
import {
  applyFix,
  type Catalog,
  type CatalogData,
  createCatalog,
  type Diagnostic,
  type DiagnosticCode,
  type Limits,
  type Severity,
  type Span,
} from "../../src/index.ts";

/** The kinds of cases; each is a file. */
export const kinds = [
  "lex",
  "parse",
  "dates",
  "compile",
  "diagnostics",
  "format",
  "mirror",
  "body",
  "match",
] as const;

/** A kind of cases. */
export type Kind = (typeof kinds)[number];

/** One case of any kind. */
export interface Case<Input, Expected> {
  readonly name: string;
  readonly input: Input;
  readonly expected: Expected;
  readonly now?: string;
  readonly catalog?: string | CatalogData;
  readonly limits?: Partial<Limits>;
  readonly fields?: Readonly<Record<string, string>>;
}

/** A diagnostic as the files write it. */
export interface ExpectedDiagnostic {
  readonly code: DiagnosticCode;
  readonly severity: Severity;
  readonly span: Span;
  readonly tags?: readonly string[];
  readonly fix?: string | null;
}

/** The text of a file of the fixtures, for the schema and for what is in no kind. */
export function conformanceText(name: string): string {
  return readFileSync(new URL(`../../fixtures/conformance/${name}`, import.meta.url), "utf8");
}

/** The cases of a kind; the caller says what they are, and the schema holds it. */
export function casesOf(kind: Kind): readonly Case<never, never>[] {
  const { cases }: { readonly cases: readonly Case<never, never>[] } = JSON.parse(
    conformanceText(`${kind}.json`),
  );
  return cases;
}

const catalogs: Readonly<Record<string, CatalogData>> = JSON.parse(conformanceText("catalogs.json"));

/** The catalog of a case, and all else that a compilation may be given. */
export function optionsOf({ catalog = "empty", now, limits, fields }: Case<unknown, unknown>): {
  readonly catalog: Catalog;
  readonly now: Date;
  readonly limits: Partial<Limits>;
  readonly fields: Readonly<Record<string, string>>;
} {
  const data = typeof catalog === "string" ? catalogs[catalog] : catalog;
  if (data === undefined) throw new Error(`there is no catalog ${JSON.stringify(catalog)}`);
  return {
    catalog: createCatalog(data),
    now: new Date(now ?? "2026-11-20T12:00:00.000Z"),
    limits: limits ?? {},
    fields: fields ?? {},
  };
}

/** Diagnostics as the files write them, with fixes where the expected ones tell of fixes. */
export function asExpected(
  text: string,
  diagnostics: readonly Diagnostic[],
  expected: readonly ExpectedDiagnostic[],
): readonly ExpectedDiagnostic[] {
  return diagnostics.toSorted(byPosition).map((diagnostic, index) => {
    const { code, severity, span, tags } = diagnostic;
    const found = tags === undefined ? { code, severity, span } : { code, severity, span, tags };
    if (expected[index]?.fix === undefined) return found;
    return Object.assign(found, { fix: preferredFix(text, diagnostic) });
  });
}

/** The text after the preferred fix, or `null`. */
export function preferredFix(text: string, { fixes = [] }: Diagnostic): string | null {
  const fix = fixes.find(({ preferred }) => preferred === true);
  return fix === undefined ? null : applyFix(text, fix);
}

/** The order in which diagnostics are compared. */
export function byPosition(a: ExpectedDiagnostic, b: ExpectedDiagnostic): number {
  return a.span.start - b.span.start || a.span.end - b.span.end || (a.code < b.code ? -1 : 1);
}
