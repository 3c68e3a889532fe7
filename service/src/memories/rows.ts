// Memories: from what is sent to rows, and from rows to what the API shows.

import type { Insertable, Selectable } from "kysely";
import type { Static } from "typebox";
import { tenantColumns } from "../database/of-tenant.ts";
import type { MemoryTable } from "../database/tables.ts";
import type { Tenant } from "../database/transaction.ts";
import type { memory, PlainMemory } from "./schemas.ts";

/** The columns of a memory that are shown. */
export const memoryColumns = [
  "id",
  "content",
  "kind",
  "scope",
  "subject",
  "source_context",
  "forget_after",
  "forget_reason",
  "shape_id",
  "project_id",
  "created_at",
] as const;

/** Converts a memory to its API format. */
export function toMemory({
  kind,
  subject,
  forget_after,
  created_at,
  ...row
}: Pick<Selectable<MemoryTable>, (typeof memoryColumns)[number]>): Static<typeof memory> {
  return {
    ...row,
    kind,
    subject,
    forget_after: forget_after?.toISOString() ?? null,
    created_at: created_at.toISOString(),
  };
}

/** The row of a new memory. */
export function toRow(
  tenant: Tenant,
  id: string,
  {
    content,
    kind,
    scope = "project",
    subject,
    source_context,
    forget_after,
    forget_reason,
    shape_id,
  }: PlainMemory,
): Insertable<MemoryTable> {
  return {
    ...tenantColumns(tenant),
    id,
    key_id: tenant.keyId,
    content,
    kind: kind ?? null,
    scope,
    subject: subject === undefined ? null : JSON.stringify(subject),
    source_context: source_context ?? null,
    forget_after: forget_after ?? null,
    forget_reason: forget_reason ?? null,
    shape_id: shape_id ?? null,
  };
}
