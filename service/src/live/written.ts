// The changes of a slice by writes: the rows of the log that one of their sides is in it.

import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { FilterDefinition } from "slice-cql/sql";
import { ofTenant } from "../database/of-tenant.ts";
import { sideWhere } from "../log/side.ts";
import type { Point } from "../slices/point.ts";
import type { Step, Walked, Walker } from "./step.ts";

/** Rows of the log looked at per statement. */
const rowsAtOnce = 20_000;
/** Rows looked at in a walk, of which few may concern the slice: about a second of a connection. Who asks again goes on from there. */
const mostRows = 400_000;

interface Row {
  readonly sequence: number;
  readonly entity_id: string;
  readonly at: Date;
  readonly was: boolean;
  readonly is: boolean;
}

/**
 * The changes by writes after a point, up to the sequence of another, or the first of them: the slice is as it was at the first. Of what a limited key
 * sees no more at the other, it is not told what was changed in it.
 */
export async function written(walker: Walker, from: Point, to: Point, most: number): Promise<Walked> {
  const { tx, tenant, view, isGone } = walker;
  const sides = sidesOf(walker, from);
  const limits = view.limitsAt(to);
  const isTold = limits === undefined ? sql`true` : sideWhere(limits, "after", "c");
  const steps: Step[] = [];
  let { sequence } = from;
  const end = Math.min(to.sequence, sequence + mostRows);
  while (sequence < end && steps.length < most && !isGone()) {
    const last = Math.min(end, sequence + rowsAtOnce);
    const rows = await tx.all(
      sql<Row>`select sequence, entity_id, at, was, "is" from (
          select sequence, entity_id, at, ${sides("before")} as was, ${sides("after")} as "is", ${isTold} as is_told from entity_change c
          where ${ofTenant(tenant, "c")} and sequence > ${sequence}::bigint and sequence <= ${last}::bigint
        ) c where was <> "is" or (was and is_told) order by sequence limit ${most - steps.length}`,
    );
    for (const row of rows) steps.push({ change: changeOf(row), after: { ...from, sequence: row.sequence } });
    sequence = steps.length === most ? (rows.at(-1)?.sequence ?? last) : last;
  }
  return { steps, point: { ...from, sequence } };
}

/** Whether a side of a row is in the slice at a point, at which entities may be at two moments. */
function sidesOf(
  { view }: Walker,
  { version, instant, split }: Point,
): (side: "before" | "after") => RawBuilder<SqlBool> {
  const within = (filter: FilterDefinition, side: "before" | "after") => sideWhere(filter, side, "c");
  const rest = view.at({ version, instant });
  if (split === undefined) return (side) => within(rest, side);
  const first = view.at(split);
  return (side) =>
    sql`case when entity_id <= ${split.upTo}::uuid then ${within(first, side)} else ${within(rest, side)} end`;
}

function changeOf({ sequence, entity_id, at, was, is }: Row): Step["change"] {
  const kind = was && is ? "changed" : is ? "entered" : "left";
  return { kind, entity_id, at: at.toISOString(), reason: "write", sequence };
}
