// The grammar of the parser as data.

import type { SerializedPart } from "../../src/grammar/types.ts";
import type { CqlParser } from "../../src/syntax/parser.ts";

/** The rules of a parser, as Chevrotain serializes them; its tokens match by functions, which are not data. */
export function serializedGrammarOf(parser: CqlParser): readonly SerializedPart[] {
  const withoutPatterns = (key: string, value: unknown): unknown => (key === "pattern" ? undefined : value);
  return JSON.parse(JSON.stringify(parser.getSerializedGastProductions(), withoutPatterns));
}
