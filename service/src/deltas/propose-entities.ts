// Stages proposed entities: those that the project has, by their type and name, are updated.

import { isDeepStrictEqual } from "node:util";
import { sql } from "kysely";
import type { Static } from "typebox";
import { mergeKeyOfEntity } from "../changes/merge-key.ts";
import { aboutEntity, type Quoted, type Said, saidBy, saidOf, withSaid } from "../changes/said.ts";
import type { NewChange } from "../changes/stage.ts";
import { entitiesOf, isKnown, within } from "../database/entities-of.ts";
import { ofTenant } from "../database/of-tenant.ts";
import { fitting, rowsOfPage } from "../database/page.ts";
import type { Evidence } from "../database/tables.ts";
import type { Tenant, Transaction } from "../database/transaction.ts";
import { type JsonObject, maxStored, sizeOf } from "../values/json.ts";
import { entityKey } from "../values/name-key.ts";
import { Problem, type ProblemEntry } from "../values/problem.ts";
import { isUuid, newId } from "../values/uuid.ts";
import type { proposeBody } from "./schemas.ts";

type Proposed = NonNullable<Static<typeof proposeBody>["entities"]>[number];

/** What is known of the items of a list. */
export interface Item {
  /** The quotes of an item, by its index. */
  readonly quotesOf: (at: number) => readonly Quoted[];
}

/** The changes, and the ID of each proposed entity in its order: of the stored one, or of the one to be created. */
export interface StagedEntities {
  readonly changes: readonly NewChange[];
  readonly ids: readonly string[];
}

interface Stored {
  readonly id: string;
  readonly type: string;
  readonly name: string;
  readonly props: JsonObject;
}

/** An entity with all that a proposal says of it. */
interface Merged {
  readonly entity: Proposed;
  readonly evidence: readonly Evidence[];
  readonly said: Said;
  /** Where it is first. */
  readonly at: number;
}

/** Stages entities; of two with the same type and name the first has its way, and the second adds to it. */
export async function stageEntities(
  tx: Transaction,
  tenant: Tenant,
  proposed: readonly Proposed[],
  quotesOf: Item["quotesOf"],
): Promise<StagedEntities> {
  if (proposed.length === 0) return { changes: [], ids: [] };
  const sourceShapes = await requireReferences(tx, tenant, proposed);
  const stored = await storedWith(tx, tenant, proposed);
  const staged = new Map<string, { readonly id: string; readonly change: NewChange | undefined }>();
  const creates: Created[] = [];
  for (const [key, merged] of merge(proposed, quotesOf)) {
    const { entity, at } = merged;
    const known = stored.get(key);
    const change = changeFor(merged, known);
    if (change !== undefined) requireSize(change.value, `/entities/${String(at)}`);
    if (known === undefined) creates.push({ entity, at });
    staged.set(key, { id: known?.id ?? change?.objectId ?? "", change });
  }
  await requireWithin(tx, tenant, creates, sourceShapes);
  return {
    changes: [...staged.values()].flatMap(({ change }) => change ?? []),
    ids: proposed.map(({ type, name }) => staged.get(entityKey(type, name))?.id ?? ""),
  };
}

/** Maximum quotes of a change, as of those of loops. */
const maxEvidence = 20;

function merge(proposed: readonly Proposed[], quotesOf: Item["quotesOf"]): ReadonlyMap<string, Merged> {
  const merged = new Map<string, Merged>();
  for (const [at, entity] of proposed.entries()) {
    const key = entityKey(entity.type, entity.name);
    const first = merged.get(key);
    const quotes = quotesOf(at);
    const properties = { ...entity.properties, ...first?.entity.properties };
    merged.set(key, {
      entity: { ...(first?.entity ?? entity), properties },
      evidence: [...(first?.evidence ?? []), ...quotes.map(({ evidence }) => evidence)].slice(0, maxEvidence),
      said: withSaid(first?.said ?? {}, saidBy(quotes, entity.properties)),
      at: first?.at ?? at,
    });
  }
  return merged;
}

/** Throws a {@link Problem} for a value that is larger than what is stored. */
export function requireSize(value: object, pointer: string): void {
  if (sizeOf(JSON.stringify(value)) <= maxStored) return;
  const message = `is larger than ${maxStored} characters of JSON; say less of it`;
  throw new Problem("invalid_request", { errors: [{ pointer, message }] });
}

function changeFor(
  { entity, evidence, said }: Omit<Merged, "at">,
  stored: Stored | undefined,
): NewChange | undefined {
  const { type, name, properties = {}, shape_id = null, source_id = null } = entity;
  const mergeKey = mergeKeyOfEntity(type, name);
  const common = { object: "entity", evidence, mergeKey, about: aboutEntity(entity) } as const;
  if (stored === undefined) {
    const objectId = newId();
    const value = { id: objectId, type, name, shape_id, source_id, properties };
    return { ...common, said: saidOf(said, properties), operation: "create", objectId, value };
  }
  const added = changed(entity, stored);
  if (Object.keys(added).length === 0) return undefined;
  const same = { id: stored.id, type: stored.type, name: stored.name };
  const replaced = Object.fromEntries(Object.keys(added).map((each) => [each, stored.props[each] ?? null]));
  return {
    ...common,
    said: saidOf(said, added),
    operation: "update",
    objectId: stored.id,
    value: { ...same, properties: added },
    before: { ...same, properties: replaced },
  };
}

