// Offers where a term begins: the qualifiers, and the names that a word could be.
import { printValueText } from "../syntax/print.ts";
import { closestName } from "../text/closest.ts";
import { rankedNames } from "../text/rank.ts";
import { isQualifier, type QualifierRow, qualifiers, rowOf } from "../vocabulary/qualifiers.ts";
import { type NameContext, nameItem, namesFor } from "./complete-names.ts";
import type { CompletionItem } from "./completion-item.ts";
import type { WordSlot } from "./slot.ts";

/** Qualifiers that fit a word, and then terms with names that fit it. */
export function wordItems(slot: WordSlot, context: NameContext): readonly CompletionItem[] {
  const fitting = ranked(slot.written, qualifiers.length);
  const terms = slot.hasColon ? [] : termItems(slot, context);
  // What was perhaps meant comes last, because it was not written.
  return fitting.length > 0
    ? [...qualifierItems(fitting, slot), ...terms]
    : [...terms, ...qualifierItems(meant(slot.written), slot)];
}

const ranked = /* @__PURE__ */ rankedNames(qualifiers.map(({ word }) => word));
const closest = /* @__PURE__ */ closestName(qualifiers.map(({ word }) => word));

function qualifierItems(words: readonly string[], { span }: WordSlot): readonly CompletionItem[] {
  return words.filter(isQualifier).map((word) => ({
    label: word,
    kind: "qualifier",
    detail: rowOf(word).summary,
    edit: { span, text: `${word}:` },
    continues: true,
  }));
}

/** The qualifier that was perhaps meant where none fits. */
function meant(written: string): readonly string[] {
  const word = closest(written);
  return word === undefined ? [] : [word];
}

/** With a letter or none, a catalog would bury the qualifiers. */
const minLetters = 2;
const maxOfEach = 5;

function termItems({ written, span }: WordSlot, context: NameContext): readonly CompletionItem[] {
  if (written.length < minLetters) return [];
  return named.flatMap((row) =>
    namesFor(row, written, maxOfEach, context).map((fitting) => {
      const text = `${row.word}:${printValueText(fitting.name)}`;
      return nameItem(row, fitting, text, { span, text });
    }),
  );
}

/** Of the qualifiers that share a table the first alone, or every name would be offered twice. */
const named: readonly QualifierRow[] = /* @__PURE__ */ qualifiers.filter(
  (row: QualifierRow, index, all: readonly QualifierRow[]) =>
    row.means === "entity-type" ||
    (row.means === "name" && all.findIndex(({ lookup }) => lookup === row.lookup) === index),
);
