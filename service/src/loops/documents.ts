// Documents that a loop could read.

import { type RawBuilder, sql } from "kysely";
import type { PlannedDocument } from "../database/loop-tables.ts";
import { ofTenant } from "../database/of-tenant.ts";
import type { Tenant } from "../database/transaction.ts";

/** The documents that a loop reads, and the totals of all that it could read. */
export interface Plan {
  readonly documents: readonly PlannedDocument[];
  /** Counts all sources, even if they are too many for one loop. */
  readonly totals: {
    readonly sources: number;
    readonly documents: number;
    readonly characters: number;
    readonly pieces: number;
  };
}

/** The condition on documents of these sources. */
export function ofSources(tenant: Tenant, sourceIds: readonly string[] | undefined): RawBuilder<unknown> {
  return sourceIds === undefined
    ? sql`${ofTenant(tenant)}`
    : sql`${ofTenant(tenant)} and source_id = any(${[...sourceIds]}::uuid[])`;
}

/** A document that can be read. */
export interface ReadableDocument {
  readonly id: string;
  readonly source_id: string;
  readonly characters: number;
  readonly updated_at: Date;
  /** Its pieces that were read before; null if there are none. */
  readonly read: readonly number[] | null;
}

/**
 * The pieces that the loops of a delta have read, by document: a subquery to join documents with, because it grows with each loop. A document
 * that was replaced since counts as unread.
 */
export function readBefore(tenant: Tenant, deltaId: string | undefined): RawBuilder<unknown> {
  return sql`select document.id, nullif(document.updated_at, '')::timestamptz as updated_at, array_agg(distinct piece::int) as read from loop l
    cross join lateral (select state from checkpoint c where ${ofTenant(tenant, "c")} and c.loop_id = l.id order by iteration desc limit 1) last
    cross join lateral (select document_id as id, updated_at, pieces
      from jsonb_to_recordset(last.state -> 'read') listed (document_id uuid, updated_at text, pieces jsonb)) document
    cross join lateral jsonb_array_elements_text(document.pieces) piece
    where ${ofTenant(tenant, "l")} and l.delta_id = ${deltaId ?? null} group by 1, 2`;
}

/** A document with the given pieces, without those read before. */
export function planned(
  { id, source_id, characters, updated_at, read }: ReadableDocument,
  pieces: readonly number[],
): PlannedDocument {
  const before = new Set(read);
  return {
    document_id: id,
    source_id,
    characters,
    updated_at: updated_at.toISOString(),
    pieces: pieces.filter((index) => !before.has(index)),
  };
}
