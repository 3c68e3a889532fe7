// The request and the response of a search.

import type { FilterDefinition } from "slice-cql/sql";
import type { Questions } from "../embeddings/questions.ts";

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
  /** What comes first among memories; by default the newer ones, where the scores are about the same. */
  readonly prefer?: Preference | undefined;
  /** How many memories are shown before and after each one in its thread, 0 to {@link maxContext}. */
  readonly context?: number;
  /** Makes vectors of questions; without it, hits are by words alone. */
  readonly meaning?: Questions | undefined;
}

/** Which memories are searched; what is missing does not limit them. */
export interface MemoryFilter {
  readonly subject_id?: string;
  readonly kinds?: readonly string[];
  readonly scopes?: readonly string[];
  readonly thread?: string;
  /** They were so at this instant or later. */
  readonly since?: string;
  /** They were so before this instant. */
  readonly until?: string;
  /** Whether those that another was written in the place of are found as well. */
  readonly withSuperseded?: boolean;
}

/** What may come first. */
export const preferences = ["newest", "relevant"] as const;

/** One of {@link preferences}. */
export type Preference = (typeof preferences)[number];

/** Maximum memories shown before and after each: more are a list of the thread. */
export const maxContext = 5;

/** What a part of a score may be for. */
export const scoreParts = [
  "word",
  "joined",
  "completion",
  "near",
  "all_words",
  "entity",
  "thread",
  "meaning",
] as const;

/** Whether hits are ordered by their meaning as well: why not, if they are not. */
export const meaningStates = ["used", "late", "failed", "pending"] as const;

/** One of {@link meaningStates}. */
export type MeaningState = (typeof meaningStates)[number];

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

/** What a hit that is a memory says besides. */
export interface MemoryHit<Memory> {
  /** How many memories that say the same it stands for, besides itself. */
  readonly similar: number;
  /** What stands around it in its thread, if that was asked for. */
  readonly context?: Context<Memory>;
}

/** What stands before and after a memory in its thread, in the order of that. */
export interface Context<Memory> {
  readonly before: readonly Memory[];
  readonly after: readonly Memory[];
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
