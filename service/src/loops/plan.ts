// Plans what a loop reads: which documents of its sources, and which of their pieces.

import { sql } from "kysely";
import type { PlannedDocument } from "../database/loop-tables.ts";
import type { Tenant, Transaction } from "../database/transaction.ts";
import {
  joinRead,
  type KnownDocuments,
  ofSources,
  type Plan,
  planned,
  type ReadableDocument,
  readColumns,
  type Skipped,
} from "./documents.ts";
import { findPassages } from "./passages.ts";
import { indexesOf, pieceLength } from "./pieces.ts";

/** The request for a plan. */
export interface ToRead {
  /** All sources of the project if none are given. */
  readonly sourceIds: readonly string[] | undefined;
  /** For a hydrate: the words that passages are searched for. */
  readonly about: string | undefined;
  readonly skipped: Skipped;
  /** Maximum pieces that the loop can read. */
  readonly maxPieces: number;
}

/** Plans what a loop reads: the newest documents first, or for a hydrate the passages that match best. */
export async function planReading(tx: Transaction, tenant: Tenant, reading: ToRead): Promise<Plan> {
  const { about, maxPieces } = reading;
  if (about === undefined) return await everything(tx, tenant, reading);
  const found = await findPassages(tx, tenant, { ...reading, about });
  return { ...found, documents: withMost(found.documents, maxPieces) };
}

async function everything(
  tx: Transaction,
  tenant: Tenant,
  { sourceIds, skipped, maxPieces }: ToRead,
): Promise<Plan> {
  const pieces = sql`greatest(1, ceil(characters / ${pieceLength}::float8))::int`;
  // Joined before ordering: otherwise everything read before would be searched again for each document.
  const found = sql`with found as materialized (
    select d.*, ${pieces} - cardinality(read) as unread, ${pieces} - cardinality(known) as unknown from (
      select d.*, ${readColumns} from (
        select id, source_id, length as characters, updated_at, created_at from document where ${ofSources(tenant, sourceIds)}
      ) d ${joinRead(tenant, "d", skipped)}
    ) d
  )`;
  const totals = await tx.first(
    sql<
      Plan["totals"] & KnownDocuments
    >`${found} select count(distinct source_id) filter (where unread > 0)::int as sources,
      count(*) filter (where unread > 0)::int as documents, coalesce(sum(unread), 0)::int as pieces,
      coalesce(sum(characters - (select coalesce(sum(least(${pieceLength}, characters - piece * ${pieceLength})), 0) from unnest(read) piece)), 0)::bigint as characters,
      count(*) filter (where unknown > 0 and not has_changed)::int as new,
      count(*) filter (where unknown > 0 and has_changed)::int as changed,
      count(*) filter (where unknown <= 0)::int as unchanged from found`,
  );
  // Each document has at least one piece.
  const rows = await tx.all(
    sql<ReadableDocument>`${found} select id, source_id, characters, updated_at, read from found
      where unread > 0 order by created_at desc, id limit ${maxPieces}`,
  );
  const {
    new: unread = 0,
    changed = 0,
    unchanged = 0,
    ...rest
  } = totals ?? { sources: 0, documents: 0, characters: 0, pieces: 0 };
  return {
    documents: withMost(wholeOf(rows), maxPieces),
    totals: rest,
    known: { new: unread, changed, unchanged },
  };
}

function* wholeOf(rows: readonly ReadableDocument[]): Generator<PlannedDocument, void> {
  for (const row of rows) yield planned(row, indexesOf(row));
}

/** The first of these pieces; later documents are not looked at. */
function withMost(documents: Iterable<PlannedDocument>, most: number): readonly PlannedDocument[] {
  const kept: PlannedDocument[] = [];
  let left = most;
  for (const document of documents) {
    const pieces = document.pieces.slice(0, left);
    if (pieces.length > 0) kept.push({ ...document, pieces });
    left -= pieces.length;
    if (left <= 0) break;
  }
  return kept;
}
