// Who makes which vectors: a worker claims some texts of one project, makes their vectors, and stores them if it still has the claim. What
// changes meanwhile has lost it, and so has that whose worker was silent for too long.

import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { ofTenant, type TenantKey, tenantOfRow } from "../database/of-tenant.ts";
import { type Database, systemTransaction } from "../database/transaction.ts";
import type { EmbeddingKind } from "./kinds.ts";
import type { Model } from "./models.ts";
import { toStored } from "./vector.ts";

type Owner = Pick<Database, "system">;

/** Texts of one project and kind that a worker has claimed. */
export interface Claimed {
  readonly kind: EmbeddingKind;
  readonly tenant: TenantKey;
  readonly model: Model;
  readonly claim: string;
  readonly texts: readonly ClaimedText[];
}

/** A row, and what it says. */
export interface ClaimedText {
  readonly id: string;
  readonly text: string;
}

/** How long a claim lasts, in seconds: longer than a request may take. */
const leaseSeconds = 60;
/** The pause after a text was refused, in seconds: four times as long after each time, but not longer than a day. */
const [pauseSeconds, maxPauseSeconds] = [60, 86_400];

/** How much is claimed. */
export interface ClaimBounds {
  readonly texts: number;
  readonly characters: number;
}

/** The project after this one that waits for vectors, in the order of IDs: so each has its turn, whatever the others wait for. */
async function nextProject(
  database: Owner,
  { table, owner }: EmbeddingKind,
  { id }: Model,
  { organizationId, projectId }: TenantKey,
): Promise<TenantKey | undefined> {
  const row = await systemTransaction(
    database,
    async (tx) =>
      await tx.first(
        sql<{
          readonly organization_id: string;
          readonly project_id: string;
        }>`select organization_id, project_id from ${table}
          where model = ${id} and vector is null and due_at <= now() and (organization_id, project_id) > (${organizationId}::uuid, ${projectId}::uuid)
          order by organization_id, project_id limit 1`,
        `embedding.next.${owner}`,
      ),
  );
  return row && tenantOfRow(row);
}

const zero = "00000000-0000-0000-0000-000000000000";
const first: TenantKey = { organizationId: zero, projectId: zero };

/**
 * Claims texts of a kind, of the project after this one or of the first; undefined if none waits. What is no longer wanted, as it has expired
 * meanwhile, is not read, and waits no more.
 */
export async function claimNext(
  database: Owner,
  kind: EmbeddingKind,
  model: Model,
  last: TenantKey = first,
  bounds: ClaimBounds,
): Promise<Claimed | undefined> {
  const tenant =
    (await nextProject(database, kind, model, last)) ??
    (last === first ? undefined : await nextProject(database, kind, model, first));
  if (tenant === undefined) return undefined;
  const claim = randomUUID();
  const { table, id, owner } = kind;
  const texts = await systemTransaction(
    database,
    async (tx) =>
      await tx.all(
        sql<ClaimedText & Record<string, unknown>>`with due as materialized (
            select ${id} as id from ${table} where ${ofTenant(tenant)} and model = ${model.id} and vector is null and due_at <= now()
            order by due_at limit ${bounds.texts} for update skip locked
          ),
          seen as materialized (
            select o.id, left(${kind.text(tenant.organizationId)}, ${bounds.characters}) as text, ${kind.isWanted} as is_wanted
            from due, ${sql.table(owner)} o where ${ofTenant(tenant, "o")} and o.id = due.id
          ),
          unwanted as (
            delete from ${table} e using seen where ${ofTenant(tenant, "e")} and e.model = ${model.id} and e.${id} = seen.id and not seen.is_wanted
          )
          update ${table} e set claim = ${claim}::uuid, due_at = now() + make_interval(secs => ${leaseSeconds}) from seen
          where ${ofTenant(tenant, "e")} and e.model = ${model.id} and e.${id} = seen.id and seen.is_wanted
          returning seen.id, seen.text`,
        `embedding.claim.${owner}`,
      ),
  );
  return { kind, tenant, model, claim, texts };
}

/** Stores the vectors of texts, unless the claim is lost. */
export async function store(
  database: Owner,
  { kind: { table, id: rowId, owner }, tenant, model, claim }: Claimed,
  made: readonly (readonly [ClaimedText, Float32Array])[],
): Promise<void> {
  const stored = made.map(([{ id }, vector]) => ({ id, ...toStored(vector) }));
  await systemTransaction(
    database,
    async (tx) =>
      await tx.all(
        sql`update ${table} e set vector = row.vector, scale = row.scale, made_at = now(), claim = null
          from unnest(${stored.map(({ id }) => id)}::uuid[], ${stored.map(({ vector }) => vector)}::bytea[],
            ${stored.map(({ scale }) => scale)}::real[]) row (id, vector, scale)
          where ${ofTenant(tenant, "e")} and e.model = ${model.id} and e.${rowId} = row.id and e.claim = ${claim}::uuid`,
        `embedding.store.${owner}`,
      ),
  );
}

/** Gives texts back, which were not asked for: they are next again. */
export async function giveBack(
  database: Owner,
  claimed: Claimed,
  texts: readonly ClaimedText[],
): Promise<void> {
  await leave(database, claimed, texts, false);
}

/** Leaves texts of which no vector can be made for later. */
export async function postpone(
  database: Owner,
  claimed: Claimed,
  texts: readonly ClaimedText[],
): Promise<void> {
  await leave(database, claimed, texts, true);
}

async function leave(
  database: Owner,
  { kind: { table, id: rowId }, tenant, model, claim }: Claimed,
  texts: readonly ClaimedText[],
  isTried: boolean,
): Promise<void> {
  if (texts.length === 0) return;
  await systemTransaction(
    database,
    async (tx) =>
      await tx.all(
        sql`update ${table} set claim = null, tries = tries + ${isTried ? 1 : 0}::int,
            due_at = now() + case when ${isTried} then least(${maxPauseSeconds} * interval '1 second', ${pauseSeconds} * interval '1 second' * 4 ^ least(tries, 10)) else interval '0' end
          where ${ofTenant(tenant)} and model = ${model.id} and ${rowId} = any(${texts.map(({ id }) => id)}::uuid[]) and claim = ${claim}::uuid`,
      ),
  );
}
