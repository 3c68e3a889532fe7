// A set of slots: a list while it is short, a bitmap when that takes less room.
import { clearBit, hasBit, setBit, withRoomFor } from "./bits.ts";

/** A set that can be put into bitmaps and taken out of them. */
export class SlotSet {
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

  /** Takes out a slot that is in it. */
  delete(slot: number): void {
    this.#size--;
    if (this.#list === undefined) clearBit(this.#words, slot);
    else this.#list.splice(this.#list.indexOf(slot), 1);
  }

  /** Another set of the same slots. */
  copy(): SlotSet {
    const copy = new SlotSet();
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

  /** Takes its slots out of a bitmap. */
  takeFrom(words: Uint32Array): void {
    if (this.#list !== undefined) {
      for (const slot of this.#list) clearBit(words, slot);
      return;
    }
    const own = this.#words;
    const length = Math.min(own.length, words.length);
    for (let at = 0; at < length; at++) words[at] = (words[at] ?? 0) & ~(own[at] ?? 0);
  }

  /** Takes its slots out of a bitmap, but for those of another set, which are all its own too. */
  takeOthersFrom(words: Uint32Array, kept: SlotSet): void {
    if (kept.#list !== undefined) {
      const had = kept.#list.filter((slot) => hasBit(words, slot));
      this.takeFrom(words);
      for (const slot of had) setBit(words, slot);
    } else if (this.#list !== undefined) {
      for (const slot of this.#list) if (!hasBit(kept.#words, slot)) clearBit(words, slot);
    } else {
      takeOthers(words, this.#words, kept.#words);
    }
  }

  /** Takes its slots out of a bitmap, but for those that are in both of two other bitmaps. */
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

/** To read behind the end of a bitmap is slow, so the loop ends with the shortest. */
function takeOthers(words: Uint32Array, own: Uint32Array, kept: Uint32Array): void {
  const length = Math.min(words.length, own.length);
  const common = Math.min(length, kept.length);
  for (let at = 0; at < common; at++) words[at] = (words[at] ?? 0) & (~(own[at] ?? 0) | (kept[at] ?? 0));
  for (let at = common; at < length; at++) words[at] = (words[at] ?? 0) & ~(own[at] ?? 0);
}
