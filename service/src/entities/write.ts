// Writes entities and relationships, many at once: for the API, for imports and for deltas.

import { type RawBuilder, sql } from "kysely";
import type { Static } from "typebox";
import { entitiesOf, isKnown, relationshipsOf, within } from "../database/entities-of.ts";
import { ofTenant } from "../database/of-tenant.ts";
import { learnWords } from "../database/search-words.ts";
import type { Tenant, Transaction } from "../database/transaction.ts";
import { countWritten, lastOfEach, type WithId, type Written, type WrittenRow } from "../database/written.ts";
import { maxStored, sizeOf } from "../values/json.ts";
import { Problem, type ProblemEntry } from "../values/problem.ts";
import { requireKnown, tooLarge } from "../values/row-refusal.ts";
import { isUuid, newId } from "../values/uuid.ts";
import { createYield } from "../values/yield-to-event-loop.ts";
import type { entityBody, relationshipBody } from "./schemas.ts";

/** An entity to write. An existing one with its ID is replaced, but keeps its `created_at` unless another is given. */
export type EntityInput = Lenient<Static<typeof entityBody>>;

/** A relationship to write; an existing one is replaced in the same way. */
export type RelationshipInput = Lenient<Static<typeof relationshipBody>>;

/** The same members, of which the optional ones may be undefined as well. */
type Lenient<Body> = {
  readonly [Name in keyof Body]: object extends Pick<Body, Name> ? Body[Name] | undefined : Body[Name];
};

/** Writes entities, all or none. Throws a `RowRefusal` for a shape or source that the project does not have. */
export async function writeEntities(
  tx: Transaction,
  tenant: Tenant,
  rows: readonly EntityInput[],
): Promise<Written> {
  const shapeOfSource = await requireReferences(tx, tenant, rows);
  const ids = rows.map(({ id }) => id?.toLowerCase() ?? newId());
  const values = lastOfEach(rows, ids).map((row) => withSourceShape(row, shapeOfSource));
  const returned = await inBatches(
    values,
    async (batch) => await tx.all(entityStatement(tenant, batch), "write entities"),
  );
  requireWithin(tenant, returned, ids);
  await learnWords(tx, tenant, "entity", [...new Set(ids)]);
  return countWritten(returned, ids);
}

/** Maximum rows listed in a response. */
const maxListed = 20;

/** Throws a {@link Problem} for rows that a limited key may not write: they were left out, as they are not within its limits before and after. */
function requireWithin({ limits }: Tenant, returned: readonly WrittenRow[], ids: readonly string[]): void {
  if (limits === undefined) return;
  const written = new Set(returned.map(({ id }) => id));
  const errors = ids.flatMap((id, at) => (written.has(id) ? [] : [beyond(`/${String(at)}`)]));
  if (errors.length > 0) throw new Problem("beyond_scope", { errors: errors.slice(0, maxListed) });
}

/** The entry for what a limited key may not write. */
export function beyond(pointer: string): ProblemEntry {
  return {
    pointer,
    message: "is not within what this key is limited to, both before and after it is written",
  };
}

function withSourceShape(row: EntityInput, shapeOfSource: ReadonlyMap<string, string | null>): EntityInput {
  if (row.source_shape_id !== undefined) return row;
  return { ...row, source_shape_id: shapeOfSource.get(row.source_id?.toLowerCase() ?? "") };
}

/** Maximum rows, and maximum characters of them, per statement. */
const [rowsAtOnce, charactersAtOnce] = [1000, 1 << 20];

/**
 * Writes rows in batches of JSON, yielding to other requests in between. Rows are in the order of their IDs, so that two writers of the
 * same rows cannot deadlock. Throws a `RowRefusal` for a row that is too large to be listed with others.
 */
async function inBatches(
  rows: readonly WithId[],
  write: (values: string) => Promise<readonly WrittenRow[]>,
): Promise<readonly WrittenRow[]> {
  const nextTurn = createYield();
  const texts: (readonly [id: string, text: string])[] = [];
  for (const [index, row] of rows.entries()) {
    await nextTurn();
    const text = JSON.stringify(row);
    if (sizeOf(text) > maxStored) throw tooLarge(index, maxStored);
    texts.push([row.id ?? "", text]);
  }
  const returned: WrittenRow[] = [];
  let batch: string[] = [];
  let characters = 0;
  for (const [, text] of texts.toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    batch.push(text);
    characters += text.length;
    if (batch.length < rowsAtOnce && characters < charactersAtOnce) continue;
    returned.push(...(await write(`[${batch.join()}]`)));
    batch = [];
    characters = 0;
  }
  if (batch.length > 0) returned.push(...(await write(`[${batch.join()}]`)));
  return returned;
}

