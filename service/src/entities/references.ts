// What entities and relationships refer to by ID: it has to be there, and a limited key has to see it.

import { sql } from "kysely";
import { entitiesOf, isKnown } from "../database/entities-of.ts";
import { ofTenant } from "../database/of-tenant.ts";
import type { Tenant, Transaction } from "../database/transaction.ts";
import { Problem, type ProblemEntry } from "../values/problem.ts";
import { requireKnown } from "../values/row-refusal.ts";
import { isUuid } from "../values/uuid.ts";
import type { EntityInput, RelationshipInput } from "./inputs.ts";
import { maxListed } from "./schemas.ts";

/** What is said about a row that a limited key may not write. */
export function beyond(pointer: string): ProblemEntry {
  return {
    pointer,
    message: "is not within what this key is limited to, both before and after it is written",
  };
}

/** The shapes of the sources that the rows name. Throws a `RowRefusal` for a shape or source that the project does not have. */
export async function requireReferences(
  tx: Transaction,
  tenant: Tenant,
  rows: readonly EntityInput[],
): Promise<ReadonlyMap<string, string | null>> {
  const shapeIds = idsIn(rows.flatMap(({ shape_id, source_shape_id }) => [shape_id, source_shape_id]));
  const sourceIds = idsIn(rows.map(({ source_id }) => source_id));
  const shapes = await tx.all(
    sql<{
      readonly id: string;
    }>`select id from shape n where ${ofTenant(tenant, "n")} and id = any(${shapeIds}::uuid[]) and ${isKnown(tenant, "shape")}`,
    "known shapes",
  );
  const sources = await tx.all(
    sql<{
      readonly id: string;
      readonly shape_id: string | null;
    }>`select id, shape_id from source n where ${ofTenant(tenant, "n")} and id = any(${sourceIds}::uuid[]) and ${isKnown(tenant, "source")}`,
    "known sources",
  );
  const knownShapes = new Set(shapes.map(({ id }) => id));
  const shapeOfSource = new Map(sources.map(({ id, shape_id }) => [id, shape_id]));
  if (tenant.limits !== undefined) requireNamesWithin(rows, knownShapes, shapeOfSource);
  requireKnown(rows, "shape_id", knownShapes, "shape");
  requireKnown(rows, "source_shape_id", knownShapes, "shape");
  requireKnown(rows, "source_id", shapeOfSource, "source");
  return shapeOfSource;
}

/** Throws a `RowRefusal` for an end that is not an entity of the project. */
export async function requireEnds(
  tx: Transaction,
  tenant: Tenant,
  rows: readonly RelationshipInput[],
): Promise<void> {
  const ends = idsIn(rows.flatMap(({ from, to }) => [from, to]));
  // The ends cannot be deleted before the relationship exists.
  const found = await tx.all(
    sql<{
      readonly id: string;
    }>`select id from entity where ${entitiesOf(tenant)} and id = any(${ends}::uuid[]) order by id for key share`,
    "known entities",
  );
  const known = new Set(found.map(({ id }) => id));
  if (tenant.limits !== undefined) requireEndsWithin(rows, known);
  requireKnown(rows, "from", known, "entity");
  requireKnown(rows, "to", known, "entity");
}

/** The distinct IDs in a list. */
export function idsIn(ids: readonly (string | null | undefined)[]): string[] {
  return [...new Set(ids.flatMap((id) => (typeof id === "string" && isUuid(id) ? [id.toLowerCase()] : [])))];
}

/** Throws a {@link Problem} for shapes and sources that a limited key does not see, which are to it like those that are not there. */
function requireNamesWithin(
  rows: readonly EntityInput[],
  shapes: ReadonlySet<string>,
  sources: ReadonlyMap<string, unknown>,
): void {
  const isMissing = (id: string | null | undefined, known: { readonly has: (id: string) => boolean }) =>
    typeof id === "string" && !known.has(id.toLowerCase());
  const errors = rows.flatMap(({ shape_id, source_shape_id, source_id }, at) =>
    isMissing(shape_id, shapes) || isMissing(source_shape_id, shapes) || isMissing(source_id, sources)
      ? [beyond(`/${String(at)}`)]
      : [],
  );
  if (errors.length > 0) throw new Problem("beyond_scope", { errors: errors.slice(0, maxListed) });
}

/** Throws a {@link Problem} for ends that a limited key does not see, which are to it like those that are not there. */
function requireEndsWithin(rows: readonly RelationshipInput[], known: ReadonlySet<string>): void {
  const message = "is no entity that this key sees";
  const errors = rows.flatMap((row, at) =>
    (["from", "to"] as const).flatMap((end) =>
      known.has(row[end].toLowerCase()) ? [] : [{ pointer: `/${String(at)}/${end}`, message }],
    ),
  );
  if (errors.length > 0) throw new Problem("beyond_scope", { errors: errors.slice(0, maxListed) });
}
