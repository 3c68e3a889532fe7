// Earlier versions of memories as lines of a file.

import { sql } from "kysely";
import { type Static, Type } from "typebox";
import { memoryChanges } from "../database/memory-tables.ts";
import { ofTenant } from "../database/of-tenant.ts";
import type { Tenant, Transaction } from "../database/transaction.ts";
import { countWritten, type Written, type WrittenRow } from "../database/written.ts";
import { importedInstant } from "../files/instant.ts";
import { type ImportKind, mebibyte } from "../files/kind.ts";
import { anyInstant, exact, id } from "../http/schemas.ts";
import { checker } from "../values/check.ts";
import { RowRefusal } from "../values/row-refusal.ts";
import { saidMembers, versionNumber } from "./import.ts";

const version = exact({
  memory_id: id(),
  version: versionNumber,
  ...saidMembers,
  change: Type.Enum(memoryChanges),
  changed_at: anyInstant,
});

const check = checker(version);

type VersionRow = Static<typeof version>;

/** Versions before the current ones, which lines of memories have; they count as made with the given key, as keys are not exported. */
export function versionImport(keyId: string): ImportKind<VersionRow> {
  return {
    table: "memory_versions",
    maxLineBytes: 8 * mebibyte,
    read: (value) => {
      const row = check(value);
      const { valid_at = null, forget_after = null, changed_at } = row;
      return {
        ...row,
        valid_at: importedInstant(valid_at),
        forget_after: importedInstant(forget_after),
        changed_at: importedInstant(changed_at),
      };
    },
    write: async (tx, tenant, rows) => await writeVersions(tx, tenant, keyId, rows),
  };
}

async function writeVersions(
  tx: Transaction,
  tenant: Tenant,
  keyId: string,
  rows: readonly VersionRow[],
): Promise<Written> {
  const keys = rows.map(keyOf);
  // Of two lines about one version the last one wins.
  const last = [...new Map(rows.map((row) => [keyOf(row), row])).values()];
  const returned =
    await tx.all(sql<WrittenRow>`insert into memory_version (organization_id, project_id, memory_id, version, key_id, scope,
      content, kind, subject, source_context, thread, valid_at, forget_after, forget_reason, shape_id, change, changed_at, changed_by)
    select m.organization_id, m.project_id, m.id, row.version, m.key_id, m.scope, row.content, row.kind, nullif(row.subject, 'null'),
      row.source_context, row.thread, row.valid_at, row.forget_after, row.forget_reason, row.shape_id, row.change, row.changed_at, ${keyId}::uuid
    from jsonb_to_recordset(${JSON.stringify(last)}::jsonb) as row (memory_id uuid, version integer, content text, kind text, subject jsonb,
      source_context text, thread text, valid_at timestamptz, forget_after timestamptz, forget_reason text, shape_id uuid, change text, changed_at timestamptz)
    join memory m on ${ofTenant(tenant, "m")} and m.id = row.memory_id and m.version > row.version and m.scope <> 'agent'
    order by m.id, row.version
    on conflict (organization_id, memory_id, version, project_id) do update set content = excluded.content, kind = excluded.kind,
      subject = excluded.subject, source_context = excluded.source_context, thread = excluded.thread, valid_at = excluded.valid_at,
      forget_after = excluded.forget_after,
      forget_reason = excluded.forget_reason, shape_id = excluded.shape_id, change = excluded.change, changed_at = excluded.changed_at,
      changed_by = excluded.changed_by
    returning memory_id || ' ' || version as id, xmax = 0 as created`);
  const written = new Set(returned.map((row) => row.id));
  const missing = keys.findIndex((key) => !written.has(key));
  if (missing !== -1)
    throw new RowRefusal(
      missing,
      "/memory_id",
      "unknown_memory",
      "names no memory of the project that has a later version",
    );
  return countWritten(returned, keys);
}

function keyOf({ memory_id, version: number }: VersionRow): string {
  return `${memory_id.toLowerCase()} ${String(number)}`;
}
