// Which wanted type a find belongs to: by the words of the type's name, or else by the first words of its description.

import type { EntityType, Wanted } from "../../../src/extraction/extractor.ts";
import { singular } from "../../../src/values/singular.ts";
import { tableOf } from "./words.ts";

/** The kinds that the rules distinguish; the list `kinds` has the words for each. */
export const kinds = [
  "address",
  "date",
  "decision",
  "document",
  "issue",
  "mail",
  "meeting",
  "money",
  "organization",
  "package",
  "person",
  "place",
  "release",
  "task",
  "url",
  "vulnerability",
] as const;

/** One of them. */
export type Kind = (typeof kinds)[number];

const kindOfWord = tableOf("kinds", kinds);

/** A type that is wanted, prepared. */
export interface Sought {
  readonly type: EntityType;
  /** What of the rules' finds it is made of; nothing if its name says nothing. */
  readonly kind: Kind | undefined;
  /** What else it may be: a customer is a person if no other type is for persons, and the text names no organization. */
  readonly also: Kind | undefined;
  /** The words of its name, in lower case and singular. */
  readonly words: readonly string[];
}

/** The wanted types, in their order. */
export function soughtOf(wanted: Wanted): readonly Sought[] {
  const found = wanted.entityTypes.map(
    ({ name, description = "" }) => kindOf(wordsOf(name)) ?? kindOfDescription(description),
  );
  return wanted.entityTypes.map((type, at) => {
    const words = wordsOf(type.name);
    const isCustomer = /^(?:customer|client)$/u.test(words.at(-1) ?? "");
    return {
      type,
      words,
      kind: found[at],
      also: isCustomer && !found.includes("person") ? "person" : undefined,
    };
  });
}

/** The words of an identifier or of plain text, in lower case and singular: `actionItems` is `action item`. */
export function wordsOf(name: string): readonly string[] {
  const spaced = name.slice(0, 200).replaceAll(/(?<=\p{Ll})(?=\p{Lu})/gu, " ");
  return spaced
    .toLowerCase()
    .split(/[^\p{L}\p{N}]/u)
    .filter((word) => word !== "")
    .map(singular);
}

/** The kind that some words name; the last word decides if they are not known together. */
export function kindOf(words: readonly string[]): Kind | undefined {
  return kindOfWord.get(words.join("")) ?? kindOfWord.get(words.at(-1) ?? "");
}

function kindOfDescription(description: string): Kind | undefined {
  const words = wordsOf(description).filter((word) => !/^(?:an?|the|one|every|each)$/u.test(word));
  return words
    .slice(0, 2)
    .map((word) => kindOfWord.get(word))
    .find((kind) => kind !== undefined);
}
