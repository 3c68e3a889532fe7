// Applies changes of entities and relationships, unless what they are about has changed since.

import { isDeepStrictEqual } from "node:util";
import { type Selectable, sql } from "kysely";
import { Type } from "typebox";
import { Compile } from "typebox/compile";
import type { ChangeTable } from "../database/tables.ts";
import type { Scope, Transaction } from "../database/transaction.ts";
import { writeEntities, writeRelationships } from "../entities/write.ts";
import { anyObject, orNull } from "../http/schemas.ts";
import type { ProblemEntry } from "../problems/problem.ts";
import type { JsonObject } from "../values/json.ts";
import { entityKey } from "../values/name-key.ts";
import { learnWords } from "../words/vocabulary.ts";

type Change = Selectable<ChangeTable>;

const entityValue = Type.Object({
  id: Type.String(),
  type: Type.String(),
  name: orNull(Type.String()),
  shape_id: Type.Optional(orNull(Type.String())),
  source_id: Type.Optional(orNull(Type.String())),
  properties: anyObject,
});
const relationshipValue = Type.Object({
  id: Type.String(),
  type: Type.String(),
  from: Type.String(),
  to: Type.String(),
  properties: anyObject,
});
const entity = Compile(entityValue);
const relationship = Compile(relationshipValue);
const before = Compile(Type.Object({ properties: anyObject }));

/** Changes of a delta, of which some are left out. */
export interface Kept {
  readonly kept: readonly Change[];
  readonly left: readonly Change[];
}

/** Relationships of which an end is created by a change that is left out: they are left out, too. */
export function withoutEnds({ kept, left }: Kept): Kept {
  const missing = new Set(left.filter(isCreated).map(({ object_id }) => object_id));
  const isLoose = ({ object, value }: Change): boolean => {
    if (object !== "relationship") return false;
    const { from, to } = relationship.Parse(value);
    return missing.has(from) || missing.has(to);
  };
  return { kept: kept.filter((change) => !isLoose(change)), left: [...left, ...kept.filter(isLoose)] };
}

function isCreated({ object, operation }: Change): boolean {
  return object === "entity" && operation === "create";
}

/** What has changed since these changes were staged. The entities that they update are locked by this. */
export async function conflictsOf(
  tx: Transaction,
  scope: Scope,
  changes: readonly Change[],
): Promise<readonly ProblemEntry[]> {
  // One delta of a project at a time, until the end of the transaction: others may concern the same entities.
  if (changes.some(({ object, operation }) => object !== "memory" && operation === "create"))
    await waitForOthers(tx, scope);
  return [
    ...(await twinsOf(tx, scope, changes.filter(isCreated))),
    ...(await changedSince(tx, scope, changes.filter(isUpdate))),
    ...(await endsGone(tx, scope, changes)),
    ...(await linkedSince(tx, scope, changes)),
  ];
}

/** Several large deltas may be before this one: each takes many seconds. */
const patience = "2min";

async function waitForOthers(tx: Transaction, { projectId }: Scope): Promise<void> {
  await tx.run(`set local statement_timeout = '${patience}'`);
  await tx.all(sql`select pg_advisory_xact_lock(hashtextextended(${projectId}::text, 0))`);
  await tx.run("set local statement_timeout to default");
}

function isUpdate({ object, operation }: Change): boolean {
  return object === "entity" && operation === "update";
}

function conflict({ id }: Change, message: string): ProblemEntry {
  return { pointer: `/${id}`, message };
}

/**
 * Two loops may find one entity, and the store is to have it once. The keys come as a list: after a large write, when statistics do not know of it
 * yet, the database would rather join with all names of the project.
 */
async function twinsOf(
  tx: Transaction,
  { projectId }: Scope,
  creates: readonly Change[],
): Promise<readonly ProblemEntry[]> {
  const names = creates.flatMap(({ value }) => entity.Parse(value).name ?? []);
  const rows = await tx.all(
    sql<{
      readonly id: string;
      readonly type: string;
      readonly name: string;
    }>`select e.id, e.type, e.name from entity e where e.project_id = ${projectId}
      and e.name_key = any(array(select distinct name_key(name) from unnest(${names}::text[]) wanted (name)))`,
  );
  const known = new Map(rows.map(({ id, type, name }) => [entityKey(type, name), id]));
  return creates.flatMap((change) => {
    const { type, name } = entity.Parse(change.value);
    const id = name === null ? undefined : known.get(entityKey(type, name));
    return id === undefined ? [] : [conflict(change, `the project now has this ${type}: ${id}`)];
  });
}

