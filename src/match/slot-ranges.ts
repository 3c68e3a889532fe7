// The date range of each slot, as rows of numbers that lie next to each other in memory and compare quickly.
import type { Point, Scale } from "../dates/instant.ts";

/** Where a range of dates begins and ends: an instant is in it if it is not before all starts, and before one of the ends. */
export interface Bounds {
  readonly starts: readonly Point[];
  readonly ends: readonly Point[];
}

/** Where the steps of the first date begin: in front of them is a 0. */
export const firstPlace = 1;

const rowLength = 4;

/** The scales; how far an instant is on each is a list in the same order. Were one missing, `indexOf` could not be asked for it. */
export const scales = ["fixed", "elapsed", "days", "months"] as const;

/** A range, and where the steps of its date begin. */
interface Placed {
  readonly place: number;
  readonly bounds: Bounds;
}

/**
 * The range of each slot, in the steps of an entity: how far its dates are on all scales, one date after another, following a 0. A
 * date that is invalid has NaN, which is in no range. A slot without a range tests whether the 0 is between two infinities: so no slot
 * is asked first whether it has one.
 */
export class SlotRanges {
  /** For each slot a row: its start and its end, and the places of the steps that these are compared with. */
  #rows: Float64Array = new Float64Array(64 * rowLength);
  /** The ranges with several bounds of a kind, whose rows are those of slots without a range. */
  readonly #several = new Map<number, Placed>();

  /** Sets or clears the range of a slot. Returns whether `keep` alone decides on it. */
  set(slot: number, range: Placed = unbounded): boolean {
    const { place, bounds } = range;
    const [start = beginning, ...starts] = bounds.starts;
    const [end = ending, ...ends] = bounds.ends;
    if (starts.length + ends.length > 0) {
      this.#write(slot, 0, beginning, ending);
      this.#several.set(slot, range);
      return false;
    }
    this.#write(slot, place, start, end);
    this.#several.delete(slot);
    return true;
  }

  /** Frees a slot: nothing is in its range, not even what has no date. */
  free(slot: number): void {
    this.#write(slot, 0, nothing, nothing);
    this.#several.delete(slot);
  }

  /**
   * Keeps of a list the slots whose range has the steps, and returns how many there are. Without branches, as nothing can foresee
   * which slots these are, and the rows are far apart: so the processor need not wait for one before it asks for the next.
   */
  keep(slots: Uint32Array, count: number, steps: Float64Array): number {
    const rows = this.#rows;
    let kept = 0;
    for (let at = 0; at < count; at++) {
      const slot = slots[at] ?? 0;
      const row = slot * rowLength;
      // Reading an entity may have put in a slice with a date that has no steps yet: it is in no range.
      const begun = (rows[row] ?? 0) <= (steps[rows[row + 2] ?? 0] ?? Number.NaN);
      const open = (rows[row + 1] ?? 0) > (steps[rows[row + 3] ?? 0] ?? Number.NaN);
      slots[kept] = slot;
      kept += Number(begun) & Number(open);
    }
    return kept;
  }

  /** Whether the steps are in the range of a slot, if that has several bounds of a kind. */
  hasSeveral(slot: number, steps: Float64Array): boolean {
    const range = this.#several.get(slot);
    return range === undefined || isIn(range, steps);
  }

  /** The range of a slot that has one. */
  boundsOf(slot: number): Bounds {
    const row = slot * rowLength;
    const pointAt = (end: 0 | 1): Point => {
      const scale = scales[((this.#rows[row + 2 + end] ?? 0) - firstPlace) % scales.length] ?? "fixed";
      return { scale, at: this.#rows[row + end] ?? 0 };
    };
    return this.#several.get(slot)?.bounds ?? { starts: [pointAt(0)], ends: [pointAt(1)] };
  }

  #write(slot: number, place: number, start: Point, end: Point): void {
    const row = slot * rowLength;
    if (row >= this.#rows.length) {
      const rows = this.#rows;
      this.#rows = new Float64Array(row * 2);
      this.#rows.set(rows);
    }
    this.#rows[row] = start.at;
    this.#rows[row + 1] = end.at;
    this.#rows[row + 2] = place + scales.indexOf(start.scale);
    this.#rows[row + 3] = place + scales.indexOf(end.scale);
  }
}

const unbounded: Placed = { place: 0, bounds: { starts: [], ends: [] } };

/** As both start and end, it matches nothing: the 0 that precedes the steps is not before itself. */
const nothing: Point = { scale: "fixed", at: 0 };

/** The start of a range that has none: before all dates. */
export const beginning: Point = { scale: "fixed", at: Number.NEGATIVE_INFINITY };

/** The end of a range that has none: after all dates. */
export const ending: Point = { scale: "fixed", at: Number.POSITIVE_INFINITY };

function isIn({ place, bounds: { starts, ends } }: Placed, steps: Float64Array): boolean {
  const stepsOn = (scale: Scale): number => steps[place + scales.indexOf(scale)] ?? Number.NaN;
  return (
    (starts.length === 0 || starts.some(({ scale, at }) => at <= stepsOn(scale))) &&
    (ends.length === 0 || ends.some(({ scale, at }) => at > stepsOn(scale)))
  );
}
