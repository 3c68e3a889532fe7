// The interface of what finds entities and relationships in a text. There are two implementations: patterns, and a model.

import type { JsonValue } from "../values/json.ts";
import type { ExtractorName } from "../values/loop-kinds.ts";

/** A type of entity that shapes name. */
export interface EntityType {
  readonly name: string;
  readonly description?: string | undefined;
  readonly properties: Readonly<
    Record<string, { readonly type: string; readonly description?: string | undefined }>
  >;
}

/** A type of relationship that shapes name; `from` and `to` are names of types of entities. */
export interface RelationshipType {
  readonly name: string;
  readonly from: string;
  readonly to: string;
  readonly description?: string | undefined;
}

/** What to look for. */
export interface Wanted {
  readonly goal: string;
  readonly entityTypes: readonly EntityType[];
  readonly relationshipTypes: readonly RelationshipType[];
}

/** A part of a document, verbatim. */
export interface TextPiece {
  readonly title: string | null;
  readonly text: string;
}

/** An entity that was found. */
export interface FoundEntity {
  readonly type: string;
  readonly name: string;
  readonly properties: Readonly<Record<string, JsonValue>>;
  /** A quote from the piece that shows it, verbatim; a result whose quote does not occur in the piece is dropped. */
  readonly quote: string;
  /** How likely it is right, from 0 to 1, as far as the extractor can say. */
  readonly certainty?: number | undefined;
}

/** A relationship that was found; `from` and `to` are names of entities. */
export interface FoundRelationship {
  readonly type: string;
  readonly from: string;
  readonly to: string;
  readonly quote: string;
  /** As that of an entity. */
  readonly certainty?: number | undefined;
}

/** The result of reading a piece. */
export interface Reading {
  readonly entities: readonly FoundEntity[];
  readonly relationships: readonly FoundRelationship[];
  /** Tokens counted by the model; zero without a model. */
  readonly usage: Usage;
}

/** Tokens counted by a model. */
export interface Usage {
  readonly inputTokens: number;
  readonly outputTokens: number;
}

/** One request to a model, and how it ended: `answered`, or the kind of its failure. */
export interface ModelCall extends Usage {
  readonly outcome: "answered" | "refused" | "unavailable" | "malformed" | "aborted";
  readonly seconds: number;
}

/** Maximum characters that the first and the second reading of a piece send to a model, besides the piece. */
export interface InstructionLengths {
  readonly first: number;
  readonly second: number;
}

/** Options of reading a piece. */
export interface HowToRead {
  /** Aborts the reading, which then rejects. */
  readonly signal: AbortSignal;
  /** The result of the first reading of the same piece, for a second one. */
  readonly first?: Reading | undefined;
  /** Called when a model has answered, however badly: instructions of this length, with the piece, are charged. */
  readonly onAnswer?: ((instructions: number) => Promise<void>) | undefined;
}

/** Finds entities and relationships in a text. It has no state, and writes nothing. */
export interface Extractor {
  readonly name: ExtractorName;
  /** The version of its rules or prompt; stored in each checkpoint. */
  readonly version: string;
  /** Reads a piece. Throws an {@link Unreadable} if all attempts failed. */
  readonly read: (piece: TextPiece, wanted: Wanted, how: HowToRead) => Promise<Reading>;
}

/** A piece could not be read despite retries; the message is for the caller that started the loop. */
export class Unreadable extends Error {
  override readonly name = "Unreadable";
  /** Tokens counted in spite of the failure. */
  readonly usage: Usage;

  constructor(message: string, usage: Usage = { inputTokens: 0, outputTokens: 0 }) {
    super(message);
    this.usage = usage;
  }
}
