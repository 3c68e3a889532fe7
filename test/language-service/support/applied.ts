// Checks what a completion does to a text: the term is as offered, and its neighbours are unchanged.

import type { CompletionItem } from "../../../src/exports/language-service.ts";
import {
  type Catalog,
  parse,
  type QualifiedTerm,
  type Query,
  resolveDate,
  type Term,
} from "../../../src/index.ts";
import { applyEdits } from "../../../src/text/edits.ts";
import { type QualifierRow, qualifiers } from "../../../src/vocabulary/qualifiers.ts";
import { quote } from "../../support/arbitraries.ts";

/** A text, a cursor in it, and everything that is offered there. */
export interface Offered {
  readonly text: string;
  readonly offset: number;
  readonly items: readonly CompletionItem[];
}

/**
 * What is wrong with an offer, or `undefined`. Right is:
 *
 * 1. The term at that place is what the item says: its qualifier, or the name or the date after the qualifier that stood there.
 * 2. The terms before it are the same, positions included.
 * 3. The terms after it are the same but for positions. A term that reaches beyond the edit is one of two. It is a word with
 *    a colon: what follows the colon is the value of the new qualifier. Or it is a quote that was just opened: it ends
 *    where the edit does, and what it had swallowed from there on, a known qualifier or another quote, is read for itself.
 */
export function problemOf(
  { text, offset }: Omit<Offered, "items">,
  item: CompletionItem,
): string | undefined {
  const { span, text: written } = item.edit;
  const after = applyEdits(text, [item.edit]);
  // Where white space is written after a value it parts the value from what was read as a part of it.
  const caret = span.start + written.trimEnd().length;
  const [old, now] = [parse(text, unlimited).query, parse(after, unlimited).query];
  const index = now.terms.findIndex((term) => term.span.start <= span.start && term.span.end >= caret);
  const term = now.terms[index];
  if (term === undefined) return `there is no term in ${after}`;
  const own = old.terms.find((each) => each.span.start < span.end && each.span.end > span.start);
  const bound = Math.min(span.start, term.span.start);
  const before = old.terms.filter((each) => each !== own && each.span.end <= bound);
  return (
    asOffered(item, term, caret, wordBefore(text, old, offset) ?? acrossFrom(old, span.start)) ??
    same("before", before, now.terms.slice(0, index), 0) ??
    followers(text, old, item, now, index) ??
    (item.kind === "qualifier" ? undefined : takenAlong(text, offset, own, old, span.end))
  );
}

const unlimited = { limits: { maxLength: Number.POSITIVE_INFINITY, maxTerms: Number.POSITIVE_INFINITY } };

/** The qualifier, in whatever case, of the term that is being written at a cursor. */
function wordBefore(text: string, { terms }: Query, offset: number): string | undefined {
  const own =
    terms.find(({ span }) => span.start < offset && offset <= span.end) ??
    terms.find(({ span }) => span.start === offset);
  if (own === undefined) return undefined;
  const before = text.slice(own.span.start, offset);
  return before.includes(":") ? before.slice(0, before.indexOf(":")).toLowerCase() : undefined;
}

/** The qualifier of a bare name that an offer goes on with, over the space after it. */
function acrossFrom({ terms }: Query, start: number): string | undefined {
  const term = terms.find((each) => each.kind === "qualified" && each.value.span.start === start);
  return term?.kind === "qualified" ? term.qualifier : undefined;
}

function asOffered(
  item: CompletionItem,
  term: Term,
  caret: number,
  word: string | undefined,
): string | undefined {
  if (term.kind === "text") return `it is text: ${JSON.stringify(term.value.text)}`;
  const { qualifier, value, span } = term;
  if (item.kind === "qualifier")
    return qualifier === item.label && value.span.start === caret && span.start === item.edit.span.start
      ? undefined
      : `it is ${qualifier}`;
  if (span.end !== caret) return `the term ends at ${String(span.end)}, and not at ${String(caret)}`;
  const label = word === undefined ? item.label : `${word}:${quote(item.label)}`;
  const said = parse(label).query.terms[0];
  const isSame = said?.kind === "qualified" && said.qualifier === qualifier && said.value.text === value.text;
  return isSame ? undefined : `it is ${qualifier} ${JSON.stringify(value.text)}`;
}

function followers(
  text: string,
  old: Query,
  item: CompletionItem,
  now: Query,
  index: number,
): string | undefined {
  const { span, text: written } = item.edit;
  const moved = written.length - (span.end - span.start);
  const next = now.terms.slice(index + 1);
  const over = old.terms.find((each) => each.span.start < span.end && each.span.end > span.end);
  if (over === undefined) return same("after", termsFrom(old, span.end), next, moved);
  if (item.kind !== "qualifier") return cutFrom(text, span.end, over, now, index);
  if (text.charAt(span.end - 1) !== ":") return "it replaces half a word";
  const value = now.terms[index]?.value;
  if (over.kind === "qualified" && over.value.text !== value?.text) return "the value has changed";
  const isLonger = (value?.span.end ?? 0) - moved > over.span.end;
  if (isLonger)
    return over.kind === "text" && value?.quoted === true ? undefined : "the value takes in what follows";
  return same("after", termsFrom(old, over.span.end), next, moved);
}

