// A set of slots: a list while it is short, a bitmap when that takes less room.
import { clearBit, hasBit, listSlots, setBit, withRoomFor } from "./bits.ts";

/** A set that can be put into bitmaps and taken out of them. */
export class HybridBitset {
  #list: number[] | undefined = [];
  #words: Uint32Array = new Uint32Array(0);
  #size = 0;

  /** How many slots are in it. */
  get size(): number {
    return this.#size;
  }

  /** Adds a slot that is not in it. */
  add(slot: number): void {
    this.#size++;
    if (this.#list === undefined) {
      this.#setBit(slot);
      return;
    }
    this.#list.push(slot);
    if (this.#list.length < shortest + (slot >>> 7)) return;
    for (const each of this.#list) this.#setBit(each);
    this.#list = undefined;
  }

  /** Removes a slot that is in it. */
  delete(slot: number): void {
    this.#size--;
    if (this.#list === undefined) clearBit(this.#words, slot);
    else this.#list.splice(this.#list.indexOf(slot), 1);
  }

  /** Its slots, in any order. */
  slots(): Iterable<number> {
    if (this.#list !== undefined) return this.#list;
    const slots = new Uint32Array(this.#size);
    listSlots(this.#words, slots);
    return slots;
  }

  /** Another set of the same slots. */
  copy(): HybridBitset {
    const copy = new HybridBitset();
    copy.#list = this.#list && [...this.#list];
    copy.#words = this.#words.slice();
    copy.#size = this.#size;
    return copy;
  }

  /** Puts its slots into a bitmap that has room for them. */
  addTo(words: Uint32Array): void {
    if (this.#list !== undefined) {
      for (const slot of this.#list) setBit(words, slot);
      return;
    }
    const own = this.#words;
    const length = Math.min(own.length, words.length);
    for (let at = 0; at < length; at++) words[at] = (words[at] ?? 0) | (own[at] ?? 0);
  }

  /** Copies a bitmap without its slots, but for those of another set, which are all its own too. */
  copyOthers(from: Uint32Array, to: Uint32Array, kept: HybridBitset): void {
    if (this.#list !== undefined) {
      to.set(from);
      for (const slot of this.#list) if (!hasBit(kept.#words, slot)) clearBit(to, slot);
    } else {
      copyWithout(from, to, this.#words, kept.#words);
    }
    if (kept.#list !== undefined)
      for (const slot of kept.#list)
        to[slot >>> 5] = (to[slot >>> 5] ?? 0) | ((from[slot >>> 5] ?? 0) & (1 << slot));
  }

  /** Removes its slots from a bitmap, except for those in both of two other bitmaps. */
  takeUncommonFrom(words: Uint32Array, a: Uint32Array, b: Uint32Array): void {
    if (this.#list !== undefined) {
      for (const slot of this.#list) if (!hasBit(a, slot) || !hasBit(b, slot)) clearBit(words, slot);
      return;
    }
    const own = this.#words;
    const length = Math.min(own.length, words.length);
    for (let at = 0; at < length; at++)
      words[at] = (words[at] ?? 0) & (~(own[at] ?? 0) | ((a[at] ?? 0) & (b[at] ?? 0)));
  }

  #setBit(slot: number): void {
    this.#words = withRoomFor(this.#words, slot);
    setBit(this.#words, slot);
  }
}

/** No list is so short that a bitmap of few slots would do better. */
const shortest = 8;

/** What is in `from` and not in `own`, or also in `kept`. Reading past the end of a bitmap is slow, so each has its own loop. */
function copyWithout(from: Uint32Array, to: Uint32Array, own: Uint32Array, kept: Uint32Array): void {
  const common = Math.min(from.length, kept.length);
  const length = Math.min(from.length, own.length);
  for (let at = 0; at < common; at++) to[at] = (from[at] ?? 0) & (~(own[at] ?? 0) | (kept[at] ?? 0));
  for (let at = common; at < length; at++) to[at] = (from[at] ?? 0) & ~(own[at] ?? 0);
  for (let at = Math.max(common, length); at < from.length; at++) to[at] = from[at] ?? 0;
}
