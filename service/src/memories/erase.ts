// Erases all that the memories of a project say about an end user.

import { type RawBuilder, sql } from "kysely";
import { ofTenant } from "../database/of-tenant.ts";
import { forgetWords } from "../database/search-words.ts";
import type { Tenant, Transaction } from "../database/transaction.ts";

/** Rows erased and words looked up per statement, so that none takes long. */
const [rowsAtOnce, wordsAtOnce] = [2000, 500];
/** Milliseconds for the words: those that are left go with the next count, once a day. */
const maxMsOfWords = 10_000;

/** How many memories were erased, and how many copies of them in deltas. */
interface ErasedOf {
  readonly memories: number;
  readonly copies: number;
}

/**
 * Erases the memories about a subject, of all keys, their copies in deltas, and their words where nothing else has them; returns how
 * many there were of both. Needs a transaction without row-level security, which hides the memories of other keys.
 */
export async function eraseSubject(tx: Transaction, tenant: Tenant, subject: string): Promise<ErasedOf> {
  const copies = await eraseChanges(tx, tenant, subject);
  const words = new Map<string, Set<string>>();
  let memories = 0;
  for (;;) {
    const erased = await tx.all(erasing(tenant, subject));
    for (const each of erased) {
      const known = words.get(each.owner_id) ?? new Set<string>();
      for (const word of each.words ?? []) known.add(word);
      words.set(each.owner_id, known);
      memories += each.n;
    }
    if (erased.length === 0) break;
  }
  const until = performance.now() + maxMsOfWords;
  for (const [ownerId, known] of words) {
    const all = [...known];
    for (let at = 0; at < all.length && performance.now() < until; at += wordsAtOnce)
      await forgetWords(tx, tenant.organizationId, ownerId, all.slice(at, at + wordsAtOnce));
  }
  return { memories, copies };
}

/** A limited key erases no memory that another key alone may recall. */
function mayErase(tenant: Tenant): RawBuilder<unknown> {
  return sql`(scope <> 'agent' or ${ofKey(tenant)})`;
}

function ofKey({ keyId, limits }: Tenant): RawBuilder<unknown> {
  return limits === undefined ? sql`true` : sql`key_id = ${keyId}::uuid`;
}

interface Erased {
  /** Whose vocabulary the words were in. */
  readonly owner_id: string;
  readonly n: number;
  readonly words: readonly string[] | null;
}

function erasing(tenant: Tenant, subject: string): RawBuilder<Erased> {
  return sql`with chosen as materialized (
      select id from memory where ${ofTenant(tenant)} and subject_id = ${subject} and ${mayErase(tenant)} limit ${rowsAtOnce} for update
    ),
    gone as (
      delete from memory where ${ofTenant(tenant)} and id in (select id from chosen)
      returning case when scope = 'commons' then organization_id when scope = 'agent' then key_id else project_id end as owner_id,
        tsvector_to_array(ts_filter(search, '{a,c}')) as words
    )
    select owner_id, count(distinct at)::int as n, array_agg(distinct word) filter (where word is not null) as words
    from (select owner_id, words, row_number() over () as at from gone) numbered left join lateral unnest(words) word on true
    group by owner_id`;
}

/** Erases the copies of the memories in deltas, decided or not: they would show what was erased. */
async function eraseChanges(tx: Transaction, tenant: Tenant, subject: string): Promise<number> {
  const ofSubject = sql`object = 'memory' and value #>> '{subject,id}' = ${subject}`;
  const rows = await tx.all(sql<{ readonly n: number }>`with gone as (
      delete from change where ${ofTenant(tenant)} and ${ofSubject} and ${ofKey(tenant)} returning delta_id, applied_at
    ),
    counted as (select delta_id, count(*)::int as n, count(applied_at)::int as applied from gone group by delta_id)
    update delta set memories = delta.memories - counted.n, applied_changes = delta.applied_changes - counted.applied from counted
    where ${ofTenant(tenant, "delta")} and delta.id = counted.delta_id returning counted.n`);
  return rows.reduce((sum, { n }) => sum + n, 0);
}
