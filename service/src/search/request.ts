// What a search is asked, and what it answers.

import type { FilterDefinition } from "slice-cql/sql";

/** What can be found. */
export const searchKinds = ["entities", "memories", "relationships"] as const;

/** One of {@link searchKinds}. */
export type SearchKind = (typeof searchKinds)[number];

/** What is searched for. */
export interface SearchRequest {
  /** Plain words; an empty text finds what is newest. */
  readonly query: string;
  readonly include: readonly SearchKind[];
  /** Maximum hits of each kind, 1 to 100. */
  readonly limit: number;
  /** Limits entities, and relationships to those with both ends inside; not memories. */
  readonly filter: FilterDefinition | undefined;
}

/** Something that was found. */
export interface Hit {
  readonly id: string;
  /** From 0 to 1. */
  readonly score: number;
  /** A piece of its text, with the search words between « and ». */
  readonly highlight: string | null;
  /** The words of its text that were looked for, without case and accents. */
  readonly matched: readonly string[];
}
