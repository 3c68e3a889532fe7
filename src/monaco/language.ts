// What Monaco wants to know of a language without asking: words, quotes, and colours that need no semantic tokens.
import type { languages } from "monaco-editor";
import { type QualifierRow, qualifiers } from "../vocabulary/qualifiers.ts";

/** Quotes close themselves; a double click selects a word with its hyphens, without the qualifier. */
export const configuration: languages.LanguageConfiguration = {
  autoClosingPairs: [{ open: '"', close: '"' }],
  surroundingPairs: [{ open: '"', close: '"' }],
  brackets: [],
  wordPattern: /[^\s:"]+/u,
};

/**
 * Standalone editors of Monaco have semantic colours off unless `semanticHighlighting.enabled` is set, so these are for all others.
 * They follow the vocabulary. No class says "comment" or "string": there Monaco would not suggest while one types.
 */
export const tokenizer: languages.IMonarchLanguage = {
  defaultToken: "text",
  tokenizer: {
    root: [
      [/\s+/, "white"],
      ...qualifiers.flatMap((row) => rulesOf(row, colourOf(row))),
      [/"/, { token: "text", next: "@quoted.text" }],
      [/\S+/, "text"],
    ],
    quoted: [
      [/[^"\\]+/, "$S2"],
      [/\\["\\]?/, "$S2"],
      [/"/, { token: "$S2", next: "@pop" }],
    ],
  },
};

function rulesOf({ word }: QualifierRow, colour: string): readonly languages.IMonarchLanguageRule[] {
  const opened = { token: colour, next: `@quoted.${colour}` };
  return [
    [new RegExp(`(${word})(:)(")`, "u"), ["keyword", "delimiter", opened]],
    [new RegExp(`(${word})(:)(\\S*)`, "u"), ["keyword", "delimiter", colour]],
  ];
}

function colourOf({ means }: QualifierRow): string {
  switch (means) {
    case "entity-type":
      return "type.identifier";
    case "name":
      return "variable";
    case "date":
      return "number";
    case "nothing":
      return "text";
  }
}
