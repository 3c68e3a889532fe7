// Shapes, sources and documents: from rows to what the API shows.

import { type Selectable, sql } from "kysely";
import type { Static } from "typebox";
import { build } from "../database/build.ts";
import { ofTenant, type TenantKey } from "../database/of-tenant.ts";
import type { DocumentTable, ShapeTable, SourceTable } from "../database/tables.ts";
import type { document, shape, source } from "./schemas.ts";

/** Converts a shape to its API format. */
export function toShape({
  organization_id: _organization,
  created_at,
  ...row
}: Selectable<ShapeTable>): Static<typeof shape> {
  return { ...row, created_at: created_at.toISOString() };
}

/** The shapes of a project, their types as the texts that PostgreSQL writes. */
export function shapesAsTexts(tenant: TenantKey) {
  return build
    .selectFrom("shape")
    .select(["id", "name", "description", "strict", "project_id", "created_at"])
    .select([
      sql<string>`entity_types::text`.as("entity_types"),
      sql<string>`relationship_types::text`.as("relationship_types"),
    ])
    .where(ofTenant(tenant));
}

/** The bytes of such a row, but for those that each has. */
export const shapeBytes = sql<number>`octet_length(concat(name, description, entity_types, relationship_types))`;

type ShapeTexts = Pick<
  Selectable<ShapeTable>,
  "id" | "name" | "description" | "strict" | "project_id" | "created_at"
> & {
  readonly entity_types: string;
  readonly relationship_types: string;
};

/** A shape as JSON. To parse and serialize a megabyte of types takes 50 ms, and many times its memory. */
export function shapeJson(shape: ShapeTexts): string {
  const { id, name, description, strict, project_id, created_at, entity_types, relationship_types } = shape;
  const before = JSON.stringify({ id, name, description }).slice(0, -1);
  const after = JSON.stringify({ strict, project_id, created_at }).slice(1);
  return `${before},"entity_types":${entity_types},"relationship_types":${relationship_types},${after}`;
}

/** Converts a source to its API format. */
export function toSource({
  organization_id: _organization,
  created_at,
  ...row
}: Selectable<SourceTable>): Static<typeof source> {
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

/** Converts a document to its API format, which leaves out its text. */
export function toDocument({
  created_at,
  updated_at,
  ...row
}: Pick<Selectable<DocumentTable>, (typeof documentColumns)[number]>): Static<typeof document> {
  return { ...row, created_at: created_at.toISOString(), updated_at: updated_at.toISOString() };
}
