// Finds out when time alone will change a slice next.

import { sql } from "kysely";
import { entityWhere } from "../database/entities-of.ts";
import { ofTenant } from "../database/of-tenant.ts";
import type { Point } from "../slices/point.ts";
import type { Walker } from "./step.ts";
import { nextStepBack, passedAt } from "./toggled.ts";

/** How far it is looked ahead, in milliseconds: a query with a date has a range of created entities to look through. */
const maxQuietMs = 60_000;

/** An instant until which time alone changes nothing in a slice, as far as it is looked ahead. */
export async function quietUntil({ tx, tenant, view }: Walker, point: Point): Promise<number> {
  const ahead = point.instant + maxQuietMs;
  if (!view.hasDates) return ahead;
  const until = Math.min(ahead, nextStepBack(view, point.instant, ahead) ?? ahead);
  const [now, then] = [view.rangeAt(point.instant), view.rangeAt(until - 1)];
  if (now === undefined || then === undefined) return until;
  const others = view.othersAt(point);
  let first = until;
  for (const bound of ["start", "end"] as const) {
    if (!(now[bound] < then[bound])) continue;
    const [from, to] = [now[bound], then[bound]].map((instant) => new Date(instant).toISOString());
    const row = await tx.first(
      sql<{
        readonly created: number;
      }>`select (extract(epoch from e.created_at) * 1000)::bigint as created from entity e
        where ${ofTenant(tenant, "e")} and ${entityWhere(others)} and e.created_at >= ${from}::timestamptz and e.created_at < ${to}::timestamptz
        order by e.created_at limit 1`,
    );
    if (row !== undefined)
      first = Math.min(first, passedAt(view, row.created, bound, [point.instant, until - 1]));
  }
  return first;
}
