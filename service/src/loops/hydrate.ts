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
  const kept = new Set(
    checked.entities
      .filter(({ name, quote }) => isAbout(name) || isAbout(quote))
      .map(({ name }) => nameKey(name)),
  );
  kept.add(about);
  for (let before = -1; before !== kept.size; ) {
    before = kept.size;
    for (const { from, to } of checked.relationships)
      if (kept.has(nameKey(from)) || kept.has(nameKey(to))) kept.add(nameKey(from)).add(nameKey(to));
  }
  return {
    ...checked,
    entities: checked.entities.filter(({ name }) => kept.has(nameKey(name))),
    relationships: checked.relationships.filter(
      ({ from, to }) => kept.has(nameKey(from)) && kept.has(nameKey(to)),
    ),
  };
}
