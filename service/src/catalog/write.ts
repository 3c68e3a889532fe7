// Writes shapes, sources and documents.

import { type Insertable, type Selectable, sql } from "kysely";
import type { Static } from "typebox";
import { build } from "../database/build.ts";
import type { DocumentTable, ShapeTable, SourceTable } from "../database/catalog-tables.ts";
import { isKnown } from "../database/entities-of.ts";
import { ofTenant, tenantColumns } from "../database/of-tenant.ts";
import type { Tenant, Transaction } from "../database/transaction.ts";
import { logOf } from "../log/written.ts";
import { Problem } from "../values/problem.ts";
import { isUuid, newId } from "../values/uuid.ts";
import { requireFewNamesakes } from "./namesakes.ts";
import { documentColumns } from "./rows.ts";
import type { documentBody, shapeBody, sourceBody } from "./schemas.ts";
import { knownPassages, type WrittenDocument, writePassages } from "./write-passages.ts";

type Types = Pick<Static<typeof shapeBody>, "entity_types" | "relationship_types">;

/** Throws a {@link Problem} if a shape names a type twice; a type of relationships is its name with its ends. */
export function requireDistinctTypes({ entity_types = [], relationship_types = [] }: Types): void {
  const errors = [
    ...repeated(
      entity_types.map(({ name }) => name),
      (index) => `/entity_types/${index}/name`,
    ),
    ...repeated(
      relationship_types.map(({ name, from, to }) => JSON.stringify([name, from, to])),
      (index) => `/relationship_types/${index}`,
    ),
  ];
  if (errors.length > 0) throw new Problem("invalid_request", { errors: errors.slice(0, maxErrors) });
}

/** Maximum mistakes listed in a response. */
const maxErrors = 20;

function repeated(keys: readonly string[], pointerOf: (index: number) => string) {
  const first = new Map<string, number>();
  return keys.flatMap((key, index) => {
    const before = first.get(key);
    if (before === undefined) first.set(key, index);
    return before === undefined
      ? []
      : [{ pointer: pointerOf(index), message: `is the same type as ${pointerOf(before)}` }];
  });
}

/** Stores a new shape. Throws a {@link Problem} if it names a type twice, or if too many have its name. */
export async function putShape(
  tx: Transaction,
  tenant: Tenant,
  { name, description, entity_types = [], relationship_types = [], strict = false }: Static<typeof shapeBody>,
): Promise<Selectable<ShapeTable>> {
  requireDistinctTypes({ entity_types, relationship_types });
  const row: Insertable<ShapeTable> = {
    ...tenantColumns(tenant),
    id: newId(),
    name,
    description: description ?? null,
    entity_types: JSON.stringify(entity_types),
    relationship_types: JSON.stringify(relationship_types),
    strict,
  };
  const written = only(await tx.all(build.insertInto("shape").values(row).returningAll()));
  logOf(tx, tenant).named([{ kind: "shape", id: written.id, before: null, after: name }]);
  await requireFewNamesakes(tx, tenant, "shape", name);
  return written;
}

/** Stores a new source. Throws a {@link Problem} if its shape is not one of the project, or if too many have its name. */
export async function putSource(
  tx: Transaction,
  tenant: Tenant,
  { name, shape_id = null }: Static<typeof sourceBody>,
): Promise<Selectable<SourceTable>> {
  if (shape_id !== null) await requireShape(tx, tenant, shape_id);
  const row: Insertable<SourceTable> = { ...tenantColumns(tenant), id: newId(), name, shape_id };
  const written = only(await tx.all(build.insertInto("source").values(row).returningAll()));
  logOf(tx, tenant).named([{ kind: "source", id: written.id, before: null, after: name }]);
  await requireFewNamesakes(tx, tenant, "source", name);
  return written;
}

type ShownDocument = Pick<Selectable<DocumentTable>, (typeof documentColumns)[number]>;

/** Stores a document of a source; one with the same `external_id` is replaced, and keeps its ID. */
export async function putDocument(
  tx: Transaction,
  tenant: Tenant,
  sourceId: string,
  { title = null, text, created_at, external_id }: Static<typeof documentBody>,
): Promise<{ readonly row: ShownDocument; readonly isNew: boolean }> {
  const id = newId();
  await requireSource(tx, tenant, sourceId);
  const row = {
    ...tenantColumns(tenant),
    id,
    source_id: sourceId,
    external_id: external_id ?? null,
    title,
    text,
    // Written, as the default would be, so that a replacement can take it from the excluded row.
    updated_at: sql<Date>`now()`,
    ...(created_at !== undefined && { created_at }),
  };
  const known = await knownPassages(tx, tenant, await replacedBy(tx, tenant, { ...row, created_at }));
  const written = only(
    await tx.all(
      build
        .insertInto("document")
        .values(row)
        .onConflict((conflict) =>
          conflict.columns(["organization_id", "project_id", "source_id", "external_id"]).doUpdateSet({
            title,
            text,
            // Sent again without a change, it has not changed: loops do not read it again. A date is compared as it is stored, in milliseconds.
            updated_at: sql<Date>`case when (document.title, document.text, document.created_at)
              is not distinct from (excluded.title, excluded.text, coalesce(${created_at ?? null}::timestamptz(3), document.created_at))
              then document.updated_at else excluded.updated_at end`,
            ...(created_at !== undefined && { created_at }),
          }),
        )
        .returning(documentColumns),
    ),
  );
  if (!known.has(written.id)) await writePassages(tx, tenant, [{ id: written.id, text }]);
  return { row: written, isNew: written.id === id };
}

/** The document that another one replaces, with what it would be; none if the source has none with the `external_id`. */
async function replacedBy(
  tx: Transaction,
  tenant: Tenant,
  document: WrittenDocument & { readonly external_id: string | null },
): Promise<readonly WrittenDocument[]> {
  const { source_id, external_id } = document;
  if (external_id === null) return [];
  const named = build.selectFrom("document").select("id").where(ofTenant(tenant));
  const stored = await tx.first(
    named.where("source_id", "=", source_id).where("external_id", "=", external_id),
  );
  return stored === undefined ? [] : [{ ...document, id: stored.id }];
}

/** Throws a {@link Problem} unless the path names a source of the project. */
export async function requireSource(tx: Transaction, tenant: Tenant, id: string): Promise<void> {
  const found = await tx.first(
    build.selectFrom("source").select("id").where(ofTenant(tenant)).where("id", "=", id),
  );
  if (found === undefined)
    throw new Problem("not_found", { detail: "The project has no source with this ID." });
}

/** Throws a {@link Problem} unless the project has a shape with this ID. */
export async function requireShape(
  tx: Transaction,
  tenant: Tenant,
  id: string,
  pointer = "/shape_id",
): Promise<void> {
  const query = build
    .selectFrom("shape as n")
    .select("id")
    .where(ofTenant(tenant, "n"))
    .where("id", "=", id)
    .where(isKnown(tenant, "shape"));
  if (!isUuid(id) || (await tx.first(query)) === undefined)
    throw new Problem("unknown_shape", { errors: [{ pointer, message: "names no shape of the project" }] });
}

function only<Row>(rows: readonly Row[]): Row {
  const [row] = rows;
  if (row === undefined) throw new Error("A statement that returns a row returned none.");
  return row;
}
