// What is particular about a text or a filter, in a few words each: what counts as new without counting code.

import type { Diagnostic, FilterDefinition, Query } from "../../src/index.ts";

/** The codes that occur together, the kinds of terms in a row, and how they are written. */
export function featuresOf(query: Query, diagnostics: readonly Diagnostic[]): readonly string[] {
  const codes = [...new Set(diagnostics.map(({ code }) => code))].toSorted();
  const kinds = query.terms.map((term) => (term.kind === "text" ? "text" : term.qualifier));
  const quotes = query.terms.map(({ value }) => (value.quoted ? "q" : value.text === "" ? "e" : "b"));
  return [
    ...codes.map((code) => `code ${code}`),
    `codes ${codes.slice(0, 6).join()}`,
    `kinds ${kinds.slice(0, 4).join()}`,
    `quotes ${quotes.slice(0, 5).join("")}`,
  ];
}

/** Which members there are, which operators in a row, and how long lists are, roughly. */
export function featuresOfFilter(filter: FilterDefinition): readonly string[] {
  const { entityTypes, propertyFilters, dateRange } = filter;
  const sizeOf = (list: unknown): string =>
    Array.isArray(list) ? String(Math.min(3, list.length)) : typeof list;
  const parts = propertyFilters.map(({ operator, value }) => `${operator} ${sizeOf(value)}`);
  return [
    `parts ${parts.slice(0, 4).toSorted().join()}`,
    `filter ${sizeOf(entityTypes)} ${String(Math.min(4, parts.length))} ${String(dateRange?.start !== undefined)} ${String(dateRange?.end !== undefined)}`,
  ];
}
