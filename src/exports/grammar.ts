/**
 * The grammar and the vocabulary as data, for editors, highlighters and other programs.
 *
 * @module slice-cql/grammar
 */

export { serializedGrammar } from "../grammar/serialized-grammar.ts";
export { textMateGrammar } from "../grammar/text-mate-grammar.ts";
export type {
  QualifierEntry,
  SerializedPart,
  TextMateGrammar,
  TextMateRule,
  Vocabulary,
} from "../grammar/types.ts";
export { vocabulary } from "../grammar/vocabulary.ts";