/** The properties that differ from those that are stored. */
function changed({ properties = {} }: Proposed, { props }: Stored): JsonObject {
  return Object.fromEntries(
    Object.entries(properties).filter(([name, value]) => !isDeepStrictEqual(props[name], value)),
  );
}

/**
 * The entities that the key sees with these names, with those of their properties that are proposed; of two with the same name and type the older
 * one. Throws a {@link Problem} for more than fits on a page: it would be staged as what is replaced.
 */
async function storedWith(
  tx: Transaction,
  tenant: Tenant,
  proposed: readonly Proposed[],
): Promise<ReadonlyMap<string, Stored>> {
  const [types, names] = [proposed.map(({ type }) => type), proposed.map(({ name }) => name)];
  const properties = [...new Set(proposed.flatMap((entity) => Object.keys(entity.properties ?? {})))];
  const query = sql<Stored>`select distinct on (e.type, e.name_key) e.id, e.type, e.name,
      (select coalesce(jsonb_object_agg(key, value), '{}') from jsonb_each(e.props) where key = any(${properties}::text[])) as props
    from entity e where ${entitiesOf(tenant, "e")} and e.type = any(${types}::text[])
      and e.name_key = any(array(select distinct name_key(name) from unnest(${names}::text[]) wanted (name)))
    order by e.type, e.name_key, e.created_at, e.id`;
  const rows = await rowsOfPage(tx, query, sql`id`);
  if (fitting(rows).length < rows.length) {
    const message = "would replace more than 8 MiB of properties; propose fewer entities at a time";
    throw new Problem("invalid_request", { errors: [{ pointer: "/entities", message }] });
  }
  return new Map(rows.map((row) => [entityKey(row.type, row.name), row]));
}

/** The shapes of the sources that are named. Throws a {@link Problem} for shapes and sources that are not there. */
async function requireReferences(
  tx: Transaction,
  tenant: Tenant,
  proposed: readonly Proposed[],
): Promise<ReadonlyMap<string, string | null>> {
  const read = async (table: "shape" | "source", ids: readonly (string | undefined)[]) =>
    await tx.all(
      sql<{
        readonly id: string;
        readonly shape_id: string | null;
      }>`select n.id, ${sql.raw(table === "source" ? "n.shape_id" : "null::uuid")} as shape_id
        from ${sql.table(table)} n where ${ofTenant(tenant, "n")} and n.id = any(${ids.filter((id) => id !== undefined && isUuid(id))}::uuid[])
          and ${isKnown(tenant, table)}`,
    );
  const shapes = new Set(
    (
      await read(
        "shape",
        proposed.map(({ shape_id }) => shape_id),
      )
    ).map(({ id }) => id),
  );
  const sources = await read(
    "source",
    proposed.map(({ source_id }) => source_id),
  );
  const shapeOfSource = new Map(sources.map(({ id, shape_id }) => [id, shape_id]));
  const missing = (member: "shape_id" | "source_id", known: { readonly has: (id: string) => boolean }) =>
    proposed.flatMap((entity, at): ProblemEntry[] => {
      const id = entity[member];
      if (id === undefined || known.has(id.toLowerCase())) return [];
      const message = `names no ${member === "shape_id" ? "shape" : "source"} of the project`;
      return [{ pointer: `/entities/${String(at)}/${member}`, message }];
    });
  const [ofShape, ofSource] = [missing("shape_id", shapes), missing("source_id", shapeOfSource)];
  // To a limited key, what it does not see is like what is not there.
  const isLimited = tenant.limits !== undefined;
  if (ofShape.length > 0)
    throw new Problem(isLimited ? "beyond_scope" : "unknown_shape", { errors: ofShape });
  if (ofSource.length > 0)
    throw new Problem(isLimited ? "beyond_scope" : "unknown_source", { errors: ofSource });
  return shapeOfSource;
}

/** An entity that would be created, and where it is. */
interface Created {
  readonly entity: Proposed;
  readonly at: number;
}

/** Throws a {@link Problem} for entities that would not be within what limits a key, if they were created now. */
async function requireWithin(
  tx: Transaction,
  tenant: Tenant,
  creates: readonly Created[],
  sourceShapes: ReadonlyMap<string, string | null>,
): Promise<void> {
  const isLimited = within(tenant, "e");
  if (isLimited === undefined || creates.length === 0) return;
  const rows = creates.map(({ entity: { type, shape_id = null, source_id = null }, at }) => ({
    at,
    type,
    shape_id,
    source_id,
    source_shape_id: sourceShapes.get(source_id?.toLowerCase() ?? "") ?? null,
  }));
  const inside = await tx.all(
    sql<{ readonly at: number }>`select e.at from (select row.*, now() as created_at
        from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as row (at integer, type text, shape_id uuid, source_id uuid, source_shape_id uuid)) e
      where ${isLimited}`,
  );
  const seen = new Set(inside.map(({ at }) => at));
  const message = "is not within what this key is limited to";
  const errors = rows
    .filter(({ at }) => !seen.has(at))
    .map(({ at }) => ({ pointer: `/entities/${String(at)}`, message }));
  if (errors.length > 0) throw new Problem("beyond_scope", { errors });
}
