// Words and marks of other query languages that mean nothing in CQL, so that people can be told.

/** What an operator of another language would have done. */
export type OperatorMeaning = "or" | "and" | "not";

/** Boolean operators as other languages spell them. */
export const operatorLookalikes: ReadonlyMap<string, OperatorMeaning> = new Map<string, OperatorMeaning>([
  ["OR", "or"],
  ["AND", "and"],
  ["NOT", "not"],
  ["||", "or"],
  ["|", "or"],
  ["&&", "and"],
  ["&", "and"],
  ["!", "not"],
  ["-", "not"],
]);

/** Marks that negate what follows in other languages. */
export const negationMarks = "-!";

/** What a word would do elsewhere, in any case; `undefined` for a word that is no operator. */
export function operatorLike(word: string): OperatorMeaning | undefined {
  return operatorLookalikes.get(word.toUpperCase());
}
