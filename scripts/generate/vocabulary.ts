// The words of the language, its limits and its diagnostic codes, as data for programs in any language.

import { catalogue, diagnosticCodes } from "../../src/diagnostics/catalogue/catalogue.ts";
import type { QualifierEntry, Vocabulary } from "../../src/grammar/types.ts";
import { type DateUnit, type DateWord, dateUnits, dateWords } from "../../src/vocabulary/dates.ts";
import { fieldsWith } from "../../src/vocabulary/fields.ts";
import { defaultLimits } from "../../src/vocabulary/limits.ts";
import { operators } from "../../src/vocabulary/operators.ts";
import { isMembership, qualifiers } from "../../src/vocabulary/qualifiers.ts";

/** The tables of `src/vocabulary` and the catalogue's codes, in their order. */
export const vocabulary: Vocabulary = {
  qualifiers: qualifiers.map(entryOf),
  dateWords: Array.from(dateWords, ([word, meaning]) => ({ word, meaning: meaningOf(meaning) })),
  dateUnits: Array.from(dateUnits, ([unit, size]) => ({ unit, meaning: lengthOf(size) })),
  operators: [...operators],
  fields: Object.fromEntries(fieldsWith(undefined)),
  limits: defaultLimits,
  diagnostics: diagnosticCodes.map((code) => ({ code, severity: catalogue[code].severity })),
};

function entryOf(row: (typeof qualifiers)[number]): QualifierEntry {
  return {
    word: row.word,
    membership: isMembership(row.word),
    means: row.means,
    ...("lookup" in row && { lookup: row.lookup, path: row.path }),
    ...("bound" in row && { bound: row.bound }),
    summary: row.summary,
    example: row.example,
  };
}

function meaningOf(word: DateWord): string {
  if ("now" in word) return "the present instant";
  if ("offset" in word) return `the same as ${word.offset}`;
  return `00:00 UTC ${word.days === 0 ? "of the current day" : `${count(word.days, "day")} before the current one`}`;
}

function lengthOf(unit: DateUnit): string {
  return "hours" in unit ? count(unit.hours, "hour") : count(unit.months, "calendar month");
}

function count(number: number, what: string): string {
  return `${String(number)} ${what}${number === 1 ? "" : "s"}`;
}
