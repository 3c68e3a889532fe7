// What can be written at a cursor: a word that is, or will be, a qualifier; or the value of one.
import type { Query, Term, TextTerm } from "../syntax/ast.ts";
import { backslash, isEscapable, unescape } from "../syntax/escape.ts";
import { qualifierInAnyCase } from "../syntax/prefix.ts";
import { isUnterminated, startOfSwallowedTerm } from "../syntax/unterminated.ts";
import { isWhitespace, smartQuotes } from "../text/characters.ts";
import type { Span } from "../text/span.ts";
import { type QualifierRow, rowOf } from "../vocabulary/qualifiers.ts";
import { termWritten } from "./term-at.ts";

/** What a completion replaces, and what is written of it. */
export type Slot = WordSlot | ValueSlot;

/** A place for a qualifier: a bare word, or a word before a colon. */
export interface WordSlot {
  readonly kind: "word";
  /** The word, with its colon if it has one. */
  readonly span: Span;
  /** The text between its beginning and the cursor. */
  readonly written: string;
  /** Whether a colon follows, so that the value after it stays. */
  readonly hasColon: boolean;
}

/** A place for a value. */
export interface ValueSlot {
  readonly kind: "value";
  readonly row: QualifierRow;
  /** The value with its quotes; the whole term if its qualifier is in another case, so that it is fixed too. */
  readonly span: Span;
  /** What goes before the value in the replacement, and what after it: a space where nothing else would separate it from a term. */
  readonly prefix: string;
  readonly suffix: string;
  /** The text between the beginning of the value and the cursor, without quotes and escapes. */
  readonly written: string;
  /** Whether another term follows directly, so that only a closing quote separates them. */
  readonly isTouched: boolean;
}

/** The slot at a cursor, or `undefined` where nothing can be offered: in free text, and in the middle of an address. */
export function slotAt(text: string, query: Query, cursor: number): Slot | undefined {
  const term = termWritten(query, cursor);
  if (term === undefined) return emptySlot(cursor);
  return term.kind === "text" ? slotOfText(text, term, cursor) : slotOfQualified(text, query, term, cursor);
}

function emptySlot(cursor: number): Slot {
  return { kind: "word", span: { start: cursor, end: cursor }, written: "", hasColon: false };
}

function slotOfText(text: string, { value, span }: TextTerm, cursor: number): Slot | undefined {
  if (value.quoted) return undefined;
  const colon = value.text.indexOf(":");
  if (colon < 0) return wordSlot(text, span, cursor, false);
  const end = span.start + colon + 1;
  if (cursor < end)
    return valueWithMore.test(text.slice(end))
      ? undefined
      : wordSlot(text, { start: span.start, end }, cursor, true);
  const qualifier = qualifierInAnyCase(value.text);
  if (qualifier === undefined) return undefined;
  const written = bareWritten(text.slice(end, cursor));
  const prefix = `${qualifier}:`;
  return { kind: "value", row: rowOf(qualifier), span, prefix, suffix: "", written, isTouched: false };
}

/** A phrase in quotes with something adjacent: after a qualifier this would become a separate term. */
const valueWithMore = /^"(?:[^"\\]|\\["\\]|\\(?!["\\]))*"\S/u;

function wordSlot(text: string, span: Span, cursor: number, hasColon: boolean): WordSlot {
  return { kind: "word", span, written: text.slice(span.start, cursor), hasColon };
}

function slotOfQualified(
  text: string,
  query: Query,
  term: Term & { readonly kind: "qualified" },
  cursor: number,
): Slot {
  const { quoted, span } = term.value;
  if (cursor < span.start) return wordSlot(text, { start: term.span.start, end: span.start }, cursor, true);
  const written = quoted ? quotedWritten(text, term, cursor) : bareWritten(text.slice(span.start, cursor));
  const end = quoted ? quotedEnd(text, query, term, cursor) : span.end;
  const isTouched = end < text.length && query.terms.some((other) => other.span.start === end);
  return {
    kind: "value",
    row: rowOf(term.qualifier),
    span: { start: span.start, end },
    prefix: "",
    suffix: end < span.end && !isWhitespace(text.charCodeAt(end)) ? " " : "",
    written,
    isTouched,
  };
}

function quotedWritten(text: string, term: Term, cursor: number): string {
  const { start, end } = term.value.span;
  const inside = isUnterminated(text, term) ? end : end - 1;
  return unescape(text.slice(start + 1, Math.min(cursor, inside)));
}

/** A quote that does not count here, of whatever kind, is only in the way of what is meant. */
function bareWritten(written: string): string {
  const first = written.charAt(0);
  return first !== "" && `"'${smartQuotes}`.includes(first) ? written.slice(1) : written;
}

/**
 * Where a quoted value ends while it is being written. A quote that was just opened includes the terms after it: to the end of
 * the text, or to the next quote, which then closes it and adjoins what it should open. These terms are not replaced.
 */
function quotedEnd(text: string, { terms }: Query, term: Term, cursor: number): number {
  const { start, end } = term.value.span;
  const isOpen = isUnterminated(text, term);
  if (cursor >= end || !(isOpen || terms.some((other) => other.span.start === end))) return end;
  const from = outsideEscape(text, start + 1, cursor);
  // White space before the cursor separates a term after it as well.
  const before = isWhitespace(text.charCodeAt(from - 1)) ? from - 1 : from;
  const inside = text.slice(before, isOpen ? end : end - 1);
  const swallowed = startOfSwallowedTerm(inside);
  if (swallowed === undefined) return end;
  return Math.max(from, before + inside.slice(0, swallowed).trimEnd().length);
}

/** A cursor inside the quotes; after an escape if it is between its backslash and what this stands before. */
function outsideEscape(text: string, inside: number, cursor: number): number {
  let backslashes = 0;
  while (cursor - backslashes > inside && text.charCodeAt(cursor - backslashes - 1) === backslash)
    backslashes++;
  const isWithin = backslashes % 2 === 1 && isEscapable(text.charCodeAt(cursor));
  return Math.max(inside, isWithin ? cursor + 1 : cursor);
}
