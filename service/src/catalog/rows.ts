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

/** The columns of a document that are shown. */
export const documentColumns = [
  "id",
  "project_id",
  "source_id",
  "external_id",
  "title",
  "characters",
  "created_at",
  "updated_at",
] as const;

/** A document as the API has it: without its text. */
export function documentOf({
  created_at,
  updated_at,
  ...row
}: Pick<Selectable<DocumentTable>, (typeof documentColumns)[number]>): Static<typeof document> {
  return { ...row, created_at: created_at.toISOString(), updated_at: updated_at.toISOString() };
}
