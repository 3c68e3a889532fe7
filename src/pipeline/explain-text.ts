// The words for terms and instants that the parts of an explanation share.
import { dayForm } from "../dates/instant.ts";
import type { Query, Term } from "../syntax/ast.ts";
import { printTerm } from "../syntax/print.ts";
import { listing, show } from "../text/show.ts";
import { type QualifierRow, rowOf } from "../vocabulary/qualifiers.ts";

/** A term in backquotes. */
export function showTerm(term: Term): string {
  return show(printTerm(term));
}

/** The names that a query has for a qualifier, each once, in source order. */
export function writtenNames({ word }: QualifierRow, { terms }: Query): readonly string[] {
  const names = terms.flatMap((term) =>
    term.kind === "qualified" && term.qualifier === word ? [term.value.text] : [],
  );
  return [...new Set(names)];
}

/** The dates that set an end of the range, and which of them counts. */
export function dateTerms(bound: "start" | "end", { terms }: Query): string {
  const written = terms.filter((term) => term.kind === "qualified" && rowOf(term.qualifier).bound === bound);
  const shown = [...new Set(written.map(showTerm))];
  return shown.length === 1
    ? listing(shown)
    : `the ${bound === "start" ? "earliest" : "latest"} of ${listing(shown)}`;
}

/** Whether a term is a date that moves with time. */
export function isRelativeDate(term: Term): boolean {
  return (
    term.kind === "qualified" && rowOf(term.qualifier).means === "date" && !dayForm.test(term.value.text)
  );
}

/** `2026-11-13 12:00:00.000 UTC`. */
export function showMilliseconds(iso: string): string {
  return `${iso.replace("T", " ").replace("Z", "")} UTC`;
}
