// Walks through all that has vectors: to find what has none of a new model, and to delete vectors of old ones. Each step is a short transaction,
// and a worker goes on where another one was killed.

import { type RawBuilder, sql } from "kysely";
import { type Database, systemTransaction, type Transaction } from "../database/transaction.ts";
import { noting } from "./due.ts";
import { type EmbeddingKind, embeddingKinds, ofMemories } from "./kinds.ts";
import type { Model } from "./models.ts";

type Owner = Pick<Database, "system">;

/** Rows of a step: it takes some 50 ms. */
const rowsAtOnce = 2000;
/** Organizations without rows that a step passes. */
const organizationsAtOnce = 50;

interface Place {
  readonly kind: EmbeddingKind;
  readonly organization: string | null;
  readonly id: string | null;
}

/** The place as it is stored. */
interface StoredPlace extends Omit<Place, "kind"> {
  readonly kind: string | null;
}

/** How long after a model has become the current one the writes have ended that did not know it; an import may take longer. */
const settling = sql`interval '10 minutes'`;

/**
 * Looks at the next rows, and notes which of them need a vector; returns whether there are more. A walk begins with each new model, and again
 * once what was just being written then is there; and each day.
 */
export async function noteMissing(database: Owner, model: Model): Promise<boolean> {
  return await systemTransaction(database, async (tx) => {
    const place = await tx.first(
      sql<
        StoredPlace & Record<string, unknown>
      >`select walked_kind as kind, walked_organization as organization, walked_id as id from embedding_model
        where id = ${model.id} and is_current and (walked_at is null or walked_at < now() - interval '1 day'
            or walked_at < current_at + ${settling} and now() >= current_at + ${settling})`,
      "embedding.walk",
    );
    if (place === undefined) return false;
    const kind = embeddingKinds.find(({ name }) => name === place.kind) ?? ofMemories;
    const next = await step(tx, { ...place, kind }, (at) => missing(model, at));
    const { organization = null, id = null } = next ?? {};
    const walkedAt = next === undefined ? await tx.now() : null;
    // Another worker that has taken the same step goes on from where this one is.
    await tx.all(sql`update embedding_model set walked_kind = ${next?.kind.name ?? null}, walked_organization = ${organization}::uuid, walked_id = ${id}::uuid,
        walked_at = ${walkedAt}
      where id = ${model.id}
        and (walked_kind, walked_organization, walked_id) is not distinct from (${place.kind}::text, ${place.organization}::uuid, ${place.id}::uuid)`);
    return next !== undefined;
  });
}

type Step = RawBuilder<{ readonly last: string | null }>;

/** Takes a step in the first organization from there on that has rows to look at; returns the place that was reached, or undefined at the end. */
async function step(
  tx: Transaction,
  place: Place,
  statement: (place: Place) => Step,
): Promise<Place | undefined> {
  let at: Place | undefined = place;
  // Organizations without such rows are no steps of their own.
  for (let looked = 0; at !== undefined && looked < organizationsAtOnce; looked++) {
    const { last = null } = at.organization === null ? {} : ((await tx.first(statement(at))) ?? {});
    if (last !== null) return { ...at, id: last };
    at = await placeAfter(tx, at);
  }
  return at;
}

async function placeAfter(tx: Transaction, place: Place): Promise<Place | undefined> {
  const next = await tx.first(
    sql<{
      readonly id: string;
    }>`select id from organization where id > ${place.organization ?? zero}::uuid order by id limit 1`,
  );
  if (next !== undefined) return { ...place, organization: next.id, id: null };
  const kind = embeddingKinds[embeddingKinds.indexOf(place.kind) + 1];
  return kind && { kind, organization: null, id: null };
}

const zero = "00000000-0000-0000-0000-000000000000";

function missing(model: Model, { kind, organization, id }: Place): Step {
  const ofOrganization = sql`o.organization_id = ${organization}::uuid`;
  const owner = sql.table(kind.owner);
  return sql`with seen as materialized (
      select o.id from ${owner} o where ${ofOrganization} and o.id > ${id ?? zero}::uuid order by o.id limit ${rowsAtOnce}
    ),
    noted as (
      ${noting(kind, organization ?? zero, sql`${model.id}`)} from ${owner} o
      where ${ofOrganization} and o.id in (select id from seen) and ${kind.isWanted}
      on conflict do nothing
    )
    select id as last from seen order by id desc limit 1`;
}

/** So often a text is refused, within 21 minutes at least, before nobody waits for its vector. */
const refusals = 4;

/** Whether each row has a vector of the model, but for those of which it makes none; then searches use it from now on. */
export async function complete(database: Owner, { id }: Model): Promise<boolean> {
  return await systemTransaction(database, async (tx) => {
    const isUnfinished = sql`id = ${id} and is_current and completed_at is null and walked_at is not null`;
    if (
      (await tx.first(sql`select from embedding_model where ${isUnfinished}`, "embedding.unfinished")) ===
      undefined
    )
      return false;
    const isAny = async (condition: RawBuilder<unknown>): Promise<boolean> => {
      for (const { table } of embeddingKinds) {
        const one = sql`select organization_id from ${table} where model = ${id} and ${condition} limit 1`;
        if ((await tx.first(one)) !== undefined) return true;
      }
      return false;
    };
    if (await isAny(sql`vector is null and tries < ${refusals}`)) return false;
    // An endpoint that refuses everything completes nothing.
    if ((await isAny(sql`true`)) && !(await isAny(sql`vector is not null`))) return false;
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
  let place: Place | undefined = { kind: ofMemories, organization: null, id: null };
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

function dropping(ids: readonly string[], { kind: { table, id: rowId }, organization, id }: Place): Step {
  const isNext = sql`organization_id = ${organization}::uuid and ${rowId} > ${id ?? zero}::uuid`;
  return sql`with seen as materialized (
      select ${rowId} as id from ${table} where ${isNext} order by ${rowId} limit ${rowsAtOnce}
    ),
    gone as (
      delete from ${table} where ${isNext} and ${rowId} <= (select max(id::text)::uuid from seen) and model = any(${[...ids]}::text[])
    )
    select id as last from seen order by id desc limit 1`;
}
