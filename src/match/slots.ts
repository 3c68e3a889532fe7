// The slices of an index by their slots: which of them an entity is in.
import { clearBit, hasBit, listSlots, type Scratch, scratchOf, setBit, withRoomFor } from "./bits.ts";
import { DateColumn } from "./date-column.ts";
import { always, type Constraint, type IndexedSlice } from "./indexed-slice.ts";
import { type Bounds, firstPlace, SlotRanges, scales } from "./slot-ranges.ts";
import { ValueColumn } from "./value-column.ts";

/** The names of slices, each by the slot that it was put in. */
export class Slots {
  readonly #names: string[] = [];
  readonly #lists = new Map<string, ValueColumn>();
  readonly #dates = new Map<string, DateColumn>();
  /** Places for the steps of dates that were used and are free again. */
  readonly #freePlaces: number[] = [];
  readonly #ranges = new SlotRanges();
  /** The additional conditions of each slot, if any. */
  readonly #guards: (Guard | undefined)[] = [];
  /** The slots of slices that can have anything. */
  #possible: Uint32Array = new Uint32Array(1);
  /** The slices with conditions other than lists and a range of one row. */
  #guarded: Uint32Array = new Uint32Array(1);
  /** From the first of these evaluation times to the last, no date of any slice leaves the calendar. */
  #within: TimeRange = always;
  #spare: Scratch | undefined;

  /** Puts a slice in a slot that is free; no parts are those of a slice that has nothing. */
  put(slot: number, name: string, parts: IndexedSlice | undefined): void {
    this.#possible = withRoomFor(this.#possible, slot);
    this.#guarded = withRoomFor(this.#guarded, slot);
    this.#names[slot] = name;
    this.#guards[slot] = undefined;
    if (parts === undefined) return;
    const { lists, range, holds, since, until } = parts;
    setBit(this.#possible, slot);
    if (holds !== undefined || since > always.since) this.#guards[slot] = { holds, since, until };
    if (since > this.#within.since || until < this.#within.until)
      this.#within = {
        since: Math.max(this.#within.since, since),
        until: Math.min(this.#within.until, until),
      };
    for (const { path, keys, asked } of lists) {
      const column = this.#lists.get(path) ?? new ValueColumn(keys);
      this.#lists.set(path, column);
      column.add(slot, asked);
    }
    const isRow = this.#ranges.set(slot, range && this.#dated(slot, range));
    if (holds !== undefined || !isRow) setBit(this.#guarded, slot);
  }

  #dated(
    slot: number,
    { path, keys, asked }: Constraint<Bounds>,
  ): { readonly place: number; readonly bounds: Bounds } {
    const column = this.#dates.get(path) ?? new DateColumn(keys, this.#freePlaces.pop() ?? this.#stepCount());
    this.#dates.set(path, column);
    column.add(slot, asked);
    return { place: column.place, bounds: asked };
  }

  /** How many steps an entity has: unused dates are not read. */
  #stepCount(): number {
    return firstPlace + (this.#dates.size + this.#freePlaces.length) * scales.length;
  }

  /** Frees a slot with these parts. */
  take(slot: number, parts: IndexedSlice | undefined): void {
    this.#ranges.free(slot);
    this.#guards[slot] = undefined;
    clearBit(this.#possible, slot);
    clearBit(this.#guarded, slot);
    for (const { path, asked } of parts?.lists ?? []) {
      const column = this.#lists.get(path);
      column?.delete(slot, asked);
      if (column?.isEmpty === true) this.#lists.delete(path);
    }
    if (parts?.range === undefined) return;
    const { path, asked } = parts.range;
    const column = this.#dates.get(path);
    column?.delete(slot, asked);
    if (column?.isEmpty !== true) return;
    this.#dates.delete(path);
    this.#freePlaces.push(column.place);
  }

  /** The names of the slices that an entity is in at an evaluation time, in the order of slots. */
  find(entity: unknown, now: number): readonly string[] {
    const spare = this.#borrow();
    let { words, begun: next } = spare;
    for (const column of this.#lists.values()) {
      column.narrow(words, next, entity);
      [words, next] = [next, words];
    }
    this.#dropRefused(words, now);
    for (const column of this.#dates.values()) column.writeSteps(spare.steps, entity, now);
    const scratch = { ...spare, words, begun: next };
    const found = this.#few(scratch, entity) ?? this.#many(scratch, entity);
    this.#spare = scratch;
    return found;
  }

  /** Scratch space with all candidate slots. Reading an entity may run its code, which may call the index again: then the spare one is in use. */
  #borrow(): Scratch {
    const [length, steps] = [(this.#names.length + 31) >>> 5, this.#stepCount()];
    const spare = this.#spare;
    const isFit = spare?.words.length === length && spare.steps.length === steps;
    const scratch = isFit ? spare : scratchOf(length, steps);
    this.#spare = undefined;
    scratch.words.set(this.#possible.subarray(0, length));
    return scratch;
  }

  /** Where few slices are left, to ask each for its dates is faster than to go through bitmaps. Nothing if there are many. */
  #few({ words, slots, steps }: Scratch, entity: unknown): readonly string[] | undefined {
    const count = listSlots(words, slots);
    if (count > slots.length) return undefined;
    const kept = this.#ranges.keep(slots, count, steps);
    const found: string[] = [];
    for (let at = 0; at < kept; at++) {
      const slot = slots[at] ?? 0;
      if (this.#satisfies(slot, entity, steps)) found.push(this.#names[slot] ?? "");
    }
    return found;
  }

  #many(scratch: Scratch, entity: unknown): readonly string[] {
    for (const column of this.#dates.values()) column.narrow(scratch, this.#ranges);
    const { words, steps } = scratch;
    const found: string[] = [];
    for (let at = 0; at < words.length; at++) {
      for (let word = words[at] ?? 0; word !== 0; word &= word - 1) {
        const slot = at * 32 + 31 - Math.clz32(word & -word);
        // It may have been taken out while the entity was read.
        if (hasBit(this.#possible, slot) && this.#satisfies(slot, entity, steps))
          found.push(this.#names[slot] ?? "");
      }
    }
    return found;
  }

  /** Whether an entity satisfies the conditions of a slice that no column and no row has. */
  #satisfies(slot: number, entity: unknown, steps: Float64Array): boolean {
    if (!hasBit(this.#guarded, slot)) return true;
    return this.#ranges.hasSeveral(slot, steps) && this.#guards[slot]?.holds?.(entity) !== false;
  }

  /** Removes the slices that `compile` refuses at an evaluation time. */
  #dropRefused(words: Uint32Array, now: number): void {
    if (isWithin(now, this.#within)) return;
    for (const [slot, guard] of this.#guards.entries())
      if (guard !== undefined && !isWithin(now, guard)) clearBit(words, slot);
  }
}

type Guard = Pick<IndexedSlice, "holds" | "since" | "until">;
type TimeRange = Pick<IndexedSlice, "since" | "until">;

function isWithin(now: number, { since, until }: TimeRange): boolean {
  return since <= now && now <= until;
}
