// Reads the date oracle and compares the toolkit with it, row by row.

import { readFileSync } from "node:fs";
import { compile, createCatalog, type Diagnostic, query, resolveDate, term } from "../../src/index.ts";

/** A row of `fixtures/dates/cases.json`. */
export interface DateCase {
  readonly expr: string;
  readonly now: string;
  readonly expectedStart?: string;
  readonly error?: string;
  readonly tags: readonly string[];
}

/** A row of `fixtures/dates/ranges.json`. */
export interface RangeCase {
  readonly cql: string;
  readonly now: string;
  readonly start?: string | null;
  readonly end?: string | null;
  readonly empty?: boolean;
  readonly errors?: readonly { readonly token: number; readonly code: string }[];
}

/** The 4000 expressions. */
export const dateCases: readonly DateCase[] = JSON.parse(fixture("cases"));

/** The 400 queries. */
export const rangeCases: readonly RangeCase[] = JSON.parse(fixture("ranges"));

/** What is wrong with the toolkit's answer to an expression, by itself and in a query; empty if nothing is. */
export function dateFailures(row: DateCase): readonly string[] {
  const now = Date.parse(row.now);
  const resolved = resolveDate(row.expr, now);
  const alone = resolved.ok ? new Date(resolved.instant).toISOString() : undefined;
  const found = [
    ["resolveDate", alone],
    ["after:", rangeOf([["after", row.expr]], now)?.start],
    ["before:", rangeOf([["before", row.expr]], now)?.end],
  ] as const;
  return found.flatMap(([where, instant]) =>
    instant === row.expectedStart ? [] : [`${where} ${JSON.stringify(row)}: ${String(instant)}`],
  );
}

/** What is wrong with the toolkit's answer to a query; empty if nothing is. */
export function rangeFailures(row: RangeCase): readonly string[] {
  const result = compile(row.cql, { catalog, now: new Date(row.now) });
  const { start, end } = result.ok ? (result.filter_definition.dateRange ?? {}) : {};
  const errors = result.diagnostics.filter(({ severity }) => severity === "error");
  const found = result.ok
    ? { start: start ?? null, end: end ?? null, empty: has(result.diagnostics, "empty-range") }
    : { errors: errors.map(({ code, span }) => ({ token: termAt(result.query.terms, span.start), code })) };
  const { cql, now, ...expected } = row;
  return JSON.stringify(found) === JSON.stringify(expected)
    ? []
    : [`${cql} at ${now}: ${JSON.stringify(found)}`];
}

const catalog = createCatalog({});

function rangeOf(
  terms: readonly (readonly ["after" | "before", string])[],
  now: number,
): { readonly start?: string; readonly end?: string } | undefined {
  const source = query(terms.map(([qualifier, value]) => term(qualifier, value)));
  const result = compile(source, { catalog, now });
  return result.ok ? result.filter_definition.dateRange : undefined;
}

function has(diagnostics: readonly Diagnostic[], code: string): boolean {
  return diagnostics.some((diagnostic) => diagnostic.code === code);
}

function termAt(terms: readonly { readonly span: { readonly end: number } }[], offset: number): number {
  return terms.findIndex(({ span }) => offset < span.end);
}

function fixture(name: string): string {
  return readFileSync(new URL(`../../fixtures/dates/${name}.json`, import.meta.url), "utf8");
}
