// What a change says, whatever delta it is in, and which document says it: what was rejected is recognized by that.

import { digestOf } from "../values/digest.ts";
import type { JsonValue } from "../values/json.ts";
import { entityKey } from "../values/name-key.ts";

/** What documents say about a change: for each, by its ID, the digests of properties with their values. */
export type Said = Readonly<Record<string, readonly string[]>>;

/** An entity by its type and name. */
export interface Named {
  readonly type: string;
  readonly name: string;
}

/** The key of changes that are about the same entity. */
export function aboutEntity({ type, name }: Named): string {
  return digestOf(entityKey(type, name));
}

/** The key of changes that are about the same relationship. */
export function aboutRelationship(type: string, from: Named, to: Named): string {
  return digestOf(JSON.stringify([type, entityKey(from.type, from.name), entityKey(to.type, to.name)]));
}

/** That a document says these properties. */
export function saidIn(documentId: string, properties: Readonly<Record<string, JsonValue>> = {}): Said {
  return { [documentId]: Object.entries(properties).map((each) => digestOf(JSON.stringify(each))) };
}

/** That documents say these properties, each of which is quoted. */
export function saidBy(
  evidence: readonly { readonly document_id: string }[],
  properties?: Readonly<Record<string, JsonValue>>,
): Said {
  return evidence.reduce<Said>(
    (said, { document_id }) => withSaid(said, saidIn(document_id, properties)),
    {},
  );
}

/** What either says. */
export function withSaid(some: Said, more: Said): Said {
  const all: Record<string, readonly string[]> = { ...some };
  for (const [document, properties] of Object.entries(more))
    all[document] = [...new Set([...(all[document] ?? []), ...properties])];
  return all;
}

/** Whether all that is said here is said there, too, by the same documents. */
export function saysNoMore(here: Said, there: Said): boolean {
  return Object.entries(here).every(([document, properties]) => {
    const known = there[document];
    return known !== undefined && properties.every((each) => known.includes(each));
  });
}
