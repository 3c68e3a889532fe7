// Documents that a loop could read.

import { type RawBuilder, sql } from "kysely";
import type { PlannedDocument } from "../database/loop-tables.ts";
import type { Scope } from "../database/transaction.ts";

/** What there is to read. */
export interface Plan {
  readonly documents: readonly PlannedDocument[];
  /** Of everything that there is, also what is too much for one loop. */
  readonly totals: {
    readonly sources: number;
    readonly documents: number;
    readonly characters: number;
    readonly pieces: number;
  };
}

/** The condition on documents of these sources. */
export function ofSources(
  { projectId }: Scope,
  sourceIds: readonly string[] | undefined,
): RawBuilder<unknown> {
  return sourceIds === undefined
    ? sql`project_id = ${projectId}`
    : sql`project_id = ${projectId} and source_id = any(${[...sourceIds]}::uuid[])`;
}

/** A document that could be read. */
export interface ReadableDocument {
  readonly id: string;
  readonly source_id: string;
  readonly characters: number;
  readonly updated_at: Date;
}

/** A document with the pieces of it that are read. */
export function planned(
  { id, source_id, characters, updated_at }: ReadableDocument,
  pieces: readonly number[],
): PlannedDocument {
  return { document_id: id, source_id, characters, updated_at: updated_at.toISOString(), pieces };
}
