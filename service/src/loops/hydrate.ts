// What of a passage is connected with the subject of a hydrate.

import type { Subject } from "../database/loop-tables.ts";
import { nameKey } from "../values/name-key.ts";
import type { Checked } from "./evidence.ts";

/**
 * Keeps what is connected with the subject: entities that it names, or that occur next to its name in a quote, and whatever relationships
 * lead to from there. Without the name of a subject everything is kept.
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
  // A set also visits what is added meanwhile.
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
