// Completion: what can be written at an offset, the best first.
import { parse } from "../syntax/parse.ts";
import { dateItems } from "./complete-dates.ts";
import { nameItems } from "./complete-names.ts";
import { wordItems } from "./complete-qualifiers.ts";
import type { CompletionItem } from "./completion-item.ts";
import type { Context } from "./context.ts";
import { slotAt, type ValueSlot } from "./slot.ts";

const most = 100;

/** What can be written at an offset. */
export function completionsAt(text: string, offset: number, context: Context): readonly CompletionItem[] {
  const { limits } = context;
  const { query } = parse(text, { limits });
  // A text over the limits was not read, so nobody knows what an edit would disturb.
  if (query.terms.length === 0 && text.trim() !== "") return [];
  const slot = slotAt(text, query, offset);
  if (slot === undefined) return [];
  return slot.kind === "word" ? wordItems(slot, context) : valueItems(slot, context);
}

function valueItems(slot: ValueSlot, context: Context): readonly CompletionItem[] {
  switch (slot.row.means) {
    case "entity-type":
    case "name":
      return nameItems(slot, most, context);
    case "date":
      return dateItems(slot, context);
    case "nothing":
      return [];
  }
}
