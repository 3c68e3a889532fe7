// Maintains the vocabulary: the words of all texts, for prefixes, near spellings and rarity.

import { type RawBuilder, sql } from "kysely";
import type { WordTable } from "./tables.ts";
import type { Tenant, Transaction } from "./transaction.ts";

/** The tables whose rows have words. */
export type WithWords = "entity" | "memory" | "passage" | "relationship";

/** Words as written; stems have the other weights. Longer words are left out: they are not searched by prefix. */
const words = sql`unnest(ts_filter(e.search, '{a,c}')) where length(lexeme) between 2 and 40`;

/** The vocabulary that the words of a memory belong to: that of everyone who may read it. */
const vocabularyOfMemory = sql`case when e.scope = 'commons' then e.organization_id when e.scope = 'agent' then e.key_id else e.project_id end`;

/**
 * Adds the words of these rows; part of every write, in its transaction. Words are inserted in order, so that two writers cannot deadlock, and
 * existing words are left untouched, so that writers hardly ever wait: how often a word occurs is counted later.
 */
export async function learnWords(
  tx: Transaction,
  tenant: Tenant,
  table: WithWords,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return;
  const vocabulary = table === "memory" ? vocabularyOfMemory : sql`e.project_id`;
  // `is true` keeps the planner from an index by project, which it prefers to the one by ID before it knows how many rows a project has.
  const isOfTenant = sql`e.organization_id = ${tenant.organizationId}::uuid and (e.project_id = ${tenant.projectId}::uuid) is true`;
  const statement = sql`
    insert into word (organization_id, owner_id, of_passages, word, n)
    select e.organization_id, ${vocabulary}, ${sql.lit(table === "passage")}, lexeme collate "C", count(*) from ${sql.table(table)} e cross join lateral ${words}
    and ${isOfTenant} and e.id = any(${ids}::uuid[])
    group by 1, 2, 4 order by 1, 2, 4 on conflict (organization_id, owner_id, of_passages, word) do nothing`;
  await tx.all(statement, `search.learn.${table}`);
}

/**
 * Forgets words of a vocabulary (of a project, of the commons of an organization, or of a key) that no row has any more, but for passages, whose
 * words are counted apart, and for superseded memories, which no search finds. Of one that was in many
 * rows at the last count, some other row is taken to have it; if none has, the next count drops it. A word that is written at the same time may be
 * forgotten with its last old occurrence, as by a count; the next one adds it again.
 */
export async function forgetWords(
  tx: Transaction,
  organizationId: string,
  ownerId: string,
  forgotten: readonly string[],
): Promise<void> {
  const ofOrganization = sql`organization_id = ${organizationId}::uuid`;
  const isIn = (table: WithWords, owner: RawBuilder<unknown>): RawBuilder<unknown> =>
    sql`exists (select from ${sql.table(table)} where ${ofOrganization} and ${owner} and search @@ quoted.query)`;
  const ofProject = sql`project_id = ${ownerId}::uuid`;
  // Each word is looked up in the index of words: others have all rows of the project, among them those that are just being erased.
  await tx.run("set local enable_seqscan = off");
  await tx.run("set local enable_indexscan = off");
  await tx.all(sql`delete from word w
    using (select word collate "C" as word, query::tsquery as query
      from unnest(${[...forgotten]}::text[], ${forgotten.map(asWritten)}::text[]) f(word, query)) quoted
    where w.${ofOrganization} and w.owner_id = ${ownerId}::uuid and w.word = quoted.word and not w.of_passages and w.n < ${commonFrom} and not (
      ${isIn("entity", ofProject)} or ${isIn("relationship", ofProject)}
      or ${isIn("memory", sql`${ofProject} and scope = 'project' and superseded_by is null`)}
      or ${isIn("memory", sql`organization_id = ${ownerId}::uuid and scope = 'commons' and superseded_by is null`)}
      or ${isIn("memory", sql`key_id = ${ownerId}::uuid and scope = 'agent' and superseded_by is null`)})`);
}

/** A query for a word as it was written, and not as a stem. */
function asWritten(word: string): string {
  return `'${word.replaceAll("\\", "\\\\").replaceAll("'", "''")}':AC`;
}

/** From this many rows on, a word is common: to look for another row that has it would read a long list of the index. */
const commonFrom = 1000;

/**
 * Recounts the words of one vocabulary (of a project, of the commons of an organization, or of a key), adds missing ones, and drops those that
 * no longer occur. It reads all texts of the vocabulary, so only the sweeper calls it, in one system transaction per vocabulary. A word that is
 * written at the same time may be dropped with its last old occurrence; the next count adds it again.
 */
export async function recountWords(
  tx: Transaction,
  { organization_id, owner_id }: Vocabulary,
): Promise<void> {
  const ofOrganization = sql`organization_id = ${organization_id}::uuid`;
  await tx.run("set local statement_timeout = '10min'");
  await tx.all(sql`
    with counted as materialized (
      select of_passages, lexeme collate "C" as word, count(*)::int as n from (
        select false as of_passages, search from entity where ${ofOrganization} and project_id = ${owner_id}
        union all select false, search from relationship where ${ofOrganization} and project_id = ${owner_id}
        union all select false, search from memory where ${ofOrganization} and project_id = ${owner_id} and scope = 'project' and superseded_by is null
        union all select false, search from memory where ${ofOrganization} and organization_id = ${owner_id} and scope = 'commons' and superseded_by is null
        union all select false, search from memory where ${ofOrganization} and key_id = ${owner_id} and scope = 'agent' and superseded_by is null
        union all select true, search from passage where ${ofOrganization} and project_id = ${owner_id}
      ) e cross join lateral ${words} group by 1, 2
    ),
    dropped as (
      delete from word w where ${ofOrganization} and owner_id = ${owner_id} and not exists (select from counted c where c.of_passages = w.of_passages and c.word = w.word)
    )
    insert into word (organization_id, owner_id, of_passages, word, n)
    select ${organization_id}::uuid, ${owner_id}::uuid, of_passages, word, n from counted order by of_passages, word
    on conflict (organization_id, owner_id, of_passages, word) do update set n = excluded.n where word.n <> excluded.n`);
}

/** The key of a vocabulary: its owner is a project, an organization, or a key. */
type Vocabulary = Pick<WordTable, "organization_id" | "owner_id">;

/** The keys of all vocabularies. */
export function vocabularyIds(): RawBuilder<Vocabulary> {
  return sql`select distinct organization_id, owner_id from word`;
}
