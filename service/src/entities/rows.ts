// Entities and relationships: from rows to what the API shows.

import type { Selectable } from "kysely";
import type { Static } from "typebox";
import type { EntityTable, RelationshipTable } from "../database/graph-tables.ts";
import type { entity, relationship } from "./schemas.ts";

/** The columns of an entity that are shown. */
export const shownEntityColumns = [
  "id",
  "type",
  "name",
  "shape_id",
  "source_id",
  "source_shape_id",
  "external_id",
  "created_at",
  "updated_at",
  "props",
] as const;

/** The columns of a relationship that are shown. */
export const shownRelationshipColumns = ["id", "type", "from_id", "to_id", "created_at", "props"] as const;

/** Converts an entity to its API format. */
export function toEntity({
  created_at,
  updated_at,
  props,
  ...row
}: Pick<Selectable<EntityTable>, (typeof shownEntityColumns)[number]>): Static<typeof entity> {
  return {
    ...row,
    created_at: created_at.toISOString(),
    updated_at: updated_at.toISOString(),
    properties: props,
  };
}

/** Converts a relationship to its API format. */
export function toRelationship({
  from_id,
  to_id,
  created_at,
  props,
  ...row
}: Pick<Selectable<RelationshipTable>, (typeof shownRelationshipColumns)[number]>): Static<
  typeof relationship
> {
  return { ...row, from: from_id, to: to_id, created_at: created_at.toISOString(), properties: props };
}
