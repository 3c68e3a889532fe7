// Shapes, sources and documents: from rows to what the API shows.

import type { Selectable } from "kysely";
import type { Static } from "typebox";
import type { DocumentTable, ShapeTable, SourceTable } from "../database/tables.ts";
import type { document, shape, source } from "./schemas.ts";

/** A shape as the API has it. */
export function shapeOf({ created_at, ...row }: Selectable<ShapeTable>): Static<typeof shape> {
  return { ...row, created_at: created_at.toISOString() };
}

/** A source as the API has it. */
export function sourceOf({ created_at, ...row }: Selectable<SourceTable>): Static<typeof source> {
  return { ...row, created_at: created_at.toISOString() };
}

/** A document as the API has it: its length in place of its text. */
export function documentOf({
  created_at,
  updated_at,
  text,
  ...row
}: Selectable<DocumentTable>): Static<typeof document> {
  return {
    ...row,
    characters: text.length,
    created_at: created_at.toISOString(),
    updated_at: updated_at.toISOString(),
  };
}
