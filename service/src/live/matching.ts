// Which rows of the log concern a slice, decided in this process.

import { compilePredicate } from "slice-cql/predicate";
import type { Moment } from "../slices/point.ts";
import type { Range, View } from "../slices/view.ts";
import type { SliceChange } from "./step.ts";

/** A row of the log; instants of creation in milliseconds since 1970. */
export interface LoggedRow {
  readonly sequence: number;
  readonly entity_id: string;
  readonly at: Date;
  readonly before_type: string | null;
  readonly before_shape_id: string | null;
  readonly before_source_id: string | null;
  readonly before_source_shape_id: string | null;
  readonly before_created: number | null;
  readonly after_type: string | null;
  readonly after_shape_id: string | null;
  readonly after_source_id: string | null;
  readonly after_source_shape_id: string | null;
  readonly after_created: number | null;
}

/** A side of a row. */
interface Side {
  readonly type: string;
  readonly shape_id: string | null;
  readonly source_id: string | null;
  readonly source_shape_id: string | null;
  readonly created: number;
}

interface Sides {
  readonly before: Side | undefined;
  readonly after: Side | undefined;
}

/** The sides of rows: all followers of a project ask for the same ones. */
const sidesOfRows = new WeakMap<LoggedRow, Sides>();

function sidesOf(row: LoggedRow): Sides {
  const known = sidesOfRows.get(row);
  if (known !== undefined) return known;
  const made = { before: sideOf(row, "before"), after: sideOf(row, "after") };
  sidesOfRows.set(row, made);
  return made;
}

function sideOf(row: LoggedRow, side: "before" | "after"): Side | undefined {
  const type = row[`${side}_type`];
  if (type === null) return undefined;
  return {
    type,
    shape_id: row[`${side}_shape_id`],
    source_id: row[`${side}_source_id`],
    source_shape_id: row[`${side}_source_shape_id`],
    created: row[`${side}_created`] ?? Number.NaN,
  };
}

/** A change by a write; and when an entity that is there now was created, as it may enter or leave by time. */
export interface Matched {
  readonly change: SliceChange | undefined;
  readonly created: number | undefined;
}

/** Matches rows with a view at a moment. */
export function matcherOf(view: View, moment: Moment): (row: LoggedRow, range: Range) => Matched {
  const fits = compilePredicate(view.othersAt(moment));
  return (row, { start, end }) => {
    const { before, after } = sidesOf(row);
    const isIn = (side: Side | undefined): boolean =>
      side !== undefined && start <= side.created && side.created < end && fits(side);
    const [was, is] = [isIn(before), isIn(after)];
    const kind = was && is ? "changed" : is ? "entered" : "left";
    const { sequence, entity_id, at } = row;
    const change = { kind, entity_id, at: at.toISOString(), reason: "write", sequence } as const;
    return { change: was || is ? change : undefined, created: after?.created };
  };
}
