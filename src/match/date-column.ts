// One date that slices have ranges of: how far an entity's date is, and which slices an entity with it is not in.
import { instantOfValue } from "../backends/predicate/instant.ts";
import { readPath } from "../backends/predicate/read.ts";
import { stepsTo } from "../dates/instant.ts";
import { firstInstant, lastInstant } from "../vocabulary/dates.ts";
import type { Scratch } from "./bits.ts";
import { HybridBitset } from "./hybrid-bitset.ts";
import { RangeOrder } from "./range-order.ts";
import { type Bounds, beginning, ending, type SlotRanges, scales } from "./slot-ranges.ts";

/**
 * The ranges of all slices at one path. Those that move are known by how far they are back, which stays the same as time goes on:
 * an entity's date is asked for how far back it is itself.
 */
export class DateColumn {
  readonly #keys: readonly string[];
  readonly #constrained = new HybridBitset();
  /** By scale whether a range is on it, or was. */
  readonly #isUsed = scales.map(() => false);
  /** The same ranges in order: made when a match first leaves many slices, which most never do, and then kept up to date. */
  #order: RangeOrder | undefined;
  /** The steps of its date are at four places from this one on. */
  readonly place: number;

  constructor(keys: readonly string[], place: number) {
    this.#keys = keys;
    this.place = place;
  }

  /** Whether no slice has a range here. */
  get isEmpty(): boolean {
    return this.#constrained.size === 0;
  }

  /** Adds the range of a slice. */
  add(slot: number, bounds: Bounds): void {
    this.#constrained.add(slot);
    for (const { scale } of [beginning, ending, ...bounds.starts, ...bounds.ends])
      this.#isUsed[scales.indexOf(scale)] = true;
    this.#order?.add(slot, bounds);
  }

  /** Removes it. */
  delete(slot: number, bounds: Bounds): void {
    this.#constrained.delete(slot);
    this.#order?.delete(slot, bounds);
  }

  /** Writes the position of an entity's date on each scale at an evaluation time; NaN on all if it has no date. */
  writeSteps(steps: Float64Array, entity: unknown, now: number): void {
    const date = instantOfValue(readPath(entity, this.#keys));
    const isDate = date >= firstInstant && date <= lastInstant;
    scales.forEach((scale, at) => {
      const step = isDate ? date : Number.NaN;
      steps[this.place + at] = isDate && this.#isUsed[at] === true ? stepsTo(scale, step, now) : step;
    });
  }

  /** Removes the slices from a bitmap that do not contain the date of an entity. */
  narrow(scratch: Scratch, ranges: SlotRanges): void {
    this.#order ??= this.#ordered(ranges);
    scratch.begun.fill(0);
    scratch.open.fill(0);
    this.#order.addTo(scratch, this.place);
    this.#constrained.takeUncommonFrom(scratch.words, scratch.begun, scratch.open);
  }

  #ordered(ranges: SlotRanges): RangeOrder {
    const order = new RangeOrder();
    for (const slot of this.#constrained.slots()) order.add(slot, ranges.boundsOf(slot));
    return order;
  }
}
