// The changes of a slice from a point to what a transaction sees.

import { sql } from "kysely";
import { settingsOfFilter } from "../database/limits.ts";
import { ofTenant } from "../database/of-tenant.ts";
import type { Tenant, Transaction } from "../database/transaction.ts";
import type { LogEnd } from "../log/end.ts";
import { type Point, pointNow } from "../slices/point.ts";
import { type View, viewOf } from "../slices/view.ts";
import { Problem } from "../values/problem.ts";
import { hullOf } from "./hull.ts";
import type { WalkedFar, Walker } from "./step.ts";
import { requireKept, walk } from "./walk.ts";

/** Since when, and how many. */
interface Asked {
  readonly from: Point;
  readonly most: number;
  readonly isGone: () => boolean;
}

/** The changes of a slice from a point to what the transaction sees, and who has walked. Throws a `Problem` for a point from which nothing is kept. */
export async function changesFrom(
  tx: Transaction,
  tenant: Tenant,
  cql: string,
  { from, most, isGone }: Asked,
): Promise<WalkedFar & { readonly walker: Walker }> {
  const { end, ...now } = await pointNow(tx, tenant);
  requireKept(from, end);
  // The clocks of two servers of a database may differ.
  const to = { ...now, instant: Math.max(now.instant, from.instant, from.split?.instant ?? 0) };
  const view = await viewOf(tx, tenant, cql, Math.min(from.version, from.split?.version ?? from.version));
  letSee(tx, view, [from, to]);
  await requireSameLimits(tx, tenant, view, { from, end });
  const walker = { tx, tenant, view, isGone };
  return { walker, ...(await walk(walker, from, to, most)) };
}

/**
 * Throws a `Problem` if something was written after what limits the key has lost a name, whatever that is: the writes come first, and would be compared
 * with what that name stood for at the point.
 */
async function requireSameLimits(
  tx: Transaction,
  tenant: Tenant,
  view: View,
  { from, end }: { readonly from: Point; readonly end: LogEnd },
): Promise<void> {
  const lostAt = view.limitsLostAt(from.version);
  if (lostAt === undefined || end.sequence === from.sequence) return;
  const ofSameCommit = sql`select sequence from entity_change
    where ${ofTenant(tenant)} and sequence > ${from.sequence}::bigint and at = ${lostAt.toISOString()}::timestamptz limit 1`;
  if (end.at > lostAt || (await tx.first(ofSameCommit, "log.same commit")) !== undefined)
    throw new Problem("cursor_expired");
}

/** Lets the policies show a limited key what it sees at some moments and around them: what has left its view is in it no more. */
export function letSee(tx: Transaction, view: View, [from, to]: readonly [Point, Point]): void {
  const moments = [from, to, ...(from.split === undefined ? [] : [from.split])];
  const filters = moments.flatMap((moment) => view.limitsAround(moment) ?? []);
  if (filters.length === 0) return;
  // Sent together with the next statement, which fails if one of them does.
  tx.set(settingsOfFilter(hullOf(filters))).catch(() => undefined);
}
