// Slices as lines of a file.

import { type RawBuilder, sql } from "kysely";
import { type Static, Type } from "typebox";
import { ofTenant } from "../database/of-tenant.ts";
import type { Tenant } from "../database/transaction.ts";
import { countWritten, lastOfEach, type WrittenRow } from "../database/written.ts";
import { importedInstant } from "../files/instant.ts";
import { type ImportKind, mebibyte } from "../files/kind.ts";
import { anyInstant, exact, id } from "../http/schemas.ts";
import { checker } from "../values/check.ts";
import { newId } from "../values/uuid.ts";

const slice = exact({
  id: Type.Optional(id()),
  name: Type.String(),
  cql: Type.String(),
  promoted: Type.Optional(Type.Boolean()),
  created_at: Type.Optional(anyInstant),
});

const check = checker(slice);

/** Slices. Names in a query are resolved when the slice is used, so they need not exist yet. */
export const sliceImport: ImportKind<Static<typeof slice>> = {
  // JSON can make a text six times as long, in bytes.
  table: "slices",
  maxLineBytes: 8 * mebibyte,
  read: (value) => {
    const row = check(value);
    return {
      ...row,
      ...(row.created_at !== undefined && { created_at: importedInstant(row.created_at) }),
    };
  },
  write: async (tx, tenant, rows) => {
    const ids = rows.map((row) => row.id?.toLowerCase() ?? newId());
    return countWritten(await tx.all(statement(tenant, JSON.stringify(lastOfEach(rows, ids)))), ids);
  },
};

function statement(tenant: Tenant, values: string): RawBuilder<WrittenRow> {
  return sql`insert into slice (organization_id, project_id, id, name, cql, promoted, created_at)
    select ${tenant.organizationId}::uuid, ${tenant.projectId}::uuid, row.id, row.name, row.cql, coalesce(row.promoted, false),
      coalesce(row.created_at, known.created_at, now())
    from jsonb_to_recordset(${values}::jsonb) as row (id uuid, name text, cql text, promoted boolean, created_at timestamptz)
    left join slice known on ${ofTenant(tenant, "known")} and known.id = row.id
    order by row.id
    on conflict (organization_id, project_id, id) do update set name = excluded.name, cql = excluded.cql, promoted = excluded.promoted,
      created_at = excluded.created_at
    returning id, xmax = 0 as created`;
}
