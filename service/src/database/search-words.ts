// Maintains the vocabulary: the words of all texts, for prefixes, near spellings and rarity.

import { type RawBuilder, sql } from "kysely";
import type { Tenant, Transaction } from "./transaction.ts";

/** What has words. */
export type WithWords = "entity" | "memory" | "relationship";

/** Words as they were written; stems have the other weights. Nobody searches for a longer word by its prefix. */
const words = sql`unnest(ts_filter(e.search, '{a,c}')) where length(lexeme) between 2 and 40`;

/** Whose vocabulary the words of a memory belong to: that of its possible readers. */
const ownerOfMemory = sql`case e.scope when 'commons' then e.organization_id when 'agent' then e.key_id else e.project_id end`;

/**
 * Adds the words of these rows; part of every write, in its transaction. In order, so that two writers do not wait for each other in a
 * circle; and an existing word stays untouched, so that they hardly wait at all: how often it occurs is counted later.
 */
export async function learnWords(
  tx: Transaction,
  tenant: Tenant,
  table: WithWords,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return;
  const owner = table === "memory" ? ownerOfMemory : sql`e.project_id`;
  const statement = sql`
    insert into word (owner_id, word, n)
    select ${owner}, lexeme collate "C", count(*) from ${sql.table(table)} e cross join lateral ${words}
    and e.project_id = ${tenant.projectId} and e.id = any(${ids}::uuid[])
    group by 1, 2 order by 1, 2 on conflict (owner_id, word) do nothing`;
  await tx.all(statement, `search.learn.${table}`);
}

/**
 * Recounts the words of one owner (a project, an organization for its commons, or a key), adds missing ones, and drops those that no longer
 * occur. It reads everything that the owner has, so it is for a sweeper, as the owner of the database; each owner in a transaction of its
 * own. A word that is written meanwhile may be dropped with its last old occurrence; the next count has it again.
 */
export async function recountWords(tx: Transaction, ownerId: string): Promise<void> {
  await tx.run("set local statement_timeout = '10min'");
  await tx.all(sql`
    with counted as materialized (
      select lexeme collate "C" as word, count(*)::int as n from (
        select search from entity where project_id = ${ownerId}
        union all select search from relationship where project_id = ${ownerId}
        union all select search from memory where project_id = ${ownerId} and scope = 'project'
        union all select search from memory where organization_id = ${ownerId} and scope = 'commons'
        union all select search from memory where key_id = ${ownerId} and scope = 'agent'
      ) e cross join lateral ${words} group by 1
    ),
    dropped as (
      delete from word w where owner_id = ${ownerId} and not exists (select from counted c where c.word = w.word)
    )
    insert into word (owner_id, word, n) select ${ownerId}::uuid, word, n from counted order by word
    on conflict (owner_id, word) do update set n = excluded.n where word.n <> excluded.n`);
  await tx.run("set local statement_timeout to default");
}

/** Whose vocabularies there are. */
export function vocabularies(): RawBuilder<{ readonly owner_id: string }> {
  return sql`select distinct owner_id from word`;
}
