// All entries about a query. In a separate file, so that a bundle that only reads queries has no other messages.
import { dateEntries } from "./dates.ts";
import type { Entries } from "./entry.ts";
import { meaningEntries } from "./meaning.ts";
import { syntaxEntries } from "./syntax.ts";

/** What a query can be wrong in. */
export type QueryCode = keyof typeof syntaxEntries | keyof typeof dateEntries | keyof typeof meaningEntries;

/** Entries for the text, the dates and the meaning of a query. */
export const queryEntries: Entries<QueryCode> = { ...syntaxEntries, ...dateEntries, ...meaningEntries };
