// One date that slices have ranges of: which slices an entity with a date is not in.

import { countOf } from "../backends/predicate/bitmap.ts";
import { instantOf } from "../backends/predicate/instant.ts";
import { readPath } from "../backends/predicate/read.ts";
import { type Point, type Scale, stepsTo } from "../dates/instant.ts";
import { firstInstant, lastInstant } from "../vocabulary/dates.ts";
import { clearBit, type Room } from "./bits.ts";
import { SlotSet } from "./slot-set.ts";
import { Steps } from "./steps.ts";

/** Where a range of dates begins and ends: an instant is in it if it is not before all starts, and before one of the ends. */
export interface Bounds {
  readonly starts: readonly Point[];
  readonly ends: readonly Point[];
}

/**
 * The ranges of all slices at one path. Those that move are in the order of how far they are back, which stays the same as time
 * goes on: an entity's date is asked for how far back it is itself.
 */
export class DateColumn {
  readonly #keys: readonly string[];
  readonly #constrained = new SlotSet();
  readonly #bounds: (Bounds | undefined)[] = [];
  readonly #starts = new Map<Scale, Steps>();
  /** By their negative numbers, so that those behind a date are the first ones. */
  readonly #ends = new Map<Scale, Steps>();

  constructor(keys: readonly string[]) {
    this.#keys = keys;
  }

  /** Whether no slice has a range here. */
  get isEmpty(): boolean {
    return this.#constrained.size === 0;
  }

  /** Adds the range of a slice. */
  add(slot: number, bounds: Bounds): void {
    const { starts, ends } = closed(bounds);
    this.#bounds[slot] = { starts, ends };
    this.#constrained.add(slot);
    for (const { scale, at } of starts) stepsIn(this.#starts, scale).add(at, slot);
    for (const { scale, at } of ends) stepsIn(this.#ends, scale).add(-at, slot);
  }

  /** Takes it out. */
  delete(slot: number): void {
    const { starts, ends } = this.#bounds[slot] ?? closed({ starts: [], ends: [] });
    this.#bounds[slot] = undefined;
    this.#constrained.delete(slot);
    for (const { scale, at } of starts) stepsIn(this.#starts, scale).delete(at, slot);
    for (const { scale, at } of ends) stepsIn(this.#ends, scale).delete(-at, slot);
  }

  /** Takes the slices out of a bitmap whose range does not have the entity's date at a present. */
  narrow(words: Uint32Array, entity: unknown, now: number, [begun, open]: Room): void {
    const date = instantOf(readPath(entity, this.#keys));
    if (!(date >= firstInstant && date <= lastInstant)) {
      this.#constrained.takeFrom(words);
      return;
    }
    const steps = this.#stepsTo(date, now);
    if (countOf(words) < words.length) {
      this.#narrowEach(words, steps);
      return;
    }
    begun.fill(0);
    open.fill(0);
    for (const [scale, at] of steps) {
      this.#starts.get(scale)?.addUpTo(at, begun);
      this.#ends.get(scale)?.addUpTo(-at - 1, open);
    }
    this.#constrained.takeUncommonFrom(words, begun, open);
  }

  /** How far an instant is on each scale that has bounds. */
  #stepsTo(date: number, now: number): ReadonlyMap<Scale, number> {
    const scales = [...this.#starts.keys(), ...this.#ends.keys()];
    return new Map(scales.map((scale) => [scale, stepsTo(scale, date, now)]));
  }

  /** Where few slices are left, to ask each is faster. */
  #narrowEach(words: Uint32Array, steps: ReadonlyMap<Scale, number>): void {
    const isBegun = ({ scale, at }: Point): boolean => at <= (steps.get(scale) ?? 0);
    for (let at = 0; at < words.length; at++) {
      for (let word = words[at] ?? 0; word !== 0; word &= word - 1) {
        const slot = at * 32 + 31 - Math.clz32(word & -word);
        const bounds = this.#bounds[slot];
        if (bounds !== undefined && !(bounds.starts.some(isBegun) && !bounds.ends.every(isBegun)))
          clearBit(words, slot);
      }
    }
  }
}

/** With a date in place of a bound that is not there, before all dates or after them. */
function closed({ starts, ends }: Bounds): Bounds {
  return { starts: starts.length > 0 ? starts : beginning, ends: ends.length > 0 ? ends : end };
}

const beginning: readonly Point[] = [{ scale: "fixed", at: Number.NEGATIVE_INFINITY }];
const end: readonly Point[] = [{ scale: "fixed", at: Number.POSITIVE_INFINITY }];

function stepsIn(scales: Map<Scale, Steps>, scale: Scale): Steps {
  const steps = scales.get(scale) ?? new Steps();
  scales.set(scale, steps);
  return steps;
}
