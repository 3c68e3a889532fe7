// Applies changes of entities and relationships, unless what they are about has changed since.

import { isDeepStrictEqual } from "node:util";
import { sql } from "kysely";
import { Type } from "typebox";
import { Compile } from "typebox/compile";
import { allSettledOrThrow } from "../database/all-settled.ts";
import { build } from "../database/build.ts";
import { entitiesOf, relationshipsOf } from "../database/entities-of.ts";
import { ofTenant, tenantColumns } from "../database/of-tenant.ts";
import { statementTimeoutMs } from "../database/pool.ts";
import { learnWords } from "../database/search-words.ts";
import type { Tenant, Transaction } from "../database/transaction.ts";
import { renewVectors } from "../embeddings/due.ts";
import { ofEntities } from "../embeddings/kinds.ts";
import { type Shaped, warningsOf } from "../entities/shaped.ts";
import { writeEntities, writeRelationships } from "../entities/write.ts";
import { anyObject } from "../http/schemas.ts";
import { sideOf, type WithSide } from "../log/side.ts";
import { logOf } from "../log/written.ts";
import { type JsonObject, maxStored, sizeOf } from "../values/json.ts";
import { entityKey } from "../values/name-key.ts";
import { Problem, type ProblemEntry } from "../values/problem.ts";
import { RowRefusal } from "../values/row-refusal.ts";
import { createYield } from "../values/yield-to-event-loop.ts";
import type { EntityChange, Link, Sorted } from "./sort.ts";

const before = Compile(Type.Object({ properties: anyObject }));

/** Finds what conflicts with these changes since they were staged. Locks the entities that they update. */
export async function findConflicts(
  tx: Transaction,
  tenant: Tenant,
  { creates, updates, links }: Sorted,
): Promise<readonly ProblemEntry[]> {
  // One delta of a project at a time, until the end of the transaction: others may concern the same entities.
  if (creates.length + links.length > 0) await waitForOthers(tx, tenant);
  return [
    ...(await existingEntities(tx, tenant, creates)),
    ...(await changedSince(tx, tenant, updates)),
    ...(await missingEnds(tx, tenant, links, new Set(creates.map(({ objectId }) => objectId)))),
    ...(await existingRelationships(tx, tenant, links)),
  ];
}

/** Several large deltas may be before this one: each takes many seconds. */
const statementTimeout = "2min";

/** Waits until no other delta of the project is being applied or reverted. */
export async function waitForOthers(tx: Transaction, tenant: Tenant): Promise<void> {
  await tx.run(`set local statement_timeout = '${statementTimeout}'`);
  await tx.all(
    build
      .insertInto("project_lock")
      .values(tenantColumns(tenant))
      .onConflict((conflict) => conflict.doNothing()),
  );
  await tx.all(build.selectFrom("project_lock").select("project_id").where(ofTenant(tenant)).forUpdate());
  await tx.run(`set local statement_timeout = ${String(statementTimeoutMs)}`);
}

/** The changes for which `messageOf` returns a conflict; yields to other requests in between. */
async function conflictsIn<Change extends { readonly id: string }>(
  changes: readonly Change[],
  messageOf: (change: Change) => string | undefined,
): Promise<readonly ProblemEntry[]> {
  const nextTurn = createYield();
  const found: ProblemEntry[] = [];
  for (const change of changes) {
    await nextTurn();
    const message = messageOf(change);
    if (message !== undefined) found.push({ pointer: `/${change.id}`, message });
  }
  return found;
}

/**
 * Two loops may find the same entity; store it once. The keys come as a list: after a large write, when statistics do not know of it
 * yet, the database would rather join with all names of the project.
 */
