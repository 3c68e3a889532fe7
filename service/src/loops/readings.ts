// Records which pieces of documents an iteration has read, so that later loops do not read them again.

import { sql } from "kysely";
import { ofTenant, tenantOfRow } from "../database/of-tenant.ts";
import type { Transaction } from "../database/transaction.ts";
import type { Iteration } from "./iteration.ts";
import type { LoopRow } from "./rows.ts";
import { type ReadDocument, withRead } from "./state.ts";

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
    sql`insert into reading (organization_id, project_id, document_id, question, extractor, version, updated_at, pieces)
      select d.organization_id, d.project_id, d.id, ${row.question}, ${extractor.name}, ${extractor.version}, d.updated_at, listed.pieces
      from jsonb_to_recordset(${JSON.stringify(read)}::jsonb) as listed (document_id uuid, updated_at timestamptz, pieces integer[])
      join document d on ${ofTenant(tenant, "d")} and d.id = listed.document_id and d.updated_at = listed.updated_at
      order by d.id
      on conflict (organization_id, document_id, question, extractor, project_id) do update set
        version = excluded.version, updated_at = excluded.updated_at,
        pieces = case
          when (reading.version, reading.updated_at) <> (excluded.version, excluded.updated_at) then excluded.pieces
          when reading.pieces @> excluded.pieces then reading.pieces
          else reading.pieces || excluded.pieces end`,
    "loops.readings",
  );
}
