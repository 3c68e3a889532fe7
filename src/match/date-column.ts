// One date that slices have ranges of: which slices an entity with a date is not in.
import { instantOf } from "../backends/predicate/instant.ts";
import { readPath } from "../backends/predicate/read.ts";
import { type Point, stepsTo } from "../dates/instant.ts";
import { firstInstant, lastInstant } from "../vocabulary/dates.ts";
import type { Room } from "./bits.ts";
import { type Bounds, beginning, ending, scales } from "./slot-ranges.ts";
import { SlotSet } from "./slot-set.ts";
import { Steps } from "./steps.ts";

/**
 * The ranges of all slices at one path. Those that move are in the order of how far they are back, which stays the same as time
 * goes on: an entity's date is asked for how far back it is itself.
 */
export class DateColumn {
  readonly #keys: readonly string[];
  readonly #constrained = new SlotSet();
  /** By scale. */
  readonly #starts: readonly Steps[] = scales.map(() => new Steps());
  /** By scale, and by their negative numbers, so that those behind a date are the first ones. */
  readonly #ends: readonly Steps[] = scales.map(() => new Steps());

  constructor(keys: readonly string[]) {
    this.#keys = keys;
  }

  /** Whether no slice has a range here. */
  get isEmpty(): boolean {
    return this.#constrained.size === 0;
  }

  /** Adds the range of a slice. */
  add(slot: number, bounds: Bounds): void {
    this.#constrained.add(slot);
    for (const { scale, at } of orElse(bounds.starts, beginning))
      this.#starts[scales.indexOf(scale)]?.add(at, slot);
    for (const { scale, at } of orElse(bounds.ends, ending))
      this.#ends[scales.indexOf(scale)]?.add(-at, slot);
  }

  /** Takes it out. */
  delete(slot: number, bounds: Bounds): void {
    this.#constrained.delete(slot);
    for (const { scale, at } of orElse(bounds.starts, beginning))
      this.#starts[scales.indexOf(scale)]?.delete(at, slot);
    for (const { scale, at } of orElse(bounds.ends, ending))
      this.#ends[scales.indexOf(scale)]?.delete(-at, slot);
  }

  /** How far the date of an entity is on each scale at a present; nothing if it has none. */
  stepsOf(entity: unknown, now: number): readonly number[] | undefined {
    const date = instantOf(readPath(entity, this.#keys));
    if (!(date >= firstInstant && date <= lastInstant)) return undefined;
    return scales.map((scale, index) => (this.#isUsed(index) ? stepsTo(scale, date, now) : 0));
  }

  #isUsed(scale: number): boolean {
    return (this.#starts[scale]?.size ?? 0) + (this.#ends[scale]?.size ?? 0) > 0;
  }

  /** Takes the slices out of a bitmap that do not have a date. */
  narrow({ words, begun, open }: Room, steps: readonly number[] | undefined): void {
    begun.fill(0);
    open.fill(0);
    steps?.forEach((at, scale) => {
      this.#starts[scale]?.addUpTo(at, begun);
      this.#ends[scale]?.addUpTo(-at - 1, open);
    });
    this.#constrained.takeUncommonFrom(words, begun, open);
  }
}

function orElse(bounds: readonly Point[], other: Point): readonly Point[] {
  return bounds.length > 0 ? bounds : [other];
}
