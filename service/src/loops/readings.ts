// Records which pieces of documents an iteration has read, so that later loops do not read them again, and what still lacks an end in them.

import { sql } from "kysely";
import { ofTenant, tenantOfRow } from "../database/of-tenant.ts";
import type { Transaction } from "../database/transaction.ts";
import type { Iteration } from "./iteration.ts";
import type { LoopRow } from "./rows.ts";
import { type LoopState, maxWaiting, type ReadDocument, withRead } from "./state.ts";

/**
 * Records the pieces that an iteration has read, in the transaction that commits it: what was not committed was not read. A document that
 * has changed or gone since counts as unread.
 */
export async function recordReadings(
  tx: Transaction,
  row: LoopRow,
  { outcomes, extractor }: Iteration,
): Promise<void> {
  let read: readonly ReadDocument[] = [];
  for (const { loaded, checked } of outcomes)
    if (checked !== undefined && loaded.updatedAt !== "")
      read = withRead(read, loaded.piece, loaded.updatedAt);
  if (read.length === 0) return;
  const tenant = tenantOfRow(row);
  await tx.all(
    // Locked, so that a document that is being deleted is left out: otherwise its foreign key would fail, and the iteration with it.
    sql`with found as materialized (
        select d.organization_id, d.project_id, d.id, d.updated_at, listed.pieces
        from jsonb_to_recordset(${JSON.stringify(read)}::jsonb) as listed (document_id uuid, updated_at timestamptz, pieces integer[])
        join document d on ${ofTenant(tenant, "d")} and d.id = listed.document_id and d.updated_at = listed.updated_at
        order by d.id for key share of d
      )
      insert into reading (organization_id, project_id, document_id, question, extractor, version, updated_at, pieces)
      select organization_id, project_id, id, ${row.question}, ${extractor.name}, ${extractor.version}, updated_at, pieces from found
      on conflict (organization_id, document_id, question, extractor, project_id) do update set
        version = excluded.version, updated_at = excluded.updated_at,
        unconnected = case when (reading.version, reading.updated_at) = (excluded.version, excluded.updated_at) then reading.unconnected
          else excluded.unconnected end,
        pieces = case
          when (reading.version, reading.updated_at) <> (excluded.version, excluded.updated_at) then excluded.pieces
          when reading.pieces @> excluded.pieces then reading.pieces
          else reading.pieces || excluded.pieces end`,
    "loops.readings",
  );
}

type Waiting = LoopState["unconnected"];

/**
 * Records which relationships still lack an end, with the readings of their documents: these are not read again, but a later loop may know the
 * end. Those that lack none any more are taken out.
 */
export async function recordWaiting(
  tx: Transaction,
  row: LoopRow,
  { progress, extractor }: Iteration,
  left: Waiting,
): Promise<void> {
  const byText = new Map<
    string,
    { readonly document_id: string; readonly updated_at: string; readonly unconnected: Waiting }
  >();
  for (const { evidence, updated_at } of [...progress.state.unconnected, ...left]) {
    const key = `${evidence.document_id} ${updated_at}`;
    byText.set(key, { document_id: evidence.document_id, updated_at, unconnected: [] });
  }
  for (const find of left) {
    const key = `${find.evidence.document_id} ${find.updated_at}`;
    const known = byText.get(key);
    if (known !== undefined) byText.set(key, { ...known, unconnected: [...known.unconnected, find] });
  }
  if (byText.size === 0) return;
  await tx.all(
    sql`update reading r set unconnected = listed.unconnected
      from jsonb_to_recordset(${JSON.stringify([...byText.values()])}::jsonb) as listed (document_id uuid, updated_at timestamptz, unconnected jsonb)
      where ${ofTenant(tenantOfRow(row), "r")} and r.document_id = listed.document_id and r.updated_at = listed.updated_at
        and r.question = ${row.question} and r.extractor = ${extractor.name} and r.version = ${extractor.version}`,
    "loops.waiting",
  );
}

/** The relationships that earlier loops with the same question have left without an end, in documents of this loop's sources that have not changed. */
export async function readWaiting(
  tx: Transaction,
  row: LoopRow,
  { name, version }: Iteration["extractor"],
): Promise<Waiting> {
  const tenant = tenantOfRow(row);
  const rows = await tx.all(
    sql<{
      readonly find: Waiting[number];
    }>`select find from reading r join document d on ${ofTenant(tenant, "d")} and d.id = r.document_id and d.updated_at = r.updated_at
        cross join lateral jsonb_array_elements(r.unconnected) find
      where ${ofTenant(tenant, "r")} and r.question = ${row.question} and r.extractor = ${name} and r.version = ${version}
        and r.unconnected <> '[]' and (${row.source_ids}::uuid[] is null or d.source_id = any(${row.source_ids}::uuid[]))
      order by d.created_at desc, d.id limit ${maxWaiting}`,
    "loops.waiting-before",
  );
  return rows.map(({ find }) => find);
}
