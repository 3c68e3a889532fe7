// Writes the words of the vocabulary into the Tree-sitter grammar. All else in its `grammar.js` is written by hand.

import { dateUnits, dateWords } from "../../src/vocabulary/dates.ts";
import { isMembership, qualifiers } from "../../src/vocabulary/qualifiers.ts";

/** The grammar with the words of the vocabulary. Throws an `Error` if it has no place for them. */
export function withWords(grammar: string): string {
  if (!place.test(grammar))
    throw new Error("grammar.js has no comments `Words of the vocabulary.` and `End of the words.`");
  const lists = {
    names: wordsThat((row) => isMembership(row.word) && row.means !== "date"),
    dates: wordsThat((row) => row.means === "date"),
    scopes: wordsThat((row) => !isMembership(row.word)),
    dateWords: [...dateWords.keys()],
    dateUnits: [...dateUnits.keys()],
  };
  const lines = Object.entries(lists).map(
    ([name, words]) => `const ${name} = [${words.map((word) => JSON.stringify(word)).join(", ")}];\n`,
  );
  return grammar.replace(place, () => lines.join(""));
}

const place = /(?<=^\/\/ Words of the vocabulary\.\n)[^]*(?=^\/\/ End of the words\.$)/mu;

function wordsThat(matches: (row: (typeof qualifiers)[number]) => boolean): readonly string[] {
  return qualifiers.filter(matches).map(({ word }) => word);
}
