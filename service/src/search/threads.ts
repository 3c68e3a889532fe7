// Looks around hits in their threads: what stands next to a hit counts with it, and can be shown.

import { type RawBuilder, sql } from "kysely";
import type { Transaction } from "../database/transaction.ts";
import { type Candidate, isFindable, keyOf, newAtOf, type SearchTarget, validAtOf } from "./candidates.ts";
import { bonus } from "./explain.ts";
import type { Found } from "./hits.ts";
import { half } from "./rank.ts";
import { planned } from "./search-role.ts";

/** A memory that stands next to a hit in its thread, among those that the search may find. */
export interface Neighbor extends Candidate {
  readonly hit_id: string;
  /** How many places after the hit; negative before it. */
  readonly place: number;
  readonly key: string;
  /** Whether it has none of the excluded words. */
  readonly is_left: boolean;
}

/** How much of the value of a hit those next to it get, and how far that reaches: those d places away get 1/d of it. */
const [share, reach] = [0.3, 2];

/** Scores memories together with what stands next to them in their threads, which is also found by that; in any order. */
export async function scoreThreads(
  tx: Transaction,
  place: SearchTarget,
  found: readonly Found[],
  exclusions: string,
): Promise<readonly Found[]> {
  const hits = new Map(found.map((hit) => [hit.id, hit]));
  const near = await around(tx, place, found, reach, exclusions);
  const gains = Map.groupBy(near, ({ id }) => id);
  const reached = [...gains].flatMap(([id, neighbors]) => {
    const gain = neighbors.reduce(
      (sum, { hit_id, place: d }) => sum + (share / Math.abs(d)) * sumOf(hits.get(hit_id)),
      0,
    );
    const own = hits.get(id);
    const [first] = neighbors;
    if (own !== undefined) return [withGain(own, gain)];
    return first?.is_left === true ? [withGain({ ...candidateOf(first), score: 0 }, gain)] : [];
  });
  return [...found.filter(({ id }) => !gains.has(id)), ...reached];
}

function candidateOf({ project_id, id, new_at, thread, key }: Neighbor): Omit<Found, "score"> {
  return { project_id, id, new_at, thread, key };
}

/** What the words of a hit count together, by its score. */
export function sumOf({ score }: Pick<Found, "score"> = { score: 0 }): number {
  const part = score < bonus ? score : score - bonus;
  return (2 * half * part) / (1 - 2 * part);
}

function withGain(hit: Found, gain: number): Found {
  const sum = sumOf(hit) + gain;
  const score = (hit.score < bonus ? 0 : bonus) + sum / (2 * (half + sum));
  return { ...hit, score, fromThread: score - hit.score };
}

/** The memories that stand next to hits, up to so many before and after each. Nothing is asked if no hit has a thread. */
export async function around(
  tx: Transaction,
  place: SearchTarget,
  found: readonly Found[],
  most: number,
  exclusions = "",
): Promise<readonly Neighbor[]> {
  const ids = found.flatMap(({ id, thread }) => (thread === null ? [] : id));
  if (ids.length === 0 || most === 0) return [];
  const { organizationId } = place.tenant;
  const isLeft = exclusions === "" ? sql`true` : sql`n.search @@ ${exclusions}::tsquery`;
  const columns = sql`n.project_id, n.id, n.new_at, n.thread, ${keyOf(place, sql`n.search`)} as key, ${isLeft} as is_left`;
  const statement = sql<Neighbor & Record<string, unknown>>`
    select h.id as hit_id, ${columns}, n.place from (
      select e.project_id, e.id, e.thread, ${validAtOf} as at from memory e
      where e.organization_id = ${organizationId} and e.id = any(${ids}::uuid[]) and e.thread is not null
    ) h cross join lateral (
      select b.*, -row_number() over (order by at desc, id desc)::int as place from (${side(place, "<", "desc", most)}) b
      union all select a.*, row_number() over (order by at, id)::int from (${side(place, ">", "asc", most)}) a
    ) n`;
  return await planned(tx, statement, { walks: true });
}

/** What stands on one side of the hit `h`, the nearest first: of what the caller may recall, so that nothing else shows in places. */
function side(
  place: SearchTarget,
  than: "<" | ">",
  order: "asc" | "desc",
  most: number,
): RawBuilder<unknown> {
  const { organizationId, projectId, keyId } = place.tenant;
  return sql`
    select e.project_id, e.id, ${newAtOf} as new_at, e.thread, e.search, ${validAtOf} as at from memory e
    where e.organization_id = ${organizationId} and e.project_id = h.project_id and e.thread = h.thread
      and (${validAtOf}, e.id) ${sql.raw(than)} (h.at, h.id) and ${isFindable(place)}
      and (e.scope = 'commons' or (e.project_id = ${projectId} and (e.scope = 'project' or e.key_id = ${keyId})))
    order by ${validAtOf} ${sql.raw(order)}, e.id ${sql.raw(order)} limit ${most}`;
}
