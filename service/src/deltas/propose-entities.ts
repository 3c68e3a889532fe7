// Stages proposed entities: those that the project has, by their type and name, are updated.

import { isDeepStrictEqual } from "node:util";
import { sql } from "kysely";
import type { Static } from "typebox";
import { mergeKeyOfEntity } from "../changes/merge-key.ts";
import type { NewChange } from "../changes/stage.ts";
import { entitiesOf, isKnown, within } from "../database/entities-of.ts";
import { ofTenant } from "../database/of-tenant.ts";
import type { Evidence } from "../database/tables.ts";
import type { Tenant, Transaction } from "../database/transaction.ts";
import type { JsonObject } from "../values/json.ts";
import { entityKey } from "../values/name-key.ts";
import { Problem, type ProblemEntry } from "../values/problem.ts";
import { isUuid, newId } from "../values/uuid.ts";
import type { proposeBody } from "./schemas.ts";

type Proposed = NonNullable<Static<typeof proposeBody>["entities"]>[number];

/** What is known of the items of a list. */
export interface Item {
  /** The evidence of an item, by its index. */
  readonly evidenceOf: (at: number) => readonly Evidence[];
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

/** Stages entities; of two with the same type and name the first has its way. */
export async function stageEntities(
  tx: Transaction,
  tenant: Tenant,
  proposed: readonly Proposed[],
  evidenceOf: Item["evidenceOf"],
): Promise<StagedEntities> {
  if (proposed.length === 0) return { changes: [], ids: [] };
  const sourceShapes = await requireReferences(tx, tenant, proposed);
  const stored = await storedWith(tx, tenant, proposed);
  const changes = new Map<string, NewChange>();
  const ids = proposed.map((entity, at) => {
    const key = entityKey(entity.type, entity.name);
    const known = stored.get(key);
    const before = changes.get(key);
    const evidence = evidenceOf(at);
    const change =
      before === undefined
        ? changeFor(entity, known, evidence)
        : merged(before, known === undefined ? entity.properties : changed(entity, known), evidence);
    if (change !== undefined) changes.set(key, change);
    return known?.id ?? change?.objectId ?? "";
  });
  const creates = [...changes.values()].filter(({ operation }) => operation === "create");
  await requireWithin(tx, tenant, proposed, { creates, ids, sourceShapes });
  return { changes: [...changes.values()], ids };
}

function changeFor(
  entity: Proposed,
  stored: Stored | undefined,
  evidence: readonly Evidence[],
): NewChange | undefined {
  const { type, name, properties = {}, shape_id = null, source_id = null } = entity;
  const common = { object: "entity", evidence, mergeKey: mergeKeyOfEntity(type, name) } as const;
  if (stored === undefined) {
    const objectId = newId();
    const value = { id: objectId, type, name, shape_id, source_id, properties };
    return { ...common, operation: "create", objectId, value };
  }
  const added = changed(entity, stored);
  if (Object.keys(added).length === 0) return undefined;
  const same = { id: stored.id, type: stored.type, name: stored.name };
  const replaced = Object.fromEntries(Object.keys(added).map((each) => [each, stored.props[each] ?? null]));
  return {
    ...common,
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

/** Maximum quotes of a change, as of those of loops. */
const maxEvidence = 20;

/** What an earlier item says stays. */
function merged(before: NewChange, more: JsonObject = {}, evidence: readonly Evidence[]): NewChange {
  const value: { readonly properties?: JsonObject } = before.value;
  return {
    ...before,
    value: { ...value, properties: { ...more, ...value.properties } },
    evidence: [...(before.evidence ?? []), ...evidence].slice(0, maxEvidence),
  };
}

/** The entities that the key sees with these names; of two with the same name and type the older one. */
async function storedWith(
  tx: Transaction,
  tenant: Tenant,
  proposed: readonly Proposed[],
): Promise<ReadonlyMap<string, Stored>> {
  const [types, names] = [proposed.map(({ type }) => type), proposed.map(({ name }) => name)];
  const rows = await tx.all(
    sql<Stored>`select e.id, e.type, e.name, e.props from entity e where ${entitiesOf(tenant, "e")}
      and e.name_key = any(array(select distinct name_key(name) from unnest(${names}::text[]) wanted (name)))
        and e.type = any(${types}::text[])
      order by e.created_at desc, e.id desc`,
  );
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

interface ToCheck extends Pick<StagedEntities, "ids"> {
  readonly creates: readonly NewChange[];
  readonly sourceShapes: ReadonlyMap<string, string | null>;
}

/** Throws a {@link Problem} for entities that would not be within what limits a key, if they were created now. */
async function requireWithin(
  tx: Transaction,
  tenant: Tenant,
  proposed: readonly Proposed[],
  { creates, ids, sourceShapes }: ToCheck,
): Promise<void> {
  const isLimited = within(tenant, "e");
  if (isLimited === undefined || creates.length === 0) return;
  const created = new Set(creates.map(({ objectId }) => objectId));
  const rows = proposed.flatMap(({ type, shape_id = null, source_id = null }, at) => {
    const source_shape_id = sourceShapes.get(source_id?.toLowerCase() ?? "") ?? null;
    return created.has(ids[at] ?? "") ? [{ at, type, shape_id, source_id, source_shape_id }] : [];
  });
  const inside = await tx.all(
    sql<{ readonly at: number }>`select e.at from (select row.*, now() as created_at
        from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as row (at integer, type text, shape_id uuid, source_id uuid, source_shape_id uuid)) e
      where ${isLimited}`,
  );
  const seen = new Set(inside.map(({ at }) => at));
  const errors = rows
    .filter(({ at }) => !seen.has(at))
    .map(({ at }) => ({
      pointer: `/entities/${String(at)}`,
      message: "is not within what this key is limited to",
    }));
  if (errors.length > 0) throw new Problem("beyond_scope", { errors });
}