async function changedSince(
  tx: Transaction,
  { projectId }: Scope,
  updates: readonly Change[],
): Promise<readonly ProblemEntry[]> {
  const ids = updates.map(({ object_id }) => object_id);
  const rows = await tx.all(
    sql<{ readonly id: string; readonly props: JsonObject }>`select id, props from entity
      where project_id = ${projectId} and id = any(${ids}::uuid[]) order by id for update`,
  );
  const stored = new Map(rows.map(({ id, props }) => [id, props]));
  return updates.flatMap((change) => {
    const props = stored.get(change.object_id);
    if (props === undefined) return [conflict(change, "the entity was deleted")];
    const was = before.Parse(change.before).properties;
    const changed = Object.keys(entity.Parse(change.value).properties).filter(
      (name) => !isDeepStrictEqual(props[name] ?? null, was[name] ?? null),
    );
    return changed.length === 0 ? [] : [conflict(change, `now has another value: ${changed.join(", ")}`)];
  });
}

async function endsGone(
  tx: Transaction,
  { projectId }: Scope,
  changes: readonly Change[],
): Promise<readonly ProblemEntry[]> {
  const created = new Set(changes.filter(isCreated).map(({ object_id }) => object_id));
  const links = changes.filter(({ object }) => object === "relationship");
  const endsOf = ({ value }: Change): readonly string[] => {
    const { from, to } = relationship.Parse(value);
    return [from, to].filter((id) => !created.has(id));
  };
  const rows = await tx.all(
    sql<{ readonly id: string }>`select id from entity
      where project_id = ${projectId} and id = any(${[...new Set(links.flatMap(endsOf))]}::uuid[]) order by id for key share`,
  );
  const known = new Set(rows.map(({ id }) => id));
  return links.flatMap((change) =>
    endsOf(change).every((id) => known.has(id))
      ? []
      : [conflict(change, "an end of the relationship was deleted")],
  );
}

/** Relationships that the project has by now, between the same entities. */
async function linkedSince(
  tx: Transaction,
  { projectId }: Scope,
  changes: readonly Change[],
): Promise<readonly ProblemEntry[]> {
  const links = changes.filter(({ object }) => object === "relationship");
  const starts = [...new Set(links.map(({ value }) => relationship.Parse(value).from))];
  const rows = await tx.all(
    sql<{
      readonly type: string;
      readonly from: string;
      readonly to: string;
    }>`select type, from_id as from, to_id as to from relationship where project_id = ${projectId} and from_id = any(${starts}::uuid[])`,
  );
  const keyOf = ({ type, from, to }: (typeof rows)[number]): string => JSON.stringify([type, from, to]);
  const known = new Set(rows.map(keyOf));
  return links.flatMap((change) =>
    known.has(keyOf(relationship.Parse(change.value)))
      ? [conflict(change, "the project now has this relationship")]
      : [],
  );
}

/** Writes changes that conflict with nothing. Of an entity that is updated only the properties that a change names are written. */
export async function writeGraph(tx: Transaction, scope: Scope, changes: readonly Change[]): Promise<void> {
  const creates = changes.filter(isCreated).map(({ value }) => entity.Parse(value));
  if (creates.length > 0) await writeEntities(tx, scope, creates);
  const updates = changes.filter(isUpdate).map(({ value }) => entity.Parse(value));
  if (updates.length > 0) await updateEntities(tx, scope, updates);
  const links = changes
    .filter(({ object }) => object === "relationship")
    .map(({ value }) => relationship.Parse(value));
  if (links.length > 0) await writeRelationships(tx, scope, links);
}

async function updateEntities(
  tx: Transaction,
  scope: Scope,
  updates: readonly { readonly id: string; readonly properties: JsonObject }[],
): Promise<void> {
  await tx.all(sql`update entity e set props = e.props || row.properties, updated_at = now()
    from jsonb_to_recordset(${JSON.stringify(updates)}::jsonb) as row (id uuid, properties jsonb)
    where e.project_id = ${scope.projectId} and e.id = row.id`);
  await learnWords(
    tx,
    scope,
    "entity",
    updates.map(({ id }) => id),
  );
}
