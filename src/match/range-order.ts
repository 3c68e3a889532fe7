// Ranges of dates in the order of their bounds, to find at once all that a date is in.
import type { Scratch } from "./bits.ts";
import { PrefixIndex } from "./prefix-index.ts";
import { type Bounds, beginning, ending, scales } from "./slot-ranges.ts";

/** The ranges of all slots that have one at the same path. */
export class RangeOrder {
  /** By scale. */
  readonly #starts: readonly PrefixIndex[] = scales.map(() => new PrefixIndex());
  /** By scale, and by their negative numbers, so that those after a date come first. */
  readonly #ends: readonly PrefixIndex[] = scales.map(() => new PrefixIndex());

  /** Adds the range of a slot. */
  add(slot: number, bounds: Bounds): void {
    this.#change("add", slot, bounds);
  }

  /** Removes it. */
  delete(slot: number, bounds: Bounds): void {
    this.#change("delete", slot, bounds);
  }

  #change(how: "add" | "delete", slot: number, { starts, ends }: Bounds): void {
    for (const { scale, at } of starts.length > 0 ? starts : [beginning])
      this.#starts[scales.indexOf(scale)]?.[how](at, slot);
    for (const { scale, at } of ends.length > 0 ? ends : [ending])
      this.#ends[scales.indexOf(scale)]?.[how](-at, slot);
  }

  /** Puts into two bitmaps the slots whose range begins at a date or before it, and those whose range ends after it. */
  addTo({ begun, open, steps }: Scratch, place: number): void {
    for (let at = 0; at < scales.length; at++) {
      const step = steps[place + at] ?? Number.NaN;
      this.#starts[at]?.addUpTo(step, begun);
      this.#ends[at]?.addUpTo(-step - 1, open);
    }
  }
}
