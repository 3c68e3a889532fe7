// The slices of an index by their slots: which of them an entity is in.
import { clearBit, hasBit, listSlots, type Room, roomOf, setBit, withRoomFor } from "./bits.ts";
import { DateColumn } from "./date-column.ts";
import { always, type Parts } from "./parts.ts";
import { SlotRanges } from "./slot-ranges.ts";
import { ValueColumn } from "./value-column.ts";

/** Slices without names and ids, each by the number that it was put in with. */
export class Slots {
  readonly #lists = new Map<string, ValueColumn>();
  readonly #dates = new Map<string, DateColumn>();
  /** What is asked for by slot: the date, and its range. */
  readonly #dated: (DateColumn | undefined)[] = [];
  readonly #ranges = new SlotRanges();
  /** By slot what is asked for besides, if anything is. */
  readonly #guards: (Guard | undefined)[] = [];
  /** The slots of slices that can have anything. */
  #possible: Uint32Array = new Uint32Array(1);
  /** Those with conditions besides lists and dates. */
  #guarded: Uint32Array = new Uint32Array(1);
  /** From the first of these presents to the last no date of any slice leads out of the calendar. */
  #within: Presents = always;
  #spare: Room | undefined;

  /** Puts a slice in a slot that is free; no parts are those of a slice that has nothing. */
  put(slot: number, parts: Parts | undefined): void {
    this.#possible = withRoomFor(this.#possible, slot);
    this.#guarded = withRoomFor(this.#guarded, slot);
    this.#guards[slot] = undefined;
    if (parts === undefined) return;
    const { lists, range, holds, since, until } = parts;
    setBit(this.#possible, slot);
    if (holds !== undefined) setBit(this.#guarded, slot);
    if (holds !== undefined || since > always.since) this.#guards[slot] = { holds, since, until };
    this.#within = {
      since: Math.max(this.#within.since, since),
      until: Math.min(this.#within.until, until),
    };
    for (const { path, keys, asked } of lists) {
      const column = this.#lists.get(path) ?? new ValueColumn(keys);
      this.#lists.set(path, column);
      column.add(slot, asked);
    }
    if (range === undefined) return;
    const column = this.#dates.get(range.path) ?? new DateColumn(range.keys);
    this.#dates.set(range.path, column);
    column.add(slot, range.asked);
    this.#dated[slot] = column;
    this.#ranges.set(slot, range.asked);
  }

  /** Frees a slot, of which these are the parts. */
  take(slot: number, parts: Parts | undefined): void {
    this.#guards[slot] = undefined;
    this.#dated[slot] = undefined;
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
    if (column?.isEmpty === true) this.#dates.delete(path);
    this.#ranges.delete(slot);
  }

  /** The slots of the slices that an entity is in at a present, ascending. */
  find(entity: unknown, now: number): readonly number[] {
    const room = this.#borrow();
    for (const column of this.#lists.values()) column.narrow(room.words, entity);
    this.#dropRefused(room.words, now);
    const dates = new Map(
      Array.from(this.#dates.values(), (column) => [column, column.stepsOf(entity, now)] as const),
    );
    const found = this.#few(room, entity, dates) ?? this.#many(room, entity, dates);
    this.#spare = room;
    return found;
  }

  /** Room with all slots that are possible. To read an entity may run code of its own that asks too: then there is no spare one. */
  #borrow(): Room {
    const length = (this.#guards.length + 31) >>> 5;
    const room = this.#spare?.words.length === length ? this.#spare : roomOf(length);
    this.#spare = undefined;
    room.words.set(this.#possible.subarray(0, length));
    return room;
  }

  /** Where few slices are left, to ask each for its dates is faster than to go through bitmaps. Nothing if there are many. */
  #few({ words, slots }: Room, entity: unknown, dates: EntityDates): readonly number[] | undefined {
    const count = listSlots(words, slots);
    if (count > slots.length) return undefined;
    const found: number[] = [];
    for (let at = 0; at < count; at++) {
      const slot = slots[at] ?? 0;
      if (this.#hasDate(slot, dates) && this.#satisfies(slot, entity)) found.push(slot);
    }
    return found;
  }

  #hasDate(slot: number, dates: EntityDates): boolean {
    const column = this.#dated[slot];
    if (column === undefined) return true;
    const steps = dates.get(column);
    return steps !== undefined && this.#ranges.has(slot, steps);
  }

  #many(room: Room, entity: unknown, dates: EntityDates): readonly number[] {
    for (const [column, steps] of dates) column.narrow(room, steps);
    const { words } = room;
    const found: number[] = [];
    for (let at = 0; at < words.length; at++) {
      for (let word = words[at] ?? 0; word !== 0; word &= word - 1) {
        const slot = at * 32 + 31 - Math.clz32(word & -word);
        if (this.#satisfies(slot, entity)) found.push(slot);
      }
    }
    return found;
  }

  /** Whether an entity satisfies the conditions of a slice besides lists and dates. */
  #satisfies(slot: number, entity: unknown): boolean {
    return !hasBit(this.#guarded, slot) || this.#guards[slot]?.holds?.(entity) === true;
  }

  /** Takes the slices out that `compile` refuses at a present. */
  #dropRefused(words: Uint32Array, now: number): void {
    if (isWithin(now, this.#within)) return;
    for (const [slot, guard] of this.#guards.entries())
      if (guard !== undefined && !isWithin(now, guard)) clearBit(words, slot);
  }
}

/** How far the dates of an entity are on each scale; nothing for what is no date. */
type EntityDates = ReadonlyMap<DateColumn, readonly number[] | undefined>;

type Guard = Pick<Parts, "holds" | "since" | "until">;
type Presents = Pick<Parts, "since" | "until">;

function isWithin(now: number, { since, until }: Presents): boolean {
  return since <= now && now <= until;
}
