// Walks through all memories: to find those without a vector of a new model, and to delete vectors of old ones. Each step is a short transaction,
// and a worker goes on where another one was killed.

import { type RawBuilder, sql } from "kysely";
import { type Database, systemTransaction, type Transaction } from "../database/transaction.ts";
import type { Model } from "./models.ts";

type Owner = Pick<Database, "system">;

/** Rows of a step: it takes some 50 ms. */
const rowsAtOnce = 2000;

interface Place {
  readonly organization: string | null;
  readonly memory: string | null;
}

/**
 * Looks at the next memories, and notes which of them need a vector; returns whether there are more. A walk begins with each new model, and each
 * day: a memory that was just being written when its model became the current one is found by the next.
 */
export async function noteMissing(database: Owner, model: Model): Promise<boolean> {
  return await systemTransaction(database, async (tx) => {
    const place = await tx.first(
      sql<
        Place & Record<string, unknown>
      >`select walked_organization as organization, walked_memory as memory from embedding_model
        where id = ${model.id} and is_current and (walked_at is null or walked_at < now() - interval '1 day')`,
      "embedding.walk",
    );
    if (place === undefined) return false;
    const { organization = null, memory = null } = (await step(tx, place, (at) => missing(model, at))) ?? {};
    const walkedAt = organization === null ? await tx.now() : null;
    // Another worker that has taken the same step goes on from where this one is.
    await tx.all(sql`update embedding_model set walked_organization = ${organization}::uuid, walked_memory = ${memory}::uuid, walked_at = ${walkedAt}
      where id = ${model.id} and (walked_organization, walked_memory) is not distinct from (${place.organization}::uuid, ${place.memory}::uuid)`);
    return organization !== null;
  });
}

type Step = RawBuilder<{ readonly last: string | null }>;

/** Takes a step in an organization, or goes to the next one; returns the place that was reached, or undefined at the end. */
async function step(
  tx: Transaction,
  place: Place,
  statement: (place: Place) => Step,
): Promise<Place | undefined> {
  const { last = null } = place.organization === null ? {} : ((await tx.first(statement(place))) ?? {});
  if (last !== null) return { ...place, memory: last };
  const after = place.organization ?? "00000000-0000-0000-0000-000000000000";
  const next = await tx.first(
    sql<{ readonly id: string }>`select id from organization where id > ${after}::uuid order by id limit 1`,
  );
  return next && { organization: next.id, memory: null };
}

function missing({ id }: Model, { organization, memory }: Place): Step {
  return sql`with seen as materialized (
      select * from (
        select organization_id, project_id, id, key_id, scope, subject_id, superseded_by, forget_after from memory
        where organization_id = ${organization}::uuid and id > ${memory ?? "00000000-0000-0000-0000-000000000000"}::uuid
        order by id limit ${rowsAtOnce}
      ) m
    ),
    noted as (
      insert into embedding (organization_id, project_id, memory_id, model, key_id, scope, subject_id)
      select organization_id, project_id, id, ${id}, key_id, scope, subject_id from seen
      where superseded_by is null and (forget_after is null or forget_after > now())
      on conflict (organization_id, memory_id, model, project_id) do nothing
    )
    select id as last from seen order by id desc limit 1`;
}

/** So often a text is refused, within 21 minutes at least, before nobody waits for its vector. */
const refusals = 4;

/** Whether each memory has a vector of the model, but for those of which it makes none; then searches use it from now on. */
export async function complete(database: Owner, { id }: Model): Promise<boolean> {
  return await systemTransaction(database, async (tx) => {
    const isUnfinished = sql`id = ${id} and is_current and completed_at is null and walked_at is not null`;
    if (
      (await tx.first(sql`select from embedding_model where ${isUnfinished}`, "embedding.unfinished")) ===
      undefined
    )
      return false;
    const one = (condition: RawBuilder<unknown>) =>
      tx.first(sql`select organization_id from embedding where model = ${id} and ${condition} limit 1`);
    if ((await one(sql`vector is null and tries < ${refusals}`)) !== undefined) return false;
    // An endpoint that refuses everything completes nothing.
    if ((await one(sql`true`)) !== undefined && (await one(sql`vector is not null`)) === undefined)
      return false;
    await tx.all(sql`update embedding_model set completed_at = now() where ${isUnfinished}`);
    return true;
  });
}

/** Deletes the vectors of all models that a complete one has replaced. It may be interrupted: as long as there are such models, it begins again. */
export async function dropReplaced(database: Owner, { id }: Model, signal: AbortSignal): Promise<void> {
  const old = await systemTransaction(
    database,
    async (tx) =>
      await tx.all(
        sql<{ readonly id: string }>`select o.id from embedding_model o join embedding_model c on c.id = ${id}
          where c.is_current and c.completed_at is not null and o.id <> c.id`,
        "embedding.replaced",
      ),
  );
  if (old.length === 0) return;
  const ids = old.map((each) => each.id);
  let place: Place | undefined = { organization: null, memory: null };
  while (place !== undefined && !signal.aborted) {
    const from: Place = place;
    place = await systemTransaction(database, async (tx) => await step(tx, from, (at) => dropping(ids, at)));
  }
  if (place === undefined)
    await systemTransaction(
      database,
      async (tx) =>
        await tx.all(sql`delete from embedding_model where id = any(${ids}::text[]) and not is_current`),
    );
}

function dropping(ids: readonly string[], { organization, memory }: Place): Step {
  const isNext = sql`organization_id = ${organization}::uuid and memory_id > ${memory ?? "00000000-0000-0000-0000-000000000000"}::uuid`;
  return sql`with seen as materialized (
      select memory_id from embedding where ${isNext} order by memory_id limit ${rowsAtOnce}
    ),
    gone as (
      delete from embedding where ${isNext} and memory_id <= (select max(memory_id::text)::uuid from seen) and model = any(${[...ids]}::text[])
    )
    select memory_id as last from seen order by memory_id desc limit 1`;
}
