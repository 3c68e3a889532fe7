// Plans what a loop reads: which documents of its sources, and which of their pieces.

import { sql } from "kysely";
import type { PlannedDocument } from "../database/loop-tables.ts";
import type { Tenant, Transaction } from "../database/transaction.ts";
import { ofSources, type Plan, planned, type ReadableDocument, readBefore } from "./documents.ts";
import { findPassages } from "./passages.ts";
import { indexesOf, pieceLength } from "./pieces.ts";

/** The request for a plan. */
export interface ToRead {
  /** All sources of the project if none are given. */
  readonly sourceIds: readonly string[] | undefined;
  /** For a hydrate: the words that passages are searched for. */
  readonly about: string | undefined;
  /** The delta that the loop continues: pieces that its loops have read are skipped. */
  readonly headDeltaId: string | undefined;
  /** Maximum pieces that the loop can read. */
  readonly maxPieces: number;
}

/** Plans what a loop reads: the newest documents first, or for a hydrate the passages that match best. */
export async function planReading(tx: Transaction, tenant: Tenant, reading: ToRead): Promise<Plan> {
  const { about, maxPieces } = reading;
  if (about === undefined) return await everything(tx, tenant, reading);
  const { documents, totals } = await findPassages(tx, tenant, { ...reading, about });
  return { documents: withMost(documents, maxPieces), totals };
}

async function everything(
  tx: Transaction,
  tenant: Tenant,
  { sourceIds, headDeltaId, maxPieces }: ToRead,
): Promise<Plan> {
  // Joined before ordering: otherwise everything read before would be searched again for each document.
  const found = sql`with found as materialized (
    select d.*, read, greatest(1, ceil(characters / ${pieceLength}::float8)) - coalesce(cardinality(read), 0) as unread from (
      select id, source_id, length as characters, updated_at, created_at from document where ${ofSources(tenant, sourceIds)}
    ) d left join (${readBefore(tenant, headDeltaId)}) r using (id, updated_at)
  )`;
  const totals = await tx.first(
    sql<Plan["totals"]>`${found} select count(distinct source_id)::int as sources, count(*)::int as documents,
      coalesce(sum(characters), 0)::bigint as characters, coalesce(sum(unread), 0)::int as pieces from found`,
  );
  // Each document has at least one piece.
  const rows = await tx.all(
    sql<ReadableDocument>`${found} select id, source_id, characters, updated_at, read from found
      where unread > 0 order by created_at desc, id limit ${maxPieces}`,
  );
  return {
    documents: withMost(wholeOf(rows), maxPieces),
    totals: totals ?? { sources: 0, documents: 0, characters: 0, pieces: 0 },
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
