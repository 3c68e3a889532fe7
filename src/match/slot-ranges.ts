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
  /** For each slot `several` if there are several bounds of a kind, or the scales of its two bounds in one number. */
  #kinds: Uint8Array = new Uint8Array(64);
  /** For each slot its start and its end. */
  #bounds: Float64Array = new Float64Array(128);
  readonly #several = new Map<number, Bounds>();

  /** Sets the range of a slot. */
  set(slot: number, bounds: Bounds): void {
    this.#makeRoom(slot);
    const [start = beginning, ...starts] = bounds.starts;
    const [end = ending, ...ends] = bounds.ends;
    if (starts.length + ends.length > 0) {
      this.#kinds[slot] = several;
      this.#several.set(slot, bounds);
    } else {
      this.#kinds[slot] = simple + scales.indexOf(start.scale) * scales.length + scales.indexOf(end.scale);
      this.#bounds.set([start.at, end.at], slot * 2);
    }
  }

  /** Takes it away. */
  delete(slot: number): void {
    this.#several.delete(slot);
  }

  /** Whether an instant that is so far on each scale is in the range of a slot that has one. */
  has(slot: number, steps: readonly number[]): boolean {
    const kind = this.#kinds[slot] ?? several;
    if (kind === several) return isIn(this.#several.get(slot), steps);
    const [start, end] = [(kind - simple) >> 2, (kind - simple) & 3];
    return (
      (this.#bounds[slot * 2] ?? 0) <= (steps[start] ?? 0) &&
      (this.#bounds[slot * 2 + 1] ?? 0) > (steps[end] ?? 0)
    );
  }

  #makeRoom(slot: number): void {
    if (slot < this.#kinds.length) return;
    const [kinds, bounds] = [this.#kinds, this.#bounds];
    this.#kinds = new Uint8Array(slot * 2);
    this.#kinds.set(kinds);
    this.#bounds = new Float64Array(slot * 4);
    this.#bounds.set(bounds);
  }
}

const several = 0;
const simple = 1;

/** A bound in place of one that is not there, before all dates. */
export const beginning: Point = { scale: "fixed", at: Number.NEGATIVE_INFINITY };

/** The same behind all dates. */
export const ending: Point = { scale: "fixed", at: Number.POSITIVE_INFINITY };

function isIn({ starts, ends }: Bounds = { starts: [], ends: [] }, steps: readonly number[]): boolean {
  const isUpTo = ({ scale, at }: Point): boolean => at <= (steps[scales.indexOf(scale)] ?? 0);
  return (starts.length === 0 || starts.some(isUpTo)) && (ends.length === 0 || !ends.every(isUpTo));
}
