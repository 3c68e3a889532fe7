// One date that slices have ranges of: which slices an entity with a date is not in.
import { instantOf } from "../backends/predicate/instant.ts";
import { readPath } from "../backends/predicate/read.ts";
import { type Point, type Scale, stepsTo } from "../dates/instant.ts";
import { firstInstant, lastInstant } from "../vocabulary/dates.ts";
import type { Room } from "./bits.ts";
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
    this.#constrained.add(slot);
    for (const { scale, at } of orBeginning(bounds.starts)) stepsIn(this.#starts, scale).add(at, slot);
    for (const { scale, at } of orEnd(bounds.ends)) stepsIn(this.#ends, scale).add(-at, slot);
  }

  /** Takes it out. */
  delete(slot: number, bounds: Bounds): void {
    this.#constrained.delete(slot);
    for (const { scale, at } of orBeginning(bounds.starts)) stepsIn(this.#starts, scale).delete(at, slot);
    for (const { scale, at } of orEnd(bounds.ends)) stepsIn(this.#ends, scale).delete(-at, slot);
  }

  /** Takes the slices out of a bitmap whose range does not have the entity's date at a present. */
  narrow(words: Uint32Array, entity: unknown, now: number, [begun, open]: Room): void {
    const date = instantOf(readPath(entity, this.#keys));
    if (!(date >= firstInstant && date <= lastInstant)) {
      this.#constrained.takeFrom(words);
      return;
    }
    begun.fill(0);
    open.fill(0);
    for (const [scale, steps] of this.#starts) {
      if (steps.size > 0) steps.addUpTo(stepsTo(scale, date, now), begun);
    }
    for (const [scale, steps] of this.#ends) {
      if (steps.size > 0) steps.addUpTo(-stepsTo(scale, date, now) - 1, open);
    }
    this.#constrained.takeUncommonFrom(words, begun, open);
  }
}

function orBeginning(starts: readonly Point[]): readonly Point[] {
  return starts.length > 0 ? starts : [{ scale: "fixed", at: Number.NEGATIVE_INFINITY }];
}

function orEnd(ends: readonly Point[]): readonly Point[] {
  return ends.length > 0 ? ends : [{ scale: "fixed", at: Number.POSITIVE_INFINITY }];
}

function stepsIn(scales: Map<Scale, Steps>, scale: Scale): Steps {
  const steps = scales.get(scale) ?? new Steps();
  scales.set(scale, steps);
  return steps;
}
