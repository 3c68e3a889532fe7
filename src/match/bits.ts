// Bitmaps of slots, 32 to a word. A bitmap that is shorter than another has no slots after its end.

/** Puts a slot in. */
export function setBit(words: Uint32Array, slot: number): void {
  words[slot >>> 5] = (words[slot >>> 5] ?? 0) | (1 << slot);
}

/** Removes a slot. */
export function clearBit(words: Uint32Array, slot: number): void {
  words[slot >>> 5] = (words[slot >>> 5] ?? 0) & ~(1 << slot);
}

/** Whether a slot is in. */
export function hasBit(words: Uint32Array, slot: number): boolean {
  return ((words[slot >>> 5] ?? 0) & (1 << slot)) !== 0;
}

/** Writes the slots of the bitmap to a list, ascending, and returns how many there are, even if more than fit. */
export function listSlots(words: Uint32Array, slots: Uint32Array): number {
  let count = 0;
  for (let at = 0; at < words.length; at++) {
    for (let word = words[at] ?? 0; word !== 0; word &= word - 1) {
      if (count === slots.length) return count + 1;
      slots[count++] = at * 32 + 31 - Math.clz32(word & -word);
    }
  }
  return count;
}

/** A bitmap with room for a slot. It at least doubles, so that growing costs little on average. */
export function withRoomFor(words: Uint32Array, slot: number): Uint32Array {
  if (slot >>> 5 < words.length) return words;
  const wider = new Uint32Array(Math.max((slot >>> 5) + 1, words.length * 2));
  wider.set(words);
  return wider;
}

/** What one answer is worked out in. */
export interface Scratch {
  /** The slots that are left. */
  readonly words: Uint32Array;
  /** Of the same length: the slots whose range begins at the entity's date or before it. */
  readonly begun: Uint32Array;
  /** Of the same length: those whose range ends after it. */
  readonly open: Uint32Array;
  /** A list of slots, with room for so few that to look at each is better than to go through a bitmap again. */
  readonly slots: Uint32Array;
  /** How far the dates of the entity are: a 0, and then four numbers for each date. */
  readonly steps: Float64Array;
}

/** Allocates bitmaps of `length` words, and `steps` steps. */
export function scratchOf(length: number, steps: number): Scratch {
  return {
    words: new Uint32Array(length),
    begun: new Uint32Array(length),
    open: new Uint32Array(length),
    slots: new Uint32Array(length),
    steps: new Float64Array(steps),
  };
}
