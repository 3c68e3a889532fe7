// Reverts deltas: all that was applied is taken back, or nothing.

import { isDeepStrictEqual } from "node:util";
import { sql } from "kysely";
import { type Static, Type } from "typebox";
import { Compile } from "typebox/compile";
import { allSettledOrThrow } from "../database/all-settled.ts";
import { build } from "../database/build.ts";
import { entitiesOf, relationshipsOf } from "../database/entities-of.ts";
import { ofTenant } from "../database/of-tenant.ts";
import type { Tenant, Transaction } from "../database/transaction.ts";
import { renewVectors } from "../embeddings/due.ts";
import { ofEntities } from "../embeddings/kinds.ts";
import { anyObject } from "../http/schemas.ts";
import { sideOf, type WithSide } from "../log/side.ts";
import { logOf } from "../log/written.ts";
import { mayRecall } from "../memories/recall.ts";
import { takeBackVersions } from "../memories/versions.ts";
import type { JsonObject } from "../values/json.ts";
import { Problem, type ProblemEntry } from "../values/problem.ts";
import { waitForOthers } from "./apply-graph.ts";
import { conflict, conflicting } from "./conflicts.ts";
import { appliedChanges, type DeltaRow, lockDelta, nextRevision } from "./read.ts";
import { changedMemories } from "./revert-memories.ts";
import { reverted } from "./schemas.ts";
import { type EntityChange, type Link, type Sorted, sortChanges } from "./sort.ts";

/** What reverting answers, but for the ID of the request. */
export type Reverted = Static<typeof reverted>;

const answered = Compile(reverted);

/** What an update has replaced. */
const replaced = Compile(Type.Object({ properties: anyObject, updated_at: Type.String() }));

/** When a change was applied, and what it has replaced. */
interface Effect {
  readonly at: Date | null;
  readonly undo: JsonObject | null;
}

/**
 * Takes an applied delta back: what it created is deleted, what it updated gets its old values, and what it superseded is current again. If it was reverted before, it returns the earlier
 * answer. Throws a {@link Problem} if it is not applied, or if something of it was changed since.
 */
export async function revertDelta(tx: Transaction, tenant: Tenant, deltaId: string): Promise<Reverted> {
  const delta = await lockDelta(tx, tenant, deltaId);
  if (delta.status === "reverted") return answered.Parse(delta.answer);
  if (delta.status !== "applied") throw new Problem("delta_not_applied");
  await waitForOthers(tx, tenant);
  const changes = await appliedChanges(tx, tenant, deltaId);
  const effects = new Map(
    changes.map(({ id, applied_at, undo }): [string, Effect] => [
      id,
      { at: applied_at ?? delta.finished_at, undo },
    ]),
  );
  const sorted = await sortChanges(changes, new Set());
  const inMemories = await changedMemories(tx, tenant, sorted);
  const conflicts = [
    ...inMemories.conflicts,
    ...(await changedEntities(tx, tenant, sorted, effects)),
    ...(await addedRelationships(tx, tenant, sorted)),
    ...(await changedRelationships(tx, tenant, sorted.links)),
  ];
  if (conflicts.length > 0) throw conflicting(conflicts);
  await takeBack(tx, tenant, sorted, effects);
  await takeBackVersions(tx, tenant, inMemories.previous);
  return await finish(tx, tenant, delta, sorted);
}

interface Stored {
  readonly id: string;
  readonly type: string;
  readonly name: string | null;
  readonly props: JsonObject;
  readonly updated_at: Date;
}

/** Entities that were changed or deleted since. Locks the others. */
async function changedEntities(
  tx: Transaction,
  tenant: Tenant,
  { creates, updates }: Sorted,
  effects: ReadonlyMap<string, Effect>,
): Promise<readonly ProblemEntry[]> {
  const ids = [...creates, ...updates].map(({ objectId }) => objectId);
  const rows = await tx.all(
    sql<Stored>`select id, type, name, props, updated_at from entity
      where ${entitiesOf(tenant)} and id = any(${ids}::uuid[]) order by id for update`,
  );
  const stored = new Map(rows.map((row) => [row.id, row]));
  const found = (change: EntityChange, isSame: (row: Stored) => boolean): readonly ProblemEntry[] => {
    const row = stored.get(change.objectId);
    if (row === undefined) return [conflict(change.id, "the entity was deleted")];
    // Two writes may have the same instant, so the values are compared as well.
    const isUnchanged = row.updated_at.getTime() === effects.get(change.id)?.at?.getTime() && isSame(row);
    return isUnchanged ? [] : [conflict(change.id, "the entity was changed")];
  };
  return [
    ...creates.flatMap((change) =>
      found(
        change,
        ({ type, name, props }) =>
          type === change.value.type &&
          name === change.value.name &&
          isDeepStrictEqual(props, change.value.properties),
      ),
    ),
    ...updates.flatMap((change) =>
      found(change, ({ props }) => isDeepStrictEqual({ ...props, ...change.value.properties }, props)),
    ),
  ];
}

