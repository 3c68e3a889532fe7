// The entry `slice-cql/grammar`: the grammar and the vocabulary as data, for editors, highlighters and other programs.

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
