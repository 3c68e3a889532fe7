// Ranges of dates in the order of their bounds, to find at once all that a date is in.
import type { Room } from "./bits.ts";
import { type Bounds, beginning, ending, scales } from "./slot-ranges.ts";
import { Steps } from "./steps.ts";

/** The ranges of all slots that have one at the same path. */
export class RangeOrder {
  /** By scale. */
  readonly #starts: readonly Steps[] = scales.map(() => new Steps());
  /** By scale, and by their negative numbers, so that those behind a date are the first ones. */
  readonly #ends: readonly Steps[] = scales.map(() => new Steps());

  /** Adds the range of a slot. */
  add(slot: number, bounds: Bounds): void {
    this.#change("add", slot, bounds);
  }

  /** Takes it out. */
  delete(slot: number, bounds: Bounds): void {
    this.#change("delete", slot, bounds);
  }

  #change(how: "add" | "delete", slot: number, { starts, ends }: Bounds): void {
    for (const { scale, at } of starts.length > 0 ? starts : [beginning])
      this.#starts[scales.indexOf(scale)]?.[how](at, slot);
    for (const { scale, at } of ends.length > 0 ? ends : [ending])
      this.#ends[scales.indexOf(scale)]?.[how](-at, slot);
  }

  /** Puts into two bitmaps the slots whose range begins at a date or before it, and those whose range ends behind it. */
  addTo({ others: begun, more: open, steps }: Room, place: number): void {
    for (let at = 0; at < scales.length; at++) {
      const step = steps[place + at] ?? Number.NaN;
      this.#starts[at]?.addUpTo(step, begun);
      this.#ends[at]?.addUpTo(-step - 1, open);
    }
  }
}
