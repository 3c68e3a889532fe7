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

/** The words of what was erased, by the vocabulary that they were in. */
type Words = Map<string, Set<string>>;

/**
 * Erases the memories about a subject, of all keys, with their versions, those of other memories that were about the subject once, the copies
 * of all these in deltas, and their words where nothing else has them; returns how many memories and copies there were. Needs a transaction
 * without row-level security, which hides the memories of other keys.
 */
export async function eraseSubject(tx: Transaction, tenant: Tenant, subject: string): Promise<ErasedOf> {
  const copies = await eraseChanges(tx, tenant, subject);
  const words: Words = new Map();
  await eraseAll(tx, erasingVersions(tenant, subject), words);
  const memories = await eraseAll(tx, erasing(tenant, subject), words);
  const until = performance.now() + maxMsOfWords;
  for (const [ownerId, known] of words) {
    const all = [...known];
    for (let at = 0; at < all.length && performance.now() < until; at += wordsAtOnce)
      await forgetWords(tx, tenant.organizationId, ownerId, all.slice(at, at + wordsAtOnce));
  }
  return { memories, copies };
}

/** Erases rows until there are none, and collects their words; returns how many there were. */
async function eraseAll(tx: Transaction, statement: RawBuilder<Erased>, words: Words): Promise<number> {
  let all = 0;
  for (;;) {
    const erased = await tx.all(statement);
    for (const each of erased) {
      const known = words.get(each.owner_id) ?? new Set<string>();
      for (const word of each.words ?? []) known.add(word);
      words.set(each.owner_id, known);
      all += each.n;
    }
    if (erased.length === 0) return all;
  }
}

/** A limited key erases no memory that another key alone may recall. */
function mayErase(tenant: Tenant, alias: "memory" | "v" = "memory"): RawBuilder<unknown> {
  return sql`(${sql.ref(`${alias}.scope`)} <> 'agent' or ${ofKey(tenant, alias)})`;
}

function ofKey({ keyId, limits }: Tenant, alias: "memory" | "v" | "c"): RawBuilder<unknown> {
  return limits === undefined ? sql`true` : sql`${sql.ref(`${alias}.key_id`)} = ${keyId}::uuid`;
}

interface Erased {
  /** Whose vocabulary the words were in. */
  readonly owner_id: string;
  readonly n: number;
  readonly words: readonly string[] | null;
}

function erasing(tenant: Tenant, subject: string): RawBuilder<Erased> {
  return counting(sql`with chosen as materialized (
      select id from memory where ${aboutSubject(tenant, subject)} limit ${rowsAtOnce} for update
    ),
    gone as (
      delete from memory where ${ofTenant(tenant)} and id in (select id from chosen)
      returning ${ownerOfWords} as owner_id, tsvector_to_array(ts_filter(search, '{a,c}')) as words
    )`);
}

function erasingVersions(tenant: Tenant, subject: string): RawBuilder<Erased> {
  const isOfTenant = sql`${ofTenant(tenant, "v")} and ${mayErase(tenant, "v")}`;
  // Each part has an index; with `or` there would be none, and all versions of the project would be read.
  return counting(sql`with found as materialized (
      (select v.memory_id, v.version from memory_version v where ${isOfTenant} and v.subject_id = ${subject} limit ${rowsAtOnce})
      union
      (select v.memory_id, v.version from (${memoriesAbout(tenant, subject)}) m join memory_version v on v.memory_id = m.id
        where ${isOfTenant} limit ${rowsAtOnce})
    ),
    chosen as materialized (
      select v.memory_id, v.version from found join memory_version v on v.memory_id = found.memory_id and v.version = found.version
      where ${isOfTenant} limit ${rowsAtOnce} for update of v
    ),
    gone as (
      delete from memory_version where ${ofTenant(tenant)} and (memory_id, version) in (select memory_id, version from chosen)
      returning ${ownerOfWords} as owner_id, tsvector_to_array(ts_filter(${searchOfVersion}, '{a,c}')) as words
    )`);
}

/** As it was in `memory`, when it was the current version. */
const searchOfVersion = sql`searchable(left(content, 50000), 'A', 'B')
  || searchable(left(words_of(coalesce(subject, '{}')), 10000), 'C', 'D')`;

const ownerOfWords = sql`case when scope = 'commons' then organization_id when scope = 'agent' then key_id else project_id end`;

/** The memories about a subject that the key may erase. */
function aboutSubject(tenant: Tenant, subject: string): RawBuilder<unknown> {
  return sql`${ofTenant(tenant)} and subject_id = ${subject} and ${mayErase(tenant)}`;
}

/** The IDs of those memories, found by the index on subjects before anything is joined with them. */
function memoriesAbout(tenant: Tenant, subject: string): RawBuilder<unknown> {
  return sql`select id from memory where ${aboutSubject(tenant, subject)} offset 0`;
}

/** Counts what is `gone`, with its words. */
function counting(gone: RawBuilder<unknown>): RawBuilder<Erased> {
  return sql`${gone}
    select owner_id, count(distinct at)::int as n, array_agg(distinct word) filter (where word is not null) as words
    from (select owner_id, words, row_number() over () as at from gone) numbered left join lateral unnest(words) word on true
    group by owner_id`;
}

/** Erases the copies of the memories in deltas, decided or not: they would show what was erased. An edit shows what the memory was before. */
async function eraseChanges(tx: Transaction, tenant: Tenant, subject: string): Promise<number> {
  const isOfTenant = sql`${ofTenant(tenant, "c")} and c.object = 'memory' and ${ofKey(tenant, "c")}`;
  // Each part has an index; with `or` there would be none, and all changes of the project would be read.
  const rows = await tx.all(sql<{ readonly n: number }>`with found as materialized (
      select c.delta_id, c.position from change c where ${isOfTenant} and c.value #>> '{subject,id}' = ${subject}
      union
      select c.delta_id, c.position from change c where ${isOfTenant} and c.before #>> '{subject,id}' = ${subject}
      union
      select c.delta_id, c.position from (${memoriesAbout(tenant, subject)}) m join change c on c.object_id = m.id where ${isOfTenant}
    ),
    gone as (
      delete from change where ${ofTenant(tenant)} and (delta_id, position) in (select delta_id, position from found) returning delta_id, applied_at
    ),
    counted as (select delta_id, count(*)::int as n, count(applied_at)::int as applied from gone group by delta_id)
    update delta set memories = delta.memories - counted.n, applied_changes = delta.applied_changes - counted.applied,
      revision = delta.revision + 1 from counted
    where ${ofTenant(tenant, "delta")} and delta.id = counted.delta_id returning counted.n`);
  return rows.reduce((sum, { n }) => sum + n, 0);
}
