// Filters the finds of a passage: a hydrate keeps only those connected with its subject.

import type { Subject } from "../database/loop-tables.ts";
import { nameKey } from "../values/name-key.ts";
import type { Checked } from "./evidence.ts";

/**
 * Keeps the finds connected with the subject: entities that it names, or that occur next to its name in a quote, and everything that
 * relationships lead to from there. Keeps all finds if the subject has no name.
 */
export function connectedTo(subject: Subject | null, checked: Checked): Checked {
  if (subject?.name === undefined) return checked;
  const about = nameKey(subject.name);
  const isAbout = (text: string): boolean => nameKey(text).includes(about);
  const kept = new Set([
    about,
    ...checked.entities
      .filter(({ name, quote }) => isAbout(name) || isAbout(quote))
      .map(({ name }) => nameKey(name)),
  ]);
  // Iterating over a set also visits items added during the iteration.
  const neighbours = neighboursIn(checked.relationships);
  for (const name of kept) for (const next of neighbours.get(name) ?? []) kept.add(next);
  return {
    ...checked,
    entities: checked.entities.filter(({ name }) => kept.has(nameKey(name))),
    relationships: checked.relationships.filter(
      ({ from, to }) => kept.has(nameKey(from)) && kept.has(nameKey(to)),
    ),
  };
}

/** The names at the other ends of relationships, by name. */
function neighboursIn(relationships: Checked["relationships"]): ReadonlyMap<string, readonly string[]> {
  const neighbours = new Map<string, string[]>();
  const add = (name: string, other: string): void => {
    const known = neighbours.get(name);
    if (known === undefined) neighbours.set(name, [other]);
    else known.push(other);
  };
  for (const { from, to } of relationships) {
    add(nameKey(from), nameKey(to));
    add(nameKey(to), nameKey(from));
  }
  return neighbours;
}
