// The outline of a query: its terms.
import type { Term } from "../syntax/ast.ts";
import { type ParseOptions, parse } from "../syntax/parse.ts";
import { printTerm } from "../syntax/print.ts";
import { brief } from "../text/show.ts";
import type { Span } from "../text/span.ts";
import { rowOf } from "../vocabulary/qualifiers.ts";

/**
 * A term, as an outline shows it.
 *
 * @example
 * ```ts
 * createLanguageService().documentSymbols("type:Person")[0]?.name; // type:Person
 * ```
 */
export interface DocumentSymbol {
  /** The term, cut to a readable length. */
  readonly name: string;
  /** What it does. */
  readonly detail: string;
  /** Whether it has a qualifier. */
  readonly kind: "qualified" | "text";
  /** The whole term. */
  readonly span: Span;
  /** Its value, which an editor selects when jumping to the term. */
  readonly selectionSpan: Span;
}

/** The terms of a text. */
export function documentSymbolsOf(text: string, options?: ParseOptions): readonly DocumentSymbol[] {
  return parse(text, options).query.terms.map((term) => ({
    name: brief(printTerm(term)),
    detail: detailOf(term),
    kind: term.kind,
    span: term.span,
    selectionSpan: term.value.span,
  }));
}

function detailOf(term: Term): string {
  return term.kind === "text" ? "free text; it does not affect membership" : rowOf(term.qualifier).summary;
}