function termsFrom({ terms }: Query, offset: number): readonly Term[] {
  return terms.filter(({ span }) => span.start >= offset);
}

/** A value that ends inside the term that was there: right where an open quote had swallowed what follows. */
function cutFrom(text: string, end: number, over: Term, { terms }: Query, index: number): string | undefined {
  const isSwallowed = /^\s*(?:"|[a-z-]+:)/u.test(text.slice(end)) && over.value.quoted;
  if (!isSwallowed) return `it cuts ${JSON.stringify(text.slice(over.span.start, over.span.end))}`;
  const isTouching = terms[index + 1]?.span.start === terms[index]?.span.end;
  return isTouching ? "nothing parts it from what follows" : undefined;
}

/** A term after the cursor that an open quote had swallowed, and that the edit replaces. */
function takenAlong(
  text: string,
  offset: number,
  own: Term | undefined,
  { terms }: Query,
  end: number,
): string | undefined {
  if (own?.kind !== "qualified" || !own.value.quoted || offset >= own.span.end) return undefined;
  const isTouched = terms.some(({ span }) => span.start === own.span.end);
  const isOpen = parse(text.slice(0, own.span.end), unlimited).diagnostics.some(
    ({ code }) => code === "unterminated-quote",
  );
  const from = Math.max(own.value.span.start + 1, offset - 1);
  const [taken] = swallowed.exec(text.slice(from, end)) ?? [];
  return taken === undefined || !(isTouched || isOpen) ? undefined : `it takes ${taken} along`;
}

const swallowed = new RegExp(`\\s(?:${qualifiers.map(({ word }) => word).join("|")}):`, "u");

function same(where: string, old: readonly Term[], now: readonly Term[], moved: number): string | undefined {
  const shown = (terms: readonly Term[], by: number): string => {
    const parts = terms.map((term) => {
      const { text, quoted } = term.value;
      return [kindOf(term), text, quoted, term.span.start + by, term.span.end + by];
    });
    return JSON.stringify(parts);
  };
  const [before, after] = [shown(old, moved), shown(now, 0)];
  return before === after ? undefined : `${where}: ${before} became ${after}`;
}

function kindOf(term: Term): string {
  return term.kind === "text" ? "" : term.qualifier;
}

/** What is wrong with a list: labels that are there twice, more than 100, the word that is written in full not in front. */
export function problemOfList(
  { text, offset, items }: Offered,
  catalog: Catalog | undefined,
  now: number,
): string | undefined {
  const labels = items.map(({ label }) => label);
  if (new Set(labels).size !== labels.length) return `a label is there twice in ${labels.join(", ")}`;
  if (items.length > 100) return `${String(items.length)} items`;
  const full = writtenInFull(text, offset, catalog, now);
  if (full === undefined || labels[0] === full) return undefined;
  return `${JSON.stringify(full)} is written in full, and not the first of ${labels.slice(0, 3).join(", ")}`;
}

/** What is written before the cursor, if that is a qualifier, or a known name or a date after a qualifier. */
function writtenInFull(
  text: string,
  offset: number,
  catalog: Catalog | undefined,
  now: number,
): string | undefined {
  // To the cursor the text is as it was when the cursor was at its end, but for quotes that are closed after it.
  const { terms } = parse(text, unlimited).query;
  const term = terms.find(({ span }) => span.start < offset && offset <= span.end);
  if (term === undefined) return undefined;
  if (term.kind === "text") {
    // What is in quotes, and more, would fall apart after a qualifier: none is offered.
    if (/^[^:]*:"(?:[^"\\]|\\["\\]|\\(?!["\\]))*"./su.test(term.value.text)) return undefined;
    const word = text.slice(term.span.start, offset);
    return !term.value.quoted && qualifiers.some((row) => row.word === word) ? word : undefined;
  }
  if (offset <= term.value.span.start) return undefined;
  const last = parse(text.slice(term.span.start, offset), unlimited).query.terms[0];
  return last?.kind === "qualified" ? knownIn(last, catalog, now) : undefined;
}

function knownIn(
  { qualifier, value: { text } }: QualifiedTerm,
  catalog: Catalog | undefined,
  now: number,
): string | undefined {
  const row: QualifierRow | undefined = qualifiers.find(({ word }) => word === qualifier);
  const date = text.replace(/^[-+]/u, "");
  const names =
    row?.means === "entity-type" ? catalog?.types?.names() : row?.lookup && catalog?.[row.lookup].names();
  if (row?.means === "date") return resolveDate(date, now).ok ? date : undefined;
  return names?.includes(text) === true && isWritable(text) ? text : undefined;
}

/** Whether a query with this name is not refused. */
export function isWritable(name: string): boolean {
  return parse(`type:${quote(name)}`).diagnostics.every(({ severity }) => severity !== "error");
}
