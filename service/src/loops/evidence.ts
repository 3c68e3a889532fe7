// Evidence: a find counts only if its quote occurs in the text that was read; what a model says, only if the text says it, too.

import type { Quoted } from "../changes/said.ts";
import type { Evidence } from "../database/tables.ts";
import type { Extractor, FoundEntity, FoundRelationship, Reading, Wanted } from "../extraction/extractor.ts";
import { type JsonValue, sizeOf } from "../values/json.ts";
import { entityKey, nameKey } from "../values/name-key.ts";
import type { PlannedPiece, TextPart } from "./pieces.ts";
import { placeNear, type Support, supportIn } from "./support.ts";

/** A find with the position of its quote, and the version of the document. */
export type Proven<Find> = Find & Quoted;

/** The finds of a reading that count, and how many do not. */
export interface Checked {
  readonly entities: readonly Proven<FoundEntity>[];
  readonly relationships: readonly Proven<FoundRelationship>[];
  /** Finds of wanted types, with or without evidence. */
  readonly finds: number;
  /** Finds without evidence: their quote or their names do not occur in the text. */
  readonly dropped: number;
  /** Values that do not occur in the text, of properties of finds with evidence. */
  readonly droppedProperties: number;
}

/** Maximum characters of a name. */
const maxNameLength = 1000;

/** The text that was read, and the extractor that read it. */
export interface WhatWasRead {
  readonly piece: PlannedPiece;
  readonly part: TextPart;
  /** The version of the document. */
  readonly updatedAt: string;
  /** Patterns derive names and values from the text by rules; a model may invent them. */
  readonly extractor: Extractor["name"];
}

/** Checks the finds of a piece. Types and properties that no shape names are ignored, as if they had not been found. */
export function checkEvidence(
  reading: Reading,
  wanted: Wanted,
  { piece, part, updatedAt, extractor }: WhatWasRead,
): Checked {
  const types = new Map(wanted.entityTypes.map((type) => [type.name, new Set(Object.keys(type.properties))]));
  const relationshipTypes = new Set(wanted.relationshipTypes.map(({ name }) => name));
  const entities = reading.entities.flatMap((find) => {
    const properties = types.get(find.type);
    const name = find.name.trim();
    if (properties === undefined || !isName(name)) return [];
    return [{ ...find, name, properties: only(find.properties, properties) }];
  });
  const relationships = reading.relationships.filter(
    ({ type, from, to }) => relationshipTypes.has(type) && isName(from.trim()) && isName(to.trim()),
  );
  const place = placer(piece, part, updatedAt);
  const support = extractor === "model" ? supportIn(part.text) : everything;
  const provenEntities = entities.flatMap((find) =>
    support.shows(find, [find.name]) ? place(find, find.name) : [],
  );
  const provenRelationships = relationships.flatMap((find) =>
    support.shows(find, [find.from, find.to]) ? place(find, find.from) : [],
  );
  const supported = provenEntities.map((find) => ({ ...find, properties: support.said(find.properties) }));
  const finds = entities.length + relationships.length;
  return {
    entities: supported,
    relationships: provenRelationships,
    finds,
    dropped: finds - provenEntities.length - provenRelationships.length,
    droppedProperties: changedValues(provenEntities, supported),
  };
}

const everything: Support = { shows: () => true, said: (properties) => properties };

function changedValues(before: readonly FoundEntity[], after: readonly FoundEntity[]): number {
  return before.reduce((sum, { properties }, at) => {
    const left = after[at]?.properties ?? {};
    return sum + Object.entries(properties).filter(([name, value]) => left[name] !== value).length;
  }, 0);
}

function isName(name: string): boolean {
  return name !== "" && name.length <= maxNameLength && isStorable(name);
}

function only(properties: FoundEntity["properties"], names: ReadonlySet<string>): FoundEntity["properties"] {
  return Object.fromEntries(
    Object.entries(properties).filter(
      ([name, value]) => names.has(name) && value !== null && isStorable(value),
    ),
  );
}

/** Maximum characters of a value, as JSON: longer ones are texts of their own. */
const maxValueLength = 10_000;

/** Whether the database can store a value: no NUL, no lone surrogate, and not too long. */
function isStorable(value: JsonValue): boolean {
  const text = JSON.stringify(value);
  return sizeOf(text) <= maxValueLength && !/\\u(?:0000|d[89a-f])/i.test(text);
}

/** Adds the position of a quote in the document; none if the quote does not occur. */
function placer({ documentId, sourceId }: PlannedPiece, { start, text }: TextPart, updatedAt: string) {
  return <Find extends { readonly quote: string }>(find: Find, name: string): readonly Proven<Find>[] => {
    // A quote must not begin or end with half of a surrogate pair.
    const isWords = find.quote.trim() !== "" && find.quote.isWellFormed();
    const at = isWords ? placeNear(text, find.quote, name) : -1;
    if (at === -1) return [];
    const evidence: Evidence = {
      source_id: sourceId,
      document_id: documentId,
      quote: find.quote,
      start: start + at,
      end: start + at + find.quote.length,
    };
    return [{ ...find, evidence, updated_at: updatedAt }];
  };
}

/** The finds of the second reading of a piece that are in the first, too. */
export function supportedByBoth(first: Checked, second: Checked): Checked {
  const entities = new Set(first.entities.map(({ type, name }) => entityKey(type, name)));
  const relationships = new Set(first.relationships.map(relationshipKey));
  return {
    ...second,
    entities: second.entities.filter(({ type, name }) => entities.has(entityKey(type, name))),
    relationships: second.relationships.filter((find) => relationships.has(relationshipKey(find))),
  };
}

function relationshipKey({ type, from, to }: FoundRelationship): string {
  return JSON.stringify([type, nameKey(from), nameKey(to)]);
}