/** Created entities that have relationships by now which the delta has not added: these would be deleted, too. */
async function addedRelationships(
  tx: Transaction,
  tenant: Tenant,
  { creates, links }: Sorted,
): Promise<readonly ProblemEntry[]> {
  const created = creates.map(({ objectId }) => objectId);
  const own = links.map(({ objectId }) => objectId);
  const rows = await tx.all(
    sql<{ readonly from_id: string; readonly to_id: string }>`select from_id, to_id from relationship
      where ${ofTenant(tenant)} and (from_id = any(${created}::uuid[]) or to_id = any(${created}::uuid[])) and id <> all(${own}::uuid[])`,
  );
  const ends = new Set(rows.flatMap(({ from_id, to_id }) => [from_id, to_id]));
  return creates.flatMap(({ id, objectId }) =>
    ends.has(objectId) ? [conflict(id, "the entity has relationships that were added since")] : [],
  );
}

/** Relationships that were changed since. Those that were deleted are as they were before. */
async function changedRelationships(
  tx: Transaction,
  tenant: Tenant,
  links: readonly Link[],
): Promise<readonly ProblemEntry[]> {
  const ids = links.map(({ objectId }) => objectId);
  const rows = await tx.all(
    sql<
      Link["value"] & { readonly seen: boolean }
    >`select id, type, from_id as from, to_id as to, props as properties, (${relationshipsOf(tenant)}) as seen
      from relationship where ${ofTenant(tenant)} and id = any(${ids}::uuid[]) order by id for update`,
  );
  const stored = new Map(rows.map((row) => [row.id, row]));
  return links.flatMap(({ id, objectId, value: { type, from, to, properties } }) => {
    const now = stored.get(objectId);
    // What a limited key sees no more is another's to take back.
    const was = { id: objectId, type, from, to, properties, seen: true };
    return now === undefined || isDeepStrictEqual(now, was)
      ? []
      : [conflict(id, "the relationship was changed")];
  });
}

async function takeBack(
  tx: Transaction,
  tenant: Tenant,
  { creates, updates, links, memories }: Sorted,
  effects: ReadonlyMap<string, Effect>,
): Promise<void> {
  const idsOf = (changes: readonly { readonly objectId: string }[]) =>
    changes.map(({ objectId }) => objectId);
  await tx.all(sql`delete from relationship where ${ofTenant(tenant)} and id = any(${idsOf(links)}::uuid[])`);
  const log = logOf(tx, tenant);
  // They are locked since they were compared, and so are those below.
  const isCreated = sql`${entitiesOf(tenant)} and id = any(${idsOf(creates)}::uuid[])`;
  const [gone] = await allSettledOrThrow([
    tx.all(sql<WithSide>`select ${sideOf("entity")} from entity where ${isCreated}`),
    tx.all(sql`delete from entity where ${isCreated}`),
  ]);
  log.deleted(gone);
  await tx.all(
    sql`delete from memory where ${ofTenant(tenant)} and ${mayRecall(tenant)} and id = any(${idsOf(memories)}::uuid[])`,
  );
  const values = updates.map(({ id, objectId }: EntityChange) => ({
    ...replaced.Parse(effects.get(id)?.undo),
    id: objectId,
  }));
  const rows = sql`jsonb_to_recordset(${JSON.stringify(values)}::jsonb) as row (id uuid, properties jsonb, updated_at timestamptz)`;
  const [restored] = await allSettledOrThrow([
    tx.all(sql<WithSide>`select ${sideOf("e")} from entity e join ${rows} on row.id = e.id
      where ${entitiesOf(tenant, "e")} and e.props <> row.properties`),
    tx.all(sql`update entity e set props = row.properties, updated_at = row.updated_at from ${rows}
      where ${entitiesOf(tenant, "e")} and e.id = row.id`),
  ]);
  log.changed(restored);
  await renewVectors(
    tx,
    tenant,
    ofEntities,
    values.map(({ id }) => id),
  );
}

async function finish(
  tx: Transaction,
  tenant: Tenant,
  { id }: DeltaRow,
  { creates, updates, links, memories, edits }: Sorted,
): Promise<Reverted> {
  const answer: Reverted = {
    id,
    status: "reverted",
    reverted: {
      entities: creates.length + updates.length,
      relationships: links.length,
      memories: memories.length + edits.length,
    },
    project_id: tenant.projectId,
  };
  const own = build.updateTable("change").where(ofTenant(tenant)).where("delta_id", "=", id);
  await tx.all(own.set({ applied_at: null, undo: null }).where("applied_at", "is not", null));
  await tx.all(
    build
      .updateTable("delta")
      .set({
        status: "reverted",
        finished_at: sql`now()`,
        applied_changes: 0,
        revision: nextRevision,
        answer: JSON.stringify(answer),
      })
      .where(ofTenant(tenant))
      .where("id", "=", id),
  );
  return answer;
}
