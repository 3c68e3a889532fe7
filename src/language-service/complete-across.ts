// Offers of names of several words after the space that ends a bare one: `shape:Sales C`.
import { isBinding } from "../lint/unquoted-phrase.ts";
import type { QualifiedTerm, Query } from "../syntax/ast.ts";
import { printValueText } from "../syntax/print.ts";
import { foldWords } from "../text/fold.ts";
import type { Span } from "../text/span.ts";
import { rowOf } from "../vocabulary/qualifiers.ts";
import { type NameContext, nameItem, namesFor } from "./complete-names.ts";
import type { CompletionItem } from "./completion-item.ts";
import type { ValueSlot, WordSlot } from "./slot.ts";

/** The names that begin with a bare name and the words from it to the cursor; each replaces all of them. */
export function acrossItems(query: Query, slot: WordSlot, contextFor: (span: Span) => NameContext): Across {
  const words = wordsBefore(query, slot.span.start);
  const [first, ...others] = words;
  if (first === undefined || slot.hasColon) return { items: [], written: "", isLikely: false };
  const written = [first.value.text, ...others.map(({ value }) => value.text), slot.written].join(" ");
  const span = { start: first.value.span.start, end: slot.span.end };
  const row = rowOf(first.qualifier);
  const context = contextFor(span);
  const items = namesFor(row, written, maxAcross, context)
    .filter(({ name }) => foldWords(name).startsWith(foldWords(written)))
    .map((fitting) => nameItem(row, fitting, fitting.name, { span, text: printValueText(fitting.name) }));
  return { items, written, isLikely: slot.written !== "" || !isKnown(first, context) };
}

/** Extends offers of names over the bare words after the value that are the rest of the name: `shape:Sales| CRM`. */
export function withRest(
  items: readonly CompletionItem[],
  { terms }: Query,
  { span }: ValueSlot,
): readonly CompletionItem[] {
  const at = terms.findIndex(({ value }) => value.span.start === span.start);
  const words = terms.slice(at + 1, at + maxWords);
  const end = words.findIndex(({ kind, value }) => kind !== "text" || value.quoted);
  const parts = terms[at]?.value.quoted === false ? words.slice(0, end < 0 ? words.length : end) : [];
  const joined = parts.map((_, index) =>
    foldWords(
      terms
        .slice(at, at + index + 2)
        .map(({ value }) => value.text)
        .join(" "),
    ),
  );
  return items.map((item) => {
    const name = foldWords(item.label);
    // In `shape:Sales| not source:gmail` the operator stays: it is replaced only together with a word after it.
    const last =
      parts[joined.findLastIndex((written, index) => name.startsWith(written) && !isBinding(parts[index]))];
    if (last === undefined) return item;
    return { ...item, edit: { ...item.edit, span: { start: item.edit.span.start, end: last.span.end } } };
  });
}

/** What {@link acrossItems} offers. */
export interface Across {
  readonly items: readonly CompletionItem[];
  /** The name and the words, up to the cursor. */
  readonly written: string;
  /** Whether to offer it first: a known name after which nothing is written is more likely to be complete. */
  readonly isLikely: boolean;
}

function isKnown({ qualifier, value: { text } }: QualifiedTerm, context: NameContext): boolean {
  return namesFor(rowOf(qualifier), text, 1, context).some(({ name }) => name === text);
}

const maxAcross = 10;
/** A name has hardly more words than these. */
const maxWords = 8;

type Words = readonly [] | readonly [first: QualifiedTerm, ...others: readonly Query["terms"][number][]];

/** A term with a bare name, and the bare words after it up to an offset. */
function wordsBefore({ terms }: Query, offset: number): Words {
  const last = terms.findLastIndex(({ span }) => span.end <= offset && span.start < offset);
  for (let at = last; at > last - maxWords; at--) {
    const term = terms[at];
    if (term === undefined || term.value.quoted || term.value.text === "") return [];
    if (term.kind === "qualified") return [term, ...terms.slice(at + 1, last + 1)];
  }
  return [];
}
