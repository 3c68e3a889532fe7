// Completion: what can be written at an offset, the best first.
import type { Query, Term } from "../syntax/ast.ts";
import { parse } from "../syntax/parse.ts";
import { matchedIn } from "../text/matched.ts";
import type { Span } from "../text/span.ts";
import { acrossItems, withRest } from "./complete-across.ts";
import { dateItems } from "./complete-dates.ts";
import { type NameContext, nameItems } from "./complete-names.ts";
import { wordItems } from "./complete-qualifiers.ts";
import type { CompletionItem } from "./completion-item.ts";
import type { Context } from "./context.ts";
import { slotAt, type ValueSlot } from "./slot.ts";

const most = 100;

/** What can be written at an offset. */
export function completionsAt(text: string, offset: number, context: Context): readonly CompletionItem[] {
  const { limits } = context;
  const { query } = parse(text, { limits });
  // A text over the limits was not parsed, so the effect of an edit is unknown.
  if (query.terms.length === 0 && text.trim() !== "") return [];
  const slot = slotAt(text, query, offset);
  if (slot === undefined) return [];
  const items = (written: string, found: readonly CompletionItem[]): readonly CompletionItem[] =>
    found.map((item) => marked(item, written));
  const all = (span: Span): NameContext => ({ ...context, others: termsApart(query, span) });
  if (slot.kind === "value") return items(slot.written, valueItems(slot, query, all(slot.span)));
  const words = items(slot.written, wordItems(slot, all(slot.span)));
  const across = acrossItems(query, slot, all);
  const names = items(across.written, across.items);
  return across.isLikely ? [...names, ...words] : [...words, ...names];
}

/** The terms that a replacement of this span leaves as they are. */
function termsApart({ terms }: Query, { start, end }: Span): readonly Term[] {
  return terms.filter(({ span }) => span.end <= start || span.start >= end);
}

/** Whether a new term would begin at an offset: typing a space there does not request a list of all qualifiers. */
export function isBetweenTerms(text: string, offset: number): boolean {
  const slot = slotAt(text, parse(text, unlimited).query, offset);
  return slot === undefined || (slot.kind === "word" && slot.written === "");
}

const unlimited = { limits: { maxLength: Number.POSITIVE_INFINITY, maxTerms: Number.POSITIVE_INFINITY } };

function marked(item: CompletionItem, written: string): CompletionItem {
  const matches = matchedIn(item.label, written);
  return matches.length === 0 ? item : { ...item, matches };
}

function valueItems(slot: ValueSlot, query: Query, context: NameContext): readonly CompletionItem[] {
  switch (slot.row.means) {
    case "entity-type":
    case "name":
      return withRest(nameItems(slot, most, context), query, slot);
    case "date":
      return dateItems(slot, context);
    case "nothing":
      return [];
  }
}
