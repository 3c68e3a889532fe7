// Reads the word lists of `words/`, each when the rules that use it are loaded.

import { readFileSync } from "node:fs";

/** The entries of a list, in the order of its file: its lines, without comments. */
export function entriesOf(list: string): readonly string[] {
  const file = readFileSync(new URL(`../words/${list}.txt`, import.meta.url), "utf8");
  return file.split("\n").filter((line) => line !== "" && !line.startsWith("#"));
}

/** A list as a set. */
export function setOf(list: string): ReadonlySet<string> {
  return new Set(entriesOf(list));
}

/** A list as alternatives of a regular expression; its entries are letters, hyphens and spaces. */
export function anyOf(list: string): string {
  return entriesOf(list).join("|");
}

/** A list whose lines are `group: word`, by group. */
export function groupsOf(list: string): ReadonlyMap<string, readonly string[]> {
  const groups = new Map<string, string[]>();
  for (const entry of entriesOf(list)) {
    const [group = "", word = ""] = entry.split(": ");
    const words = groups.get(group) ?? [];
    groups.set(group, words);
    words.push(word);
  }
  return groups;
}

/** A list whose lines are `group: word`, by word. */
export function tableOf<T extends string>(list: string, names: readonly T[]): ReadonlyMap<string, T> {
  const groups = groupsOf(list);
  return new Map(names.flatMap((name) => (groups.get(name) ?? []).map((word) => [word, name] as const)));
}
