// The grammar of the parser as data.

import type { CqlParser } from "../../src/syntax/parser.ts";

/** The rules of a parser, as Chevrotain serializes them; its tokens match by functions, which are no data. */
export function serializedGrammarOf(parser: CqlParser): unknown {
  const withoutPatterns = (key: string, value: unknown): unknown => (key === "pattern" ? undefined : value);
  return JSON.parse(JSON.stringify(parser.getSerializedGastProductions(), withoutPatterns));
}
