// Words and marks of other query languages that mean nothing in CQL, so that a message can say what to write.
import type { Qualifier } from "./qualifiers.ts";

/** What an operator of another language would have done. @inline */
export type OperatorMeaning = "or" | "and" | "not";

/**
 * What a word or a mark would do elsewhere: an operator; parentheses; a wildcard for every name, or in a name; a list of names; a
 * second term; a mark before or after a name; a comparison of dates.
 */
export type ForeignMeaning =
  | OperatorMeaning
  | "group"
  | "every"
  | "pattern"
  | "list"
  | "second-term"
  | "mark"
  | "comparison";

/** Boolean operators as other languages spell them. */
export const operatorLookalikes: ReadonlyMap<string, OperatorMeaning> = new Map<string, OperatorMeaning>([
  ...each("OR || |", "or"),
  ...each("AND && &", "and"),
  ...each("NOT ! - != <>", "not"),
]);

/** Words that leave out the term after them in other languages, and in English. */
export const exclusionWords: ReadonlySet<string> = new Set(
  "without except excluding exclude minus nor non no but than omit hide".split(" "),
);

/** Marks that negate what follows in other languages. */
export const negationMarks = "-!\u00ac\u2212\u2013\u2014\u2260";

/** What a word would do elsewhere, in any case; `undefined` for a word that is not an operator. */
export function operatorLike(word: string): OperatorMeaning | undefined {
  return word.length > maxOperatorLength ? undefined : operatorLookalikes.get(word.toUpperCase());
}

/** Nearly every word is longer. */
const maxOperatorLength = Math.max(...Array.from(operatorLookalikes.keys(), ({ length }) => length));

/** Characters that look like the colon after a qualifier. */
export const colonLookalikes = "\uff1a\ufe55\ua789\u2236\u02d0";

/** Words that other languages have for a qualifier. Before a date, the first one that accepts dates is meant. */
export const qualifierSynonyms: ReadonlyMap<string, readonly Qualifier[]> = new Map<
  string,
  readonly Qualifier[]
>([
  ...each("kind class category entity entity-type entitytype is", ["type"]),
  ...each("schema", ["shape"]),
  ...each("origin provider app repo in", ["source"]),
  ...each("since start newer newer-than when", ["after"]),
  ...each("created created-at date", ["after", "before"]),
  ...each("until till end older older-than", ["before"]),
  ...each("order order-by", ["sort"]),
  ["from", ["after", "source"]],
  ["to", ["before"]],
]);

function each<const Meaning>(words: string, meaning: Meaning): (readonly [string, Meaning])[] {
  return words.split(" ").map((word) => [word, meaning]);
}
