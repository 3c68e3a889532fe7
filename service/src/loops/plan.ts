// What a loop will read: which documents of its sources, and which pieces of them.

import { sql } from "kysely";
import type { PlannedDocument } from "../database/loop-tables.ts";
import type { Scope, Transaction } from "../database/transaction.ts";
import { ofSources, type Plan, planned, type ReadableDocument } from "./documents.ts";
import { passagesOf } from "./passages.ts";
import { pieceLength, piecesIn, piecesOf } from "./pieces.ts";

/** What a loop is to read. */
export interface ToRead {
  /** All sources of the project if none are given. */
  readonly sourceIds: readonly string[] | undefined;
  /** For a hydrate: words, of which a passage has to have some. */
  readonly about: string | undefined;
  /** The delta that it continues. */
  readonly headDeltaId: string | undefined;
  /** The maximum number of pieces that it can read. */
  readonly mostPieces: number;
}

/** Plans what a loop reads: the newest documents first, and of a hydrate the passages that fit best. */
export async function planOf(tx: Transaction, scope: Scope, reading: ToRead): Promise<Plan> {
  const read = await readBefore(tx, scope, reading.headDeltaId);
  const { documents, totals } =
    reading.about === undefined
      ? await everything(tx, scope, reading, read)
      : await passagesOf(tx, scope, { ...reading, about: reading.about });
  const left = documents
    .map((document) => ({
      ...document,
      pieces: document.pieces.filter((index) => !read.has(keyOf(document, index))),
    }))
    .filter(({ pieces }) => pieces.length > 0);
  const repeated = piecesOf(documents).length - piecesOf(left).length;
  return {
    documents: withMost(left, reading.mostPieces),
    totals: { ...totals, pieces: totals.pieces - repeated },
  };
}

async function everything(
  tx: Transaction,
  scope: Scope,
  { sourceIds, mostPieces }: ToRead,
  read: ReadonlySet<string>,
): Promise<Plan> {
  const where = ofSources(scope, sourceIds);
  // Each has at least a piece; those that were read before do not count.
  const rows = await tx.all(
    sql<ReadableDocument>`select id, source_id, characters, updated_at from document where ${where} order by created_at desc, id limit ${mostPieces + read.size}`,
  );
  const totals = await tx.first(
    sql<Plan["totals"]>`select count(distinct source_id)::int as sources, count(*)::int as documents,
      coalesce(sum(characters), 0)::bigint as characters,
      coalesce(sum(greatest(1, ceil(characters / ${pieceLength}::float8))), 0)::int as pieces
      from document where ${where}`,
  );
  const documents = rows.map((row) =>
    planned(
      row,
      Array.from({ length: piecesIn(row.characters) }, (_, at) => at),
    ),
  );
  return { documents, totals: totals ?? { sources: 0, documents: 0, characters: 0, pieces: 0 } };
}

/** What the loops of a delta have read; a document that was replaced since counts as another. */
async function readBefore(
  tx: Transaction,
  { projectId }: Scope,
  deltaId: string | undefined,
): Promise<ReadonlySet<string>> {
  if (deltaId === undefined) return new Set();
  const rows = await tx.all(
    sql<{ readonly document_id: string; readonly updated_at: string; readonly pieces: readonly number[] }>`
      select read.document_id, read.updated_at, read.pieces from loop l
      cross join lateral (select state from checkpoint c where c.project_id = l.project_id and c.loop_id = l.id order by iteration desc limit 1) last
      cross join lateral jsonb_to_recordset(last.state -> 'read') read (document_id text, updated_at text, pieces jsonb)
      where l.project_id = ${projectId} and l.delta_id = ${deltaId}`,
  );
  return new Set(rows.flatMap((row) => row.pieces.map((index) => keyOf(row, index))));
}

function keyOf(
  { document_id, updated_at }: Pick<PlannedDocument, "document_id" | "updated_at">,
  index: number,
): string {
  return `${document_id} ${updated_at} ${index}`;
}

/** The first of these pieces. */
function withMost(documents: readonly PlannedDocument[], most: number): readonly PlannedDocument[] {
  let left = most;
  return documents.flatMap((document) => {
    const pieces = document.pieces.slice(0, Math.max(0, left));
    left -= pieces.length;
    return pieces.length === 0 ? [] : [{ ...document, pieces }];
  });
}
