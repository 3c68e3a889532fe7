// Words and marks before terms that would leave them out, if CQL had such words.
import { exclusionWords, negationMarks } from "../vocabulary/lookalikes.ts";
import type { Term } from "./ast.ts";

/** Whether a term is such a word, or begins with such a mark. */
export function isNegation({ kind, value: { text, quoted } }: Term): boolean {
  return kind === "text" && !quoted && negation.test(text);
}

const negation = new RegExp(
  `^[([{]*(?:[${negationMarks}]|<>|(?:not|${[...exclusionWords].join("|")})\\b)`,
  "iu",
);
