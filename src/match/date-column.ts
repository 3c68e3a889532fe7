// One date that slices have ranges of: how far an entity's date is, and which slices an entity with it is not in.
import { instantOf } from "../backends/predicate/instant.ts";
import { readPath } from "../backends/predicate/read.ts";
import { stepsTo } from "../dates/instant.ts";
import { firstInstant, lastInstant } from "../vocabulary/dates.ts";
import type { Room } from "./bits.ts";
import { RangeOrder } from "./range-order.ts";
import { type Bounds, beginning, ending, type SlotRanges, scales } from "./slot-ranges.ts";
import { SlotSet } from "./slot-set.ts";

/**
 * The ranges of all slices at one path. Those that move are known by how far they are back, which stays the same as time goes on:
 * an entity's date is asked for how far back it is itself.
 */
export class DateColumn {
  readonly #keys: readonly string[];
  readonly #constrained = new SlotSet();
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

  /** Takes it out. */
  delete(slot: number, bounds: Bounds): void {
    this.#constrained.delete(slot);
    this.#order?.delete(slot, bounds);
  }

  /** Writes how far the date of an entity is on each scale at a present; NaN on all if it has none. */
  writeSteps(steps: Float64Array, entity: unknown, now: number): void {
    const date = instantOf(readPath(entity, this.#keys));
    const isDate = date >= firstInstant && date <= lastInstant;
    scales.forEach((scale, at) => {
      const step = isDate ? date : Number.NaN;
      steps[this.place + at] = isDate && this.#isUsed[at] === true ? stepsTo(scale, step, now) : step;
    });
  }

  /** Takes the slices out of a bitmap that do not have the date of an entity. */
  narrow(room: Room, ranges: SlotRanges): void {
    this.#order ??= this.#ordered(ranges);
    room.others.fill(0);
    room.more.fill(0);
    this.#order.addTo(room, this.place);
    this.#constrained.takeUncommonFrom(room.words, room.others, room.more);
  }

  #ordered(ranges: SlotRanges): RangeOrder {
    const order = new RangeOrder();
    for (const slot of this.#constrained.slots()) order.add(slot, ranges.boundsOf(slot));
    return order;
  }
}
