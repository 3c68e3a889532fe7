// Writes documents, many at once.

import { type RawBuilder, sql } from "kysely";
import { ofTenant } from "../database/of-tenant.ts";
import type { Tenant, Transaction } from "../database/transaction.ts";
import { countWritten, lastOfEach, type WithId, type Written, type WrittenRow } from "../database/written.ts";
import { newId } from "../values/uuid.ts";
import { knownPassages, writePassages } from "./write-passages.ts";

/** A document whose source is known. */
interface DocumentRow extends WithId {
  readonly source_id?: string | undefined;
  readonly external_id?: string | null | undefined;
  readonly title?: string | null | undefined;
  readonly text: string;
}

/** Writes documents. One without an ID replaces the one of its source with the same `external_id`. */
export async function writeDocuments(
  tx: Transaction,
  tenant: Tenant,
  rows: readonly DocumentRow[],
): Promise<Written> {
  const known = await idsByExternalId(tx, tenant, rows);
  const ids = rows.map((row) => {
    const key = keyOf(row);
    const id = row.id?.toLowerCase() ?? known.get(key) ?? newId();
    // A later line with the same one replaces this one.
    if (row.external_id !== undefined && row.external_id !== null) known.set(key, id);
    return id;
  });
  const last = lastOfEach(rows, ids);
  const documents = last.map(({ id = "", source_id = "", title = null, text, created_at }) => {
    return { id, source_id, title, text, created_at };
  });
  const stored = await knownPassages(tx, tenant, documents);
  const returned = await tx.all(statement(tenant, JSON.stringify(last)));
  await writePassages(
    tx,
    tenant,
    documents.filter(({ id }) => !stored.has(id)),
  );
  return countWritten(returned, ids);
}

function keyOf({ source_id, external_id }: Pick<DocumentRow, "external_id" | "source_id">): string {
  return JSON.stringify([source_id?.toLowerCase(), external_id ?? null]);
}

async function idsByExternalId(
  tx: Transaction,
  tenant: Tenant,
  rows: readonly DocumentRow[],
): Promise<Map<string, string>> {
  const named = rows.flatMap(({ external_id }) => external_id ?? []);
  if (named.length === 0) return new Map();
  const found = await tx.all(
    sql<{
      readonly id: string;
      readonly source_id: string;
      readonly external_id: string;
    }>`select id, source_id, external_id from document where ${ofTenant(tenant)} and external_id = any(${named}::text[])`,
  );
  return new Map(found.map((row) => [keyOf(row), row.id]));
}

function statement(tenant: Tenant, values: string): RawBuilder<WrittenRow> {
  return sql`insert into document (organization_id, project_id, id, source_id, external_id, title, text, created_at, updated_at)
    select ${tenant.organizationId}::uuid, ${tenant.projectId}::uuid, row.id, row.source_id, row.external_id, row.title, row.text,
      coalesce(row.created_at, known.created_at, now()), coalesce(row.updated_at, case when (known.title, known.text, known.created_at)
        is not distinct from (row.title, row.text, coalesce(row.created_at, known.created_at)) then known.updated_at end, now())
    from jsonb_to_recordset(${values}::jsonb) as row (id uuid, source_id uuid, external_id text, title text, text text,
      created_at timestamptz, updated_at timestamptz)
    left join document known on ${ofTenant(tenant, "known")} and known.id = row.id
    order by row.id
    on conflict (organization_id, project_id, id) do update set source_id = excluded.source_id, external_id = excluded.external_id,
      title = excluded.title, text = excluded.text, created_at = excluded.created_at, updated_at = excluded.updated_at
    returning id, xmax = 0 as created`;
}
