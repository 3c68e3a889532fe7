// Looks around hits in their threads: what stands next to a hit counts with it, and can be shown.

import { type RawBuilder, sql } from "kysely";
import type { Transaction } from "../database/transaction.ts";
import { type Candidate, isFindable, newAtOf, type SearchTarget, validAtOf } from "./candidates.ts";
import { bonus } from "./explain.ts";
import { type Found, statementName } from "./hits.ts";
import { half } from "./score.ts";
import { planned } from "./search-role.ts";

/** A memory that stands next to a hit in its thread, among those that the search may find. */
export interface Neighbor extends Candidate {
  readonly hit_id: string;
  /** How many places after the hit; negative before it. */
  readonly place: number;
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

function candidateOf({ project_id, id, new_at, thread }: Neighbor): Omit<Found, "score"> {
  return { project_id, id, new_at, thread };
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

/** What stands on one side of a hit. */
interface OnSide extends Pick<Neighbor, "hit_id" | "id" | "is_left" | "new_at">, Record<string, unknown> {
  readonly at: Date;
  readonly is_after: boolean;
}

/** The memories that stand next to hits, up to so many before and after each. Nothing is asked if no hit has a thread. */
export async function around(
  tx: Transaction,
  place: SearchTarget,
  found: readonly Found[],
  most: number,
  exclusions = "",
): Promise<readonly Neighbor[]> {
  const hits = new Map(found.flatMap((hit) => (hit.thread === null ? [] : [[hit.id, hit]])));
  if (hits.size === 0 || most === 0) return [];
  const { organizationId } = place.tenant;
  const isLeft = exclusions === "" ? sql`true` : sql`e.search @@ ${exclusions}::tsquery`;
  const statement = sql<OnSide>`
    select h.id as hit_id, n.id, n.new_at, n.at, n.is_after, n.is_left from (
      select e.project_id, e.id, e.thread, ${validAtOf} as at from memory e
      where e.organization_id = ${organizationId} and e.id = any(${[...hits.keys()]}::uuid[]) and e.thread is not null
    ) h cross join lateral (
      select b.*, false as is_after from (${side(place, "<", "desc", most, isLeft)}) b
      union all select a.*, true from (${side(place, ">", "asc", most, isLeft)}) a
    ) n`;
  const name = exclusions === "" ? statementName(place, `around.${most}`) : undefined;
  const rows = await planned(tx, statement, { walks: true, name });
  const sides = Map.groupBy(rows, ({ hit_id, is_after }) => `${hit_id} ${is_after}`);
  return [...sides.values()].flatMap((of) =>
    of.toSorted(nearest).flatMap((each, at) => {
      const hit = hits.get(each.hit_id);
      if (hit === undefined) return [];
      const { project_id, thread } = hit;
      const { id, hit_id, new_at, is_left } = each;
      return { id, hit_id, new_at, is_left, project_id, thread, place: each.is_after ? at + 1 : -at - 1 };
    }),
  );
}

/** Of what is on one side of a hit, the nearest first. */
function nearest(a: OnSide, b: OnSide): number {
  const later = a.at.getTime() - b.at.getTime() || (a.id < b.id ? -1 : 1);
  return a.is_after ? later : -later;
}

/** What stands on one side of the hit `h`: of what the caller may recall, so that nothing else shows in places. */
function side(
  place: SearchTarget,
  than: "<" | ">",
  order: "asc" | "desc",
  most: number,
  isLeft: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const { organizationId, projectId, keyId } = place.tenant;
  return sql`
    select e.id, ${newAtOf} as new_at, ${validAtOf} as at, ${isLeft} as is_left from memory e
    where e.organization_id = ${organizationId} and e.project_id = h.project_id and e.thread = h.thread
      and (${validAtOf}, e.id) ${sql.raw(than)} (h.at, h.id) and ${isFindable(place)}
      and (e.scope = 'commons' or (e.project_id = ${projectId} and (e.scope = 'project' or e.key_id = ${keyId})))
    order by ${validAtOf} ${sql.raw(order)}, e.id ${sql.raw(order)} limit ${sql.lit(most)}`;
}
