// Writes the qualifiers into the grammar. All else in `grammar/cql.ebnf` is written by hand.

import { isMembership, type Qualifier, qualifiers } from "../../src/vocabulary/qualifiers.ts";

/** The grammar with the words of the vocabulary. Throws an `Error` if it has no place for them. */
export function withQualifiers(grammar: string): string {
  if (!production.test(grammar)) throw new Error("grammar/cql.ebnf has no production `qualifier = … ;`");
  return grammar.replace(production, qualifierProduction(qualifiers.map(({ word }) => word)));
}

/** With the comment after its last word. */
const production = /^qualifier =\n[^;]*;.*$/mu;

/** A line for each run of words that decide what is in the slice, or that do not. */
function qualifierProduction(words: readonly Qualifier[]): string {
  const runs: Qualifier[][] = [];
  for (const word of words) {
    const [last] = runs.at(-1) ?? [];
    if (last !== undefined && isMembership(last) === isMembership(word)) runs.at(-1)?.push(word);
    else runs.push([word]);
  }
  const lines = runs.map((run, at) => {
    const choice = run.map((word) => `"${word}:"`).join(" | ");
    return `${at === 0 ? "    " : "  | "}${choice}${at === runs.length - 1 ? " ;" : ""}`;
  });
  const width = Math.max(...lines.map(({ length }) => length));
  const commented = lines.map((line, at) => {
    const [word] = runs[at] ?? [];
    const does =
      word !== undefined && isMembership(word) ? "these decide what is in the slice" : "these do not";
    return `${line.padEnd(width)}   (* ${does} *)`;
  });
  return ["qualifier =", ...commented].join("\n");
}