async function existingEntities(
  tx: Transaction,
  tenant: Tenant,
  creates: readonly EntityChange[],
): Promise<readonly ProblemEntry[]> {
  const names = creates.flatMap(({ value }) => value.name ?? []);
  const rows = await tx.all(
    sql<{
      readonly id: string;
      readonly type: string;
      readonly name: string;
    }>`select e.id, e.type, e.name from entity e where ${entitiesOf(tenant, "e")}
      and e.name_key = any(array(select distinct name_key(name) from unnest(${names}::text[]) wanted (name)))`,
  );
  const nextTurn = createYield();
  const known = new Map<string, string>();
  for (const { id, type, name } of rows) {
    await nextTurn();
    known.set(entityKey(type, name), id);
  }
  return await conflictsIn(creates, ({ value: { type, name } }) => {
    const id = name === null ? undefined : known.get(entityKey(type, name));
    return id === undefined ? undefined : `the project now has this ${type}: ${id}`;
  });
}

async function changedSince(
  tx: Transaction,
  tenant: Tenant,
  updates: readonly EntityChange[],
): Promise<readonly ProblemEntry[]> {
  const ids = updates.map(({ objectId }) => objectId);
  const rows = await tx.all(
    sql<{ readonly id: string; readonly props: JsonObject }>`select id, props from entity
      where ${entitiesOf(tenant)} and id = any(${ids}::uuid[]) order by id for update`,
  );
  const stored = new Map(rows.map(({ id, props }) => [id, props]));
  return await conflictsIn(updates, (change) => {
    const props = stored.get(change.objectId);
    if (props === undefined) return "the entity was deleted";
    const was = before.Parse(change.before).properties;
    const changed = Object.keys(change.value.properties).filter(
      (name) => !isDeepStrictEqual(props[name] ?? null, was[name] ?? null),
    );
    if (changed.length > 0) return `now has another value: ${changed.join(", ")}`;
    const isTooLarge = sizeOf(JSON.stringify({ ...props, ...change.value.properties })) > maxStored;
    return isTooLarge ? `the entity would be larger than ${maxStored} characters of JSON` : undefined;
  });
}

async function missingEnds(
  tx: Transaction,
  tenant: Tenant,
  links: readonly Link[],
  created: ReadonlySet<string>,
): Promise<readonly ProblemEntry[]> {
  const ends = new Set(links.flatMap(({ value: { from, to } }) => [from, to]));
  const rows = await tx.all(
    sql<{ readonly id: string }>`select id from entity
      where ${entitiesOf(tenant)} and id = any(${[...ends].filter((id) => !created.has(id))}::uuid[]) order by id for key share`,
  );
  const known = new Set(rows.map(({ id }) => id));
  const isThere = (id: string): boolean => created.has(id) || known.has(id);
  return await conflictsIn(links, ({ value: { from, to } }) =>
    isThere(from) && isThere(to) ? undefined : "an end of the relationship was deleted",
  );
}

/** Relationships that the project has by now, between the same entities. */
async function existingRelationships(
  tx: Transaction,
  tenant: Tenant,
  links: readonly Link[],
): Promise<readonly ProblemEntry[]> {
  const endsOf = (end: "from" | "to"): string[] => [...new Set(links.map(({ value }) => value[end]))];
  const rows = await tx.all(
    sql<{
      readonly type: string;
      readonly from: string;
      readonly to: string;
    }>`select type, from_id as from, to_id as to from relationship where ${relationshipsOf(tenant)} and from_id = any(${endsOf("from")}::uuid[])
      and to_id = any(${endsOf("to")}::uuid[])`,
  );
  const keyOf = ({ type, from, to }: (typeof rows)[number]): string => JSON.stringify([type, from, to]);
  const known = new Set(rows.map(keyOf));
  return await conflictsIn(links, ({ value }) =>
    known.has(keyOf(value)) ? "the project now has this relationship" : undefined,
  );
}

