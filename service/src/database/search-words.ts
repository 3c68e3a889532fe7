// Maintains the vocabulary: the words of all texts, for prefixes, near spellings and rarity.

import { type RawBuilder, sql } from "kysely";
import type { WordTable } from "./tables.ts";
import type { Tenant, Transaction } from "./transaction.ts";

/** The tables whose rows have words. */
export type WithWords = "entity" | "memory" | "relationship";

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
    insert into word (organization_id, owner_id, word, n)
    select e.organization_id, ${vocabulary}, lexeme collate "C", count(*) from ${sql.table(table)} e cross join lateral ${words}
    and ${isOfTenant} and e.id = any(${ids}::uuid[])
    group by 1, 2, 3 order by 1, 2, 3 on conflict (organization_id, owner_id, word) do nothing`;
  await tx.all(statement, `search.learn.${table}`);
}

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
      select lexeme collate "C" as word, count(*)::int as n from (
        select search from entity where ${ofOrganization} and project_id = ${owner_id}
        union all select search from relationship where ${ofOrganization} and project_id = ${owner_id}
        union all select search from memory where ${ofOrganization} and project_id = ${owner_id} and scope = 'project'
        union all select search from memory where ${ofOrganization} and organization_id = ${owner_id} and scope = 'commons'
        union all select search from memory where ${ofOrganization} and key_id = ${owner_id} and scope = 'agent'
      ) e cross join lateral ${words} group by 1
    ),
    dropped as (
      delete from word w where ${ofOrganization} and owner_id = ${owner_id} and not exists (select from counted c where c.word = w.word)
    )
    insert into word (organization_id, owner_id, word, n) select ${organization_id}::uuid, ${owner_id}::uuid, word, n from counted order by word
    on conflict (organization_id, owner_id, word) do update set n = excluded.n where word.n <> excluded.n`);
}

/** The key of a vocabulary: its owner is a project, an organization, or a key. */
type Vocabulary = Pick<WordTable, "organization_id" | "owner_id">;

/** The keys of all vocabularies. */
export function vocabularyIds(): RawBuilder<Vocabulary> {
  return sql`select distinct organization_id, owner_id from word`;
}
