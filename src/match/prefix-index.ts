// Slots in the order of a number each has, to find at once all up to a number.
import { setBit } from "./bits.ts";
import { HybridBitset } from "./hybrid-bitset.ts";

/**
 * Blocks of neighbours; each block knows all slots of the blocks before it. So an answer is one set and a part of one block, and
 * a change is one block and a slot more or less in the sets of those after it.
 */
export class PrefixIndex {
  readonly #blocks: Block[] = [];
  #size = 0;

  /** How many slots are in it. */
  get size(): number {
    return this.#size;
  }

  /** Adds a slot that is not in it. */
  add(at: number, slot: number): void {
    const index = Math.max(0, this.#blockOf(at, slot));
    const block = this.#blocks[index] ?? this.#begin();
    const place = placeIn(block, at, slot);
    block.ats.splice(place, 0, at);
    block.slots.splice(place, 0, slot);
    for (const later of this.#blocks.slice(index + 1)) later.before.add(slot);
    this.#size++;
    if (block.ats.length > Math.max(minLimit, this.#size >>> 6)) this.#split(index, block);
  }

  /** Removes a slot that is in it. */
  delete(at: number, slot: number): void {
    const index = this.#blockOf(at, slot);
    const block = this.#blocks[index];
    if (block === undefined) return;
    const place = placeIn(block, at, slot) - 1;
    block.ats.splice(place, 1);
    block.slots.splice(place, 1);
    for (const later of this.#blocks.slice(index + 1)) later.before.delete(slot);
    if (block.ats.length === 0) this.#blocks.splice(index, 1);
    this.#size--;
  }

  /** Puts the slots up to a number into a bitmap. */
  addUpTo(at: number, words: Uint32Array): void {
    const block = this.#blocks[this.#blockOf(at, Number.POSITIVE_INFINITY)];
    if (block === undefined) return;
    block.before.addTo(words);
    const { slots } = block;
    const end = placeIn(block, at, Number.POSITIVE_INFINITY);
    for (let place = 0; place < end; place++) setBit(words, slots[place] ?? 0);
  }

  /** The index of the last block that begins at a place or before it, or -1. */
  #blockOf(at: number, slot: number): number {
    return countWhile(this.#blocks.length, (index) => isUpTo(this.#blocks[index], 0, at, slot)) - 1;
  }

  #begin(): Block {
    const block = { ats: [], slots: [], before: new HybridBitset() };
    this.#blocks.push(block);
    return block;
  }

  #split(index: number, { ats, slots, before }: Block): void {
    const half = ats.length >>> 1;
    const next = { ats: ats.splice(half), slots: slots.splice(half), before: before.copy() };
    for (const slot of slots) next.before.add(slot);
    this.#blocks.splice(index + 1, 0, next);
  }
}

/** Slots grouped by their numbers; the two lists are parallel. */
interface Block {
  readonly ats: number[];
  readonly slots: number[];
  /** All slots of the blocks before. */
  readonly before: HybridBitset;
}

/** Blocks of a few dozen, or as many slots as there are words in a bitmap of all: either part of an answer takes as long. */
const minLimit = 64;

/** How many slots of a block are at a place or before it. */
function placeIn(block: Block, at: number, slot: number): number {
  return countWhile(block.ats.length, (index) => isUpTo(block, index, at, slot));
}

function isUpTo(block: Block | undefined, index: number, at: number, slot: number): boolean {
  const own = block?.ats[index] ?? Number.POSITIVE_INFINITY;
  return own < at || (own === at && (block?.slots[index] ?? 0) <= slot);
}

/** How many of the first indexes have something that none has after one that has not. */
function countWhile(length: number, holds: (index: number) => boolean): number {
  let [low, high] = [0, length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (holds(middle)) low = middle + 1;
    else high = middle;
  }
  return low;
}