/** Keeps what updates are about to replace, so that they can be reverted. */
export async function keepReplaced(
  tx: Transaction,
  tenant: Tenant,
  deltaId: string,
  updates: readonly EntityChange[],
): Promise<void> {
  if (updates.length === 0) return;
  const entities = updates.map(({ objectId }) => objectId);
  const rows = await tx.all(
    sql<{
      readonly id: string;
      readonly properties: JsonObject;
      readonly updated_at: Date;
    }>`select id, props as properties, updated_at from entity where ${entitiesOf(tenant)} and id = any(${entities}::uuid[])`,
  );
  const stored = new Map(rows.map(({ id, ...undo }) => [id, undo]));
  const replaced = updates.map(({ id, objectId }) => ({ id, undo: stored.get(objectId) }));
  await tx.all(sql`update change c set undo = row.undo from jsonb_to_recordset(${JSON.stringify(replaced)}::jsonb) as row (id uuid, undo jsonb)
    where ${ofTenant(tenant, "c")} and c.delta_id = ${deltaId} and c.id = row.id`);
}

/**
 * Writes changes that conflict with nothing. Of an entity that is updated only the properties that a change names are written. Throws a
 * {@link Problem} for a change that the strict shape of its entity refuses.
 */
export async function writeGraph(
  tx: Transaction,
  tenant: Tenant,
  { creates, updates, links }: Sorted,
): Promise<void> {
  const valueOf = <Value>({ value }: { readonly value: Value }): Value => value;
  // One instant for all, which the delta gets as well, as the nodes of a distributed database have clocks of their own: a revert compares it.
  const updated_at = (await tx.now()).toISOString();
  const created = creates.map(({ value }) => ({ ...value, updated_at }));
  if (created.length > 0) await accepted(creates, async () => await writeEntities(tx, tenant, created));
  for (let at = 0; at < updates.length; at += updatesAtOnce) {
    const some = updates.slice(at, at + updatesAtOnce);
    await accepted(some, async () => await requireShaped(tx, tenant, some));
    await updateEntities(tx, tenant, some.map(valueOf), updated_at);
  }
  if (links.length > 0) await writeRelationships(tx, tenant, links.map(valueOf));
}

/** Runs work on the values of changes, of which a value that is refused is a conflict. */
async function accepted(changes: readonly EntityChange[], work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof RowRefusal)) throw error;
    const message = `cannot be written: ${error.pointer} ${error.message}`;
    const errors = [{ pointer: `/${changes[error.index]?.id ?? ""}`, message }];
    throw new Problem("delta_conflict", { errors });
  }
}

/** Throws a {@link RowRefusal} for a property that the strict shape of its entity refuses. */
async function requireShaped(
  tx: Transaction,
  tenant: Tenant,
  updates: readonly EntityChange[],
): Promise<void> {
  const ids = updates.map(({ objectId }) => objectId);
  const rows = await tx.all(
    sql<Shaped & { readonly id: string }>`select id, type, shape_id, source_shape_id from entity
      where ${entitiesOf(tenant)} and id = any(${ids}::uuid[])`,
  );
  const stored = new Map(rows.map((row) => [row.id, row]));
  await warningsOf(
    tx,
    tenant,
    updates.map(({ objectId, value: { type, properties } }) => ({
      type,
      ...stored.get(objectId),
      properties,
    })),
  );
}

/** Entities updated per statement. */
const updatesAtOnce = 1000;

async function updateEntities(
  tx: Transaction,
  tenant: Tenant,
  updates: readonly { readonly id: string; readonly properties: JsonObject }[],
  updatedAt: string,
): Promise<void> {
  const values = JSON.stringify(updates);
  const [replaced] = await allSettledOrThrow([
    tx.all(sql<WithSide>`select ${sideOf("e")} from entity e join jsonb_to_recordset(${values}::jsonb) as row (id uuid, properties jsonb) on row.id = e.id
      where ${entitiesOf(tenant, "e")} and e.props || row.properties <> e.props order by e.id for update of e`),
    tx.all(sql`update entity e set props = e.props || row.properties, updated_at = ${updatedAt}::timestamptz
      from jsonb_to_recordset(${values}::jsonb) as row (id uuid, properties jsonb)
      where ${entitiesOf(tenant, "e")} and e.id = row.id`),
  ]);
  logOf(tx, tenant).changed(replaced);
  const ids = updates.map(({ id }) => id);
  await allSettledOrThrow([learnWords(tx, tenant, "entity", ids), renewVectors(tx, tenant, ofEntities, ids)]);
}
