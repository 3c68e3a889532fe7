// Finds memories that say the same, and leaves one of each on a page.

import { sql } from "kysely";
import type { Transaction } from "../database/transaction.ts";
import type { SearchTarget } from "./candidates.ts";
import type { Found } from "./hits.ts";

/**
 * Leaves one of the memories about the same end user that say the same: the first, which stands for the others. Short ones do with the same words
 * in the same order, in any form, and with the same numbers and signs; words without a stem count, but for articles: "before lunch" is not "after
 * lunch". Long ones are the same if their contents are.
 */
export async function foldSame(
  tx: Transaction,
  { tenant: { organizationId } }: SearchTarget,
  found: readonly Found[],
): Promise<readonly Found[]> {
  if (found.length < 2) return found;
  const ids = found.map(({ id }) => id);
  const rows = await tx.all(
    sql<{ readonly id: string; readonly said: string }>`
      select id, json_build_array(subject_id, precisely, case when not is_long then ${said} end)::text as said from (
        select m.*, count(*) over (partition by subject_id, precisely, case when not is_long then ${stems} end) as alike from (
          select id, subject_id, precisely, search, coalesce(precisely like 'md5:%', false) as is_long from memory
          where organization_id = ${organizationId} and id = any(${ids}::uuid[])
        ) m
      ) m where alike > 1`,
    "search.said",
  );
  const texts = new Map(rows.map((row) => [row.id, row.said]));
  const same = Map.groupBy(found, ({ id }) => texts.get(id) ?? id);
  return [...same.values()].flatMap(([first, ...others]) =>
    first === undefined ? [] : [{ ...first, copies: [first, ...others].reduce(countCopies, 0) }],
  );
}

/** Equal for memories with the same stems in any order, and takes microseconds: what has others says something else. */
const stems = sql`md5(tsvectorsend(strip(ts_filter(search, '{b,d}'))))::uuid`;

function countCopies(sum: number, { copies = 1 }: Found): number {
  return sum + copies;
}

/**
 * The stems of a memory in their order, and its words that have none. The text index has the words as written first, and then their stems, each of
 * them one place later (see the SQL function `searchable`); of the subject, both follow.
 */
const said = sql<string>`(
  with word as materialized (
    select lexeme, position, weight from unnest(m.search) s(lexeme, positions, weights), unnest(positions, weights) p(position, weight)
  ),
  ends as (
    select max(position) filter (where weight = 'A') as words, max(position) filter (where weight in ('A', 'B')) as content,
      max(position) filter (where weight <> 'D') as subject from word
  ),
  placed as (
    select weight in ('A', 'B') as is_content, lexeme, weight in ('B', 'D') as is_stem,
      position - case weight when 'A' then 0 when 'B' then words + 1 when 'C' then coalesce(content, 0) else subject + 1 end as place
    from word cross join ends
  )
  select coalesce(string_agg(said, ' ' order by is_content desc, place), '') from (
    select is_content, place, coalesce(max(lexeme) filter (where is_stem), max(lexeme)) as said from placed group by is_content, place
  ) each where said not in ('a', 'an', 'the')
)`;
