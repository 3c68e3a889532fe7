// Memories: from rows to what the API shows.

import type { Selectable } from "kysely";
import type { Static } from "typebox";
import type { MemoryTable } from "../database/memory-tables.ts";
import type { memory } from "./schemas.ts";

/** The columns of a memory that are shown. */
export const memoryColumns = [
  "id",
  "content",
  "kind",
  "scope",
  "subject",
  "source_context",
  "thread",
  "valid_at",
  "forget_after",
  "forget_reason",
  "shape_id",
  "project_id",
  "created_at",
  "version",
  "superseded_by",
  "recalled_as_new_at",
] as const;

/** A memory with these columns. */
export type MemoryRow = Pick<Selectable<MemoryTable>, (typeof memoryColumns)[number]>;

/** Converts a memory to its API format. */
export function toMemory({
  kind,
  subject,
  valid_at,
  forget_after,
  created_at,
  recalled_as_new_at,
  ...row
}: MemoryRow): Static<typeof memory> {
  return {
    ...row,
    kind,
    subject,
    valid_at: (valid_at ?? created_at).toISOString(),
    forget_after: forget_after?.toISOString() ?? null,
    created_at: created_at.toISOString(),
    recalled_as_new_at: (recalled_as_new_at ?? created_at).toISOString(),
  };
}
