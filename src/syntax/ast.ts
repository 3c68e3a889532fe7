// The tree of a query: readonly data with a `kind`, all positions in UTF-16 code units of the source text.
import type { Span } from "../text/span.ts";
import type { Qualifier } from "../vocabulary/qualifiers.ts";

/**
 * A whole query: its terms in source order. An empty query is valid.
 *
 * @example
 * ```ts
 * const { query } = parse('type:Person "quarterly report"');
 * query.terms.length; // 2
 * ```
 */
export interface Query {
  /** Always `"query"`. */
  readonly kind: "query";
  /** Every non-whitespace character of the source is in exactly one of them. */
  readonly terms: readonly Term[];
  /** The whole source text, white space at its ends included. */
  readonly span: Span;
}

/**
 * One term: a qualifier with its value, or text.
 *
 * @example
 * ```ts
 * const isText = (term: Term) => term.kind === "text";
 * ```
 */
export type Term = QualifiedTerm | TextTerm;

/**
 * A known qualifier, a colon and a value: `type:Person`.
 *
 * @example
 * ```ts
 * const [term] = parse("type:Person").query.terms;
 * if (term?.kind === "qualified") term.qualifier; // "type"
 * ```
 */
export interface QualifiedTerm {
  /** Always `"qualified"`. */
  readonly kind: "qualified";
  /** The word before the colon. */
  readonly qualifier: Qualifier;
  /** The part after the colon; its text is empty in `type:`. */
  readonly value: Value;
  /** The whole term, from the qualifier to the end of the value. */
  readonly span: Span;
}

/**
 * Free text: a quoted phrase, or a bare word, which may have an unknown qualifier (`foo:bar`).
 *
 * @example
 * ```ts
 * parse('"quarterly report"').query.terms[0]?.kind; // "text"
 * ```
 */
export interface TextTerm {
  /** Always `"text"`. */
  readonly kind: "text";
  /** The text. */
  readonly value: Value;
  /** The same as the value's span. */
  readonly span: Span;
}

/**
 * A value as it was written and as it is meant.
 *
 * @example
 * ```ts
 * parse('shape:"Sales \\"CRM\\""').query.terms[0]?.value.text; // Sales "CRM"
 * ```
 */
export interface Value {
  /** The value itself: without its quotes, escapes decoded. */
  readonly text: string;
  /** Whether it was written in quotes. */
  readonly quoted: boolean;
  /** Its position, quotes included. */
  readonly span: Span;
}

/** Whether two terms are equal: kind, qualifier and text. Quotes and positions do not count. */
export function sameTerm(a: Term, b: Term): boolean {
  if (a.value.text !== b.value.text) return false;
  return a.kind === "qualified" ? b.kind === "qualified" && a.qualifier === b.qualifier : b.kind === "text";
}
