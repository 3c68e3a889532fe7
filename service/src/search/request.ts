// The request and the response of a search.

import type { FilterDefinition } from "slice-cql/sql";

/** The kinds of hits. */
export const searchKinds = ["documents", "entities", "memories", "relationships"] as const;

/** One of {@link searchKinds}. */
export type SearchKind = (typeof searchKinds)[number];

/** The options of a search. */
export interface SearchRequest {
  /** Plain words; an empty text finds the newest rows. */
  readonly query: string;
  readonly include: readonly SearchKind[];
  /** Maximum hits of each kind, 1 to 100. */
  readonly limit: number;
  /** Limits entities, relationships to those with both ends inside, and documents, which have a source and a date alone; not memories. */
  readonly filter: FilterDefinition | undefined;
  /** Limits memories. */
  readonly memory?: MemoryFilter | undefined;
  /** Whether hits say what their scores are made of. */
  readonly isExplained?: boolean;
}

/** Which memories are searched; what is missing does not limit them. */
export interface MemoryFilter {
  readonly subject_id?: string;
  readonly kinds?: readonly string[];
  readonly scopes?: readonly string[];
  /** They were written at this instant or later. */
  readonly since?: string;
  /** They were written before this instant. */
  readonly until?: string;
}

/** What a part of a score may be for. */
export const scoreParts = ["word", "joined", "completion", "near", "all_words", "entity"] as const;

/** An explanation of a hit, as it is answered. */
export interface Explanation {
  /** The words and phrases of the query that it does not have, nor what may stand for them. */
  readonly missing: readonly string[];
  /** Together they are the score. */
  readonly score_parts: readonly {
    readonly part: (typeof scoreParts)[number];
    /** The word or phrase of the query; null if it is for no single one. */
    readonly word: string | null;
    readonly score: number;
  }[];
}

/** What a hit of documents says besides. */
export interface OfDocument {
  /** How many passages of the document were found. */
  readonly passages: number;
}

/** A hit. */
export interface Hit {
  readonly id: string;
  /** From 0 to 1. */
  readonly score: number;
  /** A piece of its text, with the search words between « and ». */
  readonly highlight: string | null;
  /** The search words that occur in its text, without case and accents. */
  readonly matched: readonly string[];
  /** What a search that is explained says besides. */
  readonly missing?: Explanation["missing"];
  readonly score_parts?: Explanation["score_parts"];
}
