// The ranges of slots one by one, in lists of numbers: what is asked of a few slots is near by, and quickly compared.
import type { Point, Scale } from "../dates/instant.ts";

/** Where a range of dates begins and ends: an instant is in it if it is not before all starts, and before one of the ends. */
export interface Bounds {
  readonly starts: readonly Point[];
  readonly ends: readonly Point[];
}

/** The scales; how far an instant is on each is a list in the same order. */
export const scales: readonly Scale[] = ["fixed", "elapsed", "days", "months"];

/** The ranges of those slots that have one. */
export class SlotRanges {
  /** The scale of the start, `several` if there are several bounds of a kind; nothing if there is no range. */
  readonly #startScales: (number | undefined)[] = [];
  readonly #endScales: number[] = [];
  readonly #starts: number[] = [];
  readonly #ends: number[] = [];
  readonly #several = new Map<number, Bounds>();

  /** Sets the range of a slot. */
  set(slot: number, bounds: Bounds): void {
    const [start = beginning, ...starts] = bounds.starts;
    const [end = ending, ...ends] = bounds.ends;
    const isSimple = starts.length + ends.length === 0;
    this.#startScales[slot] = isSimple ? scales.indexOf(start.scale) : several;
    this.#endScales[slot] = scales.indexOf(end.scale);
    this.#starts[slot] = start.at;
    this.#ends[slot] = end.at;
    if (!isSimple) this.#several.set(slot, bounds);
  }

  /** Takes it away. */
  delete(slot: number): void {
    this.#startScales[slot] = undefined;
    this.#several.delete(slot);
  }

  /** Whether an instant that is so far on each scale is in the range of a slot, or the slot has none. No instant is in no range. */
  has(slot: number, steps: readonly number[] | undefined): boolean {
    const scale = this.#startScales[slot];
    if (scale === undefined || steps === undefined) return scale === undefined;
    if (scale === several) return isIn(this.#several.get(slot), steps);
    const isBegun = (this.#starts[slot] ?? 0) <= (steps[scale] ?? 0);
    return isBegun && (this.#ends[slot] ?? 0) > (steps[this.#endScales[slot] ?? 0] ?? 0);
  }
}

/** A bound in place of one that is not there, before all dates. */
export const beginning: Point = { scale: "fixed", at: Number.NEGATIVE_INFINITY };

/** The same behind all dates. */
export const ending: Point = { scale: "fixed", at: Number.POSITIVE_INFINITY };

const several = -1;

function isIn({ starts, ends }: Bounds = { starts: [], ends: [] }, steps: readonly number[]): boolean {
  const isUpTo = ({ scale, at }: Point): boolean => at <= (steps[scales.indexOf(scale)] ?? 0);
  return (starts.length === 0 || starts.some(isUpTo)) && (ends.length === 0 || !ends.every(isUpTo));
}
