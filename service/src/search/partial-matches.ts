// Finds rows that match some of several queries: first by the number and rarity of matches, then by how well they match.

import { sql } from "kysely";
import type { Transaction } from "../database/transaction.ts";
import { candidates, type SearchTarget } from "./candidates.ts";
import { best, type Found, maxHits, statementName, weights } from "./hits.ts";

/** A part of a wider search: a query, and about how many texts have its word. */
export interface PartialQuery {
  readonly query: string;
  readonly n: number;
}

/** Maximum hits ranked, of all parts together. */
const maxOfParts = 8000;

/** The rows in which some parts are true, best first. */
export async function findPartialMatches(
  tx: Transaction,
  place: SearchTarget,
  parts: readonly PartialQuery[],
  limit: number,
): Promise<readonly Found[]> {
  if (parts.length === 0) return [];
  const most = Math.min(maxHits, Math.floor(maxOfParts / parts.length));
  // One statement per query rather than one for all, because a plan for all would not know how common each is.
  const hits = parts.map(({ query }, at) => {
    const condition = sql<boolean>`e.search @@ ${query}::tsquery`;
    return sql`select ${sql.lit(at + 1)} as at, h.* from (${candidates(place, { condition, most, isNewest: false })}) h`;
  });
  const statement = sql<Found>`
    with part as materialized (
      select at, query::tsquery as query, n
      from unnest(${parts.map(({ query }) => query)}::text[], ${parts.map(({ n }) => n)}::int[]) with ordinality p(query, n, at)
    ),
    hit as materialized (${sql.join(hits, sql` union all `)}),
    common as (select p.at, p.query, greatest(p.n, count(h.id), 1) as n from part p left join hit h using (at) group by p.at, p.query, p.n),
    rare as materialized (select query, ln(1 + sum(n) over () / n)::float8 as weight from common),
    one as (select distinct on (project_id, id) * from hit order by project_id, id)
    select project_id, id, new_at, sum / (2 + 2 * sum) as score
    from one h cross join lateral (
      select sum(weight * (1 + ts_rank(${weights}, h.search, query, 1) / 10)) as sum from rare where h.search @@ query
    ) s
    ${best} limit ${limit}`;
  return await tx.all(statement, statementName(place, `parts.${String(parts.length)}`));
}
