// Slices: from rows to what the API shows.

import type { Selectable } from "kysely";
import type { Static } from "typebox";
import type { SliceTable } from "../database/tables.ts";
import type { sliceRow } from "./schemas.ts";

/** A slice as it is stored. */
export function storedRowOf({
  id,
  name,
  cql,
  promoted,
  project_id,
  created_at,
}: Selectable<SliceTable>): Static<typeof sliceRow> {
  return { id, name, type: "dynamic", cql, promoted, project_id, created_at: created_at.toISOString() };
}
