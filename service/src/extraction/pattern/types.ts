// Which wanted type a find belongs to: by the words of the type's name, or else by the first words of its description.

import { singular } from "../../values/singular.ts";
import type { EntityType, Wanted } from "../extractor.ts";

/** The kinds that the rules distinguish. */
export type Kind = (typeof kinds)[number][1];

const kinds = [
  [
    "person people contact author maintainer contributor uploader developer engineer attendee participant stakeholder member employee colleague user reviewer reporter sender recipient speaker assignee owner individual human staff teammate",
    "person",
  ],
  [
    "company organization organisation customer client vendor supplier partner team department institution institute business firm employer agency account corporation",
    "organization",
  ],
  ["place location city town country venue region", "place"],
  ["vulnerability cve advisory", "vulnerability"],
  ["issue bug ticket defect", "issue"],
  ["release version update", "release"],
  ["package library module dependency", "package"],
  ["meeting event call appointment session standup workshop interview sync", "meeting"],
  ["task action actionitem todo assignment followup step", "task"],
  ["decision resolution agreement", "decision"],
  ["email mail message letter", "mail"],
  ["address emailaddress mailaddress mailbox", "address"],
  ["url link website webpage", "url"],
  ["document file attachment report", "document"],
  ["date deadline day", "date"],
  ["money amount price cost payment", "money"],
] as const;

const kindOfWord = tableOf<Kind>(kinds);

/** A table by each of the words of its rows. */
export function tableOf<T>(rows: readonly (readonly [words: string, value: T])[]): ReadonlyMap<string, T> {
  return new Map(rows.flatMap(([words, value]) => words.split(" ").map((word) => [word, value] as const)));
}

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
