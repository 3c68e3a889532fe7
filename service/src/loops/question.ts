// What a loop asks of each document, as a digest: documents that were read for it are not read for it again.

import type { LoopTable, Subject } from "../database/loop-tables.ts";
import { digestOf } from "../values/digest.ts";
import type { ShapeTypes } from "./loop-types.ts";

/** What the finds in a document depend on, besides the document and the extractor. */
export interface Asked {
  readonly kind: LoopTable["kind"];
  readonly effort: LoopTable["effort"];
  readonly goal: string;
  readonly subject: Subject | undefined;
  readonly shapes: readonly ShapeTypes[];
}

/** The digest of a question. A shape whose types were changed makes it another one. */
export function questionOf({ kind, effort, goal, subject, shapes }: Asked): string {
  const types = shapes.map(({ id, entity_types, relationship_types }) => [
    id,
    entity_types,
    relationship_types,
  ]);
  const about = kind === "hydrate" ? (subject ?? null) : null;
  return digestOf(JSON.stringify([kind, effort, goal, about, types]));
}
