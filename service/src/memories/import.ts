// Memories as lines of a file.

import { type RawBuilder, sql } from "kysely";
import { type Static, Type } from "typebox";
import { ofTenant } from "../database/of-tenant.ts";
import { learnWords } from "../database/search-words.ts";
import type { Tenant, Transaction } from "../database/transaction.ts";
import { countWritten, lastOfEach, type Written, type WrittenRow } from "../database/written.ts";
import { importedInstant } from "../files/instant.ts";
import { type ImportKind, mebibyte } from "../files/kind.ts";
import { anyInstant, exact, id, orNull } from "../http/schemas.ts";
import { checker } from "../values/check.ts";
import { RowRefusal, requireKnown } from "../values/row-refusal.ts";
import { newId } from "../values/uuid.ts";
import { memoryKind, subject } from "./schemas.ts";

const memory = exact({
  id: Type.Optional(id()),
  content: Type.String({ minLength: 1 }),
  kind: Type.Optional(orNull(memoryKind)),
  scope: Type.Union([Type.Literal("project"), Type.Literal("commons")]),
  subject: Type.Optional(orNull(subject)),
  source_context: Type.Optional(orNull(Type.String())),
  forget_after: Type.Optional(orNull(anyInstant)),
  forget_reason: Type.Optional(orNull(Type.String())),
  shape_id: Type.Optional(orNull(id())),
  created_at: Type.Optional(anyInstant),
});

const check = checker(memory);

type MemoryRow = Static<typeof memory>;

/**
 * Memories of a project and of the commons. A memory has a writer, but keys are not exported, so imported memories count
 * as written with the given key. Memories that only their writer may recall are not imported, as they would become someone else's.
 */
export function memoryImport(keyId: string): ImportKind<MemoryRow> {
  return {
    table: "memories",
    maxLineBytes: 8 * mebibyte,
    read: (value) => {
      const row = check(value);
      return {
        ...row,
        ...(row.created_at !== undefined && { created_at: importedInstant(row.created_at) }),
        ...(row.forget_after !== undefined && {
          forget_after: importedInstant(row.forget_after),
        }),
      };
    },
    write: async (tx, tenant, rows) => await writeMemories(tx, tenant, keyId, rows),
  };
}

async function writeMemories(
  tx: Transaction,
  tenant: Tenant,
  keyId: string,
  rows: readonly MemoryRow[],
): Promise<Written> {
  const shapes = await tx.all(sql<{ readonly id: string }>`select id from shape where ${ofTenant(tenant)}`);
  requireKnown(rows, "shape_id", new Set(shapes.map((shape) => shape.id)), "shape");
  const ids = rows.map((row) => row.id?.toLowerCase() ?? newId());
  const returned = await tx.all(statement(tenant, keyId, JSON.stringify(lastOfEach(rows, ids))));
  const written = new Set(returned.map((row) => row.id));
  const taken = ids.findIndex((each) => !written.has(each));
  if (taken !== -1)
    throw new RowRefusal(taken, "/id", "taken", "belongs to a memory that only its writer may change");
  await learnWords(tx, tenant, "memory", [...written]);
  return countWritten(returned, ids);
}

function statement(tenant: Tenant, keyId: string, values: string): RawBuilder<WrittenRow> {
  return sql`insert into memory (organization_id, project_id, id, key_id, content, kind, scope, subject, source_context,
      forget_after, forget_reason, shape_id, created_at)
    select ${tenant.organizationId}::uuid, ${tenant.projectId}::uuid, row.id, ${keyId}::uuid, row.content, row.kind, row.scope,
      nullif(row.subject, 'null'), row.source_context, row.forget_after, row.forget_reason, row.shape_id,
      coalesce(row.created_at, known.created_at, now())
    from jsonb_to_recordset(${values}::jsonb) as row (id uuid, content text, kind text, scope text, subject jsonb,
      source_context text, forget_after timestamptz, forget_reason text, shape_id uuid, created_at timestamptz)
    left join memory known on ${ofTenant(tenant, "known")} and known.id = row.id
    order by row.id
    on conflict (organization_id, project_id, id) do update set content = excluded.content, kind = excluded.kind, scope = excluded.scope,
      subject = excluded.subject, source_context = excluded.source_context, forget_after = excluded.forget_after,
      forget_reason = excluded.forget_reason, shape_id = excluded.shape_id, created_at = excluded.created_at
      where memory.scope <> 'agent'
    returning id, xmax = 0 as created`;
}
