// The changes of a slice by time: as its range of dates moves on, entities enter at its end and leave at its start.

import { sql } from "kysely";
import type { FilterDefinition } from "slice-cql/sql";
import { entityWhere } from "../database/entities-of.ts";
import { ofTenant } from "../database/of-tenant.ts";
import type { Moment, Point } from "../slices/point.ts";
import type { View } from "../slices/view.ts";
import { differing } from "./differing.ts";
import { type Step, splitAfter, type Walked, type Walker } from "./step.ts";

/** An entity that enters or leaves at an instant. */
interface Toggle {
  readonly id: string;
  readonly instant: number;
  readonly entered: boolean;
}

interface Dated {
  readonly id: string;
  /** In milliseconds since 1970. */
  readonly created: number;
}

/** The changes by time from a point up to an instant, in which the range does not step back: in the order of the instants, and of the IDs at one. */
export async function toggled(walker: Walker, from: Point, until: number, most: number): Promise<Walked> {
  const { view } = walker;
  const { toggles, complete } = await togglesOf(walker, from, until, most);
  const at = (instant: number): Moment => ({ version: from.version, instant });
  const steps = toggles.slice(0, most).map((toggle, place): Step => {
    const { id, instant, entered } = toggle;
    const isLast = toggles[place + 1]?.instant !== instant;
    const base = { sequence: from.sequence, version: from.version };
    const change = {
      kind: entered ? ("entered" as const) : ("left" as const),
      entity_id: id,
      at: new Date(instant).toISOString(),
      reason: "time" as const,
      sequence: from.sequence,
    };
    const after = isLast
      ? { ...base, instant }
      : splitAfter({ ...base, instant: instant - 1 }, at(instant), id);
    return { change, after };
  });
  const last = steps.at(-1);
  if (last !== undefined && steps.length === most) return { steps, point: last.after };
  const point = { sequence: from.sequence, version: from.version, instant: complete };
  if (complete === until || steps.length > 0 || view.rangeAt(complete + 1) === undefined)
    return { steps, point };
  // More than were read change at the next instant, at once.
  return await differing(walker, point, at(complete + 1), most);
}

/** Entities read at a time, for a page of fewer as well: those that pass the range without ever being in it are no steps. */
const leastRows = 200;

/** The toggles after a point, and up to which instant they are all that there are. */
async function togglesOf(
  walker: Walker,
  { version, instant }: Moment,
  until: number,
  most: number,
): Promise<{ readonly toggles: readonly Toggle[]; readonly complete: number }> {
  const { view } = walker;
  const [first, last] = [view.rangeAt(instant), view.rangeAt(until)];
  if (first === undefined || last === undefined) throw new TypeError("The slice is refused on the way.");
  const others = view.othersAt({ version, instant: until });
  const limit = Math.max(most, leastRows) + 1;
  // Nothing leaves at a start which is not before the last end, and nothing enters at an end which is not after the first start.
  const passed = {
    start: [first.start, Math.min(last.start, last.end)],
    end: [Math.max(first.end, first.start), last.end],
  } as const;
  const found: Toggle[] = [];
  let complete = until;
  for (const bound of ["start", "end"] as const) {
    const rows = await between(walker, others, passed[bound], limit);
    const toggles = rows.map((row) => toggleOf(view, row, bound, [instant, until]));
    found.push(...toggles.flatMap((toggle) => toggle ?? []));
    const cut = rows.length === limit ? rows.at(-1) : undefined;
    if (cut !== undefined)
      complete = Math.min(complete, passedAt(view, cut.created, bound, [instant, until]) - 1);
  }
  const known = new Map(found.map((toggle) => [`${String(toggle.instant)} ${toggle.id}`, toggle]));
  const toggles = [...known.values()]
    .filter((toggle) => toggle.instant <= complete)
    .toSorted((a, b) => a.instant - b.instant || (a.id < b.id ? -1 : 1));
  return { toggles, complete };
}

/** Entities of a slice that were created in a range, the first of them. */
async function between(
  { tx, tenant }: Walker,
  others: FilterDefinition,
  [start, end]: readonly [number, number],
  limit: number,
): Promise<readonly Dated[]> {
  if (!(start < end) || !Number.isFinite(start) || !Number.isFinite(end)) return [];
  const [from, to] = [start, end].map((instant) => new Date(instant).toISOString());
  return await tx.all(
    sql<Dated>`select e.id, (extract(epoch from e.created_at) * 1000)::bigint as created from entity e
      where ${ofTenant(tenant, "e")} and ${entityWhere(others)} and e.created_at >= ${from}::timestamptz and e.created_at < ${to}::timestamptz
      order by e.created_at, e.id limit ${limit}`,
  );
}

type Span = readonly [after: number, until: number];

/** What becomes of an entity when a bound of the range passes it; undefined if nothing does. */
function toggleOf(
  view: View,
  { id, created }: Dated,
  bound: "start" | "end",
  span: Span,
): Toggle | undefined {
  const instant = passedAt(view, created, bound, span);
  const [before, after] = [instant - 1, instant].map((each) => isWithin(view, created, each));
  return before === after || after === undefined ? undefined : { id, instant, entered: after };
}

function isWithin(view: View, created: number, instant: number): boolean {
  const range = view.rangeAt(instant);
  return range !== undefined && range.start <= created && created < range.end;
}

/** The first instant of a span at which a bound has passed a date; it moves forward alone in it. */
export function passedAt(
  view: Pick<View, "rangeAt">,
  created: number,
  bound: "start" | "end",
  [after, until]: Span,
): number {
  let [low, high] = [after, until];
  while (high - low > 1) {
    const middle = low + Math.floor((high - low) / 2);
    if ((view.rangeAt(middle)?.[bound] ?? created) > created) high = middle;
    else low = middle;
  }
  return high;
}

const day = 24 * 60 * 60_000;

/** The first instant after one, up to another, at which the range of dates steps back; undefined if it only moves on. */
export function nextStepBack(
  view: Pick<View, "countsMonths" | "rangeAt">,
  after: number,
  until: number,
): number | undefined {
  if (!view.countsMonths) return undefined;
  for (let midnight = (Math.floor(after / day) + 1) * day; midnight <= until; midnight += day) {
    // Earlier days are in every month.
    if (new Date(midnight).getUTCDate() <= 28) continue;
    const [before, now] = [view.rangeAt(midnight - 1), view.rangeAt(midnight)];
    if (before === undefined || now === undefined) continue;
    if (now.start < before.start || now.end < before.end) return midnight;
  }
  return undefined;
}