function entityStatement(tenant: Tenant, values: string): RawBuilder<WrittenRow> {
  const rows = sql`select ${tenant.organizationId}::uuid as organization_id, ${tenant.projectId}::uuid as project_id, row.id, row.type, row.name,
      row.shape_id, row.source_id, row.source_shape_id, ${createdAt("entity", tenant)}::timestamptz(3) as created_at, coalesce(row.updated_at, now()) as updated_at,
      coalesce(row.properties, '{}') as props
    from jsonb_to_recordset(${values}::jsonb) as row (id uuid, type text, name text, shape_id uuid, source_id uuid,
      source_shape_id uuid, created_at timestamptz, updated_at timestamptz, properties jsonb)`;
  const [after, before] = [within(tenant, "e"), within(tenant, "entity")];
  const columns = sql`organization_id, project_id, id, type, name, shape_id, source_id, source_shape_id, created_at, updated_at, props`;
  return sql`insert into entity (${columns})
    ${after === undefined ? rows : sql`select ${columns} from (${rows}) e where ${after}`} order by id
    on conflict (organization_id, project_id, id) do update set type = excluded.type, name = excluded.name, shape_id = excluded.shape_id,
      source_id = excluded.source_id, source_shape_id = excluded.source_shape_id, created_at = excluded.created_at,
      updated_at = excluded.updated_at, props = excluded.props
      ${before === undefined ? sql`` : sql`where ${before}`}
    returning id, xmax = 0 as created`;
}

/** The given instant, else that of the row that is replaced (looked up only if needed), else now. */
function createdAt(table: "entity" | "relationship", tenant: Tenant): RawBuilder<unknown> {
  return sql`coalesce(row.created_at,
        (select known.created_at from ${sql.table(table)} known where ${table === "entity" ? entitiesOf(tenant, "known") : ofTenant(tenant, "known")} and known.id = row.id),
        now())`;
}

/** The shapes of the sources that the rows name. */
async function requireReferences(
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

function idsIn(ids: readonly (string | null | undefined)[]): string[] {
  return [...new Set(ids.flatMap((id) => (typeof id === "string" && isUuid(id) ? [id] : [])))];
}

/** Writes relationships, all or none. Throws a `RowRefusal` for an end that is not an entity of the project. */
export async function writeRelationships(
  tx: Transaction,
  tenant: Tenant,
  rows: readonly RelationshipInput[],
): Promise<Written> {
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
  const ids = rows.map(({ id }) => id?.toLowerCase() ?? newId());
  const returned = await inBatches(
    lastOfEach(rows, ids),
    async (batch) => await tx.all(relationshipStatement(tenant, batch), "write relationships"),
  );
  requireWithin(tenant, returned, ids);
  await learnWords(tx, tenant, "relationship", [...new Set(ids)]);
  return countWritten(returned, ids);
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

function relationshipStatement(tenant: Tenant, values: string): RawBuilder<WrittenRow> {
  return sql`insert into relationship (organization_id, project_id, id, type, from_id, to_id, created_at, props)
    select ${tenant.organizationId}::uuid, ${tenant.projectId}::uuid, row.id, row.type, row."from", row."to", ${createdAt("relationship", tenant)},
      coalesce(row.properties, '{}')
    from jsonb_to_recordset(${values}::jsonb) as row (id uuid, type text, "from" uuid, "to" uuid, created_at timestamptz,
      properties jsonb)
    order by row.id
    on conflict (organization_id, project_id, id) do update set type = excluded.type, from_id = excluded.from_id, to_id = excluded.to_id,
      created_at = excluded.created_at, props = excluded.props
      ${tenant.limits === undefined ? sql`` : sql`where ${relationshipsOf(tenant)}`}
    returning id, xmax = 0 as created`;
}
