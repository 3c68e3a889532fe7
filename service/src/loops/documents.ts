// Documents that a loop could read.

import { type RawBuilder, sql } from "kysely";
import type { PlannedDocument } from "../database/loop-tables.ts";
import { ofTenant } from "../database/of-tenant.ts";
import type { Tenant } from "../database/transaction.ts";
import type { ExtractorName } from "../values/loop-kinds.ts";

/** The documents that a loop reads, and the totals of all that it could read. */
export interface Plan {
  readonly documents: readonly PlannedDocument[];
  /** What is left to read in all sources, even if it is too much for one loop. */
  readonly totals: {
    readonly sources: number;
    readonly documents: number;
    readonly characters: number;
    readonly pieces: number;
  };
  readonly known: KnownDocuments;
}

/** How many documents were read before, for the same question. */
export interface KnownDocuments {
  /** Never, or not to the end. */
  readonly new: number;
  /** They have changed since. */
  readonly changed: number;
  readonly unchanged: number;
}

/** The condition on documents of these sources. */
export function ofSources(tenant: Tenant, sourceIds: readonly string[] | undefined): RawBuilder<unknown> {
  return sourceIds === undefined
    ? sql`${ofTenant(tenant)}`
    : sql`${ofTenant(tenant)} and source_id = any(${[...sourceIds]}::uuid[])`;
}

/** What a loop asks of a document: one that was read for it, and has not changed, is not read again. */
export interface Question {
  /** A digest of it. */
  readonly digest: string;
  readonly extractor: ExtractorName;
  /** The version of the extractor; undefined if no worker says which one it has: then any will do. */
  readonly version: string | undefined;
}

/** What a loop need not read. */
export interface Skipped {
  readonly question: Question;
  /** The delta that it continues: what its loops have read is skipped, whatever they asked. */
  readonly headDeltaId: string | undefined;
  /** Whether to skip nothing. */
  readonly rereads: boolean;
  /** Whether to skip no document of which a change was rejected. */
  readonly reconsiders: boolean;
}

/** A document that can be read. */
export interface ReadableDocument {
  readonly id: string;
  readonly source_id: string;
  readonly characters: number;
  readonly updated_at: Date;
  /** Its pieces that were read before. */
  readonly known: readonly number[];
  /** Those of them that are not read again. */
  readonly read: readonly number[];
  /** Whether it was read for the same question before it changed. */
  readonly has_changed: boolean;
}

/** The columns of {@link ReadableDocument} that {@link joinRead} adds to a document. */
export const readColumns = sql`coalesce(r.known, '{}') as known,
  case when s.is_skipped and x.id is null then coalesce(r.known, '{}') else '{}' end as read, e.document_id is not null as has_changed`;

/** Joins documents with what was read of them. They are joined with subqueries, because what was read grows with each loop. */
export function joinRead(tenant: Tenant, alias: string, skipped: Skipped): RawBuilder<unknown> {
  const { question, rereads, reconsiders } = skipped;
  const document = sql.ref(alias);
  return sql`cross join (select ${!rereads}::boolean as is_skipped) s
    left join (${readBefore(tenant, skipped)}) r on r.id = ${document}.id and r.updated_at = ${document}.updated_at
    left join reading e on ${ofTenant(tenant, "e")} and e.document_id = ${document}.id and ${isFor(question)} and e.updated_at <> ${document}.updated_at
    left join (select distinct split_part(text, ' ', 1)::uuid as id from change c cross join lateral jsonb_object_keys(c.said) text
      where ${ofTenant(tenant, "c")} and c.rejected and c.about is not null and ${reconsiders}) x on x.id = ${document}.id`;
}

function isFor({ digest, extractor, version }: Question): RawBuilder<unknown> {
  return sql`e.question = ${digest} and e.extractor = ${extractor} and e.version = coalesce(${version ?? null}, e.version)`;
}

/**
 * The pieces that were read for a question, and those that the loops of a delta have read, by document. A document that was replaced since
 * counts as unread.
 */
function readBefore(tenant: Tenant, { question, headDeltaId }: Skipped): RawBuilder<unknown> {
  return sql`select id, updated_at, array_agg(distinct piece) as known from (
      select e.document_id as id, e.updated_at, unnest(e.pieces) as piece from reading e where ${ofTenant(tenant, "e")} and ${isFor(question)}
      union all
      select document.id, nullif(document.updated_at, '')::timestamptz, piece::int from loop l
        cross join lateral (select state from checkpoint c where ${ofTenant(tenant, "c")} and c.loop_id = l.id order by iteration desc limit 1) last
        cross join lateral (select document_id as id, updated_at, pieces
          from jsonb_to_recordset(last.state -> 'read') listed (document_id uuid, updated_at text, pieces jsonb)) document
        cross join lateral jsonb_array_elements_text(document.pieces) piece
      where ${ofTenant(tenant, "l")} and l.delta_id = ${headDeltaId ?? null}
    ) pieces group by 1, 2`;
}

/** A document with the given pieces, without those that are skipped. */
export function planned(
  { id, source_id, characters, updated_at, read }: Omit<ReadableDocument, "known" | "has_changed">,
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
