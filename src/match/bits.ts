// Bitmaps of slots, 32 to a word. A bitmap that is shorter than another has no slots behind its end.

/** Puts a slot in. */
export function setBit(words: Uint32Array, slot: number): void {
  words[slot >>> 5] = (words[slot >>> 5] ?? 0) | (1 << slot);
}

/** Takes a slot out. */
export function clearBit(words: Uint32Array, slot: number): void {
  words[slot >>> 5] = (words[slot >>> 5] ?? 0) & ~(1 << slot);
}

/** Whether a slot is in. */
export function hasBit(words: Uint32Array, slot: number): boolean {
  return ((words[slot >>> 5] ?? 0) & (1 << slot)) !== 0;
}

/** Whether so many slots are in at most. Stops when there are more. */
export function hasAtMost(words: Uint32Array, most: number): boolean {
  let left = most;
  for (let at = 0; at < words.length; at++) {
    for (let word = words[at] ?? 0; word !== 0; word &= word - 1) if (left-- === 0) return false;
  }
  return true;
}

/** A bitmap with room for a slot, and for as many more as it had, so that growing costs little in the end. */
export function withRoomFor(words: Uint32Array, slot: number): Uint32Array {
  if (slot >>> 5 < words.length) return words;
  const wider = new Uint32Array(Math.max((slot >>> 5) + 1, words.length * 2));
  wider.set(words);
  return wider;
}

/** Two bitmaps to work in. */
export type Room = readonly [Uint32Array, Uint32Array];

/** Room for so many words. */
export function roomOf(length: number): Room {
  return [new Uint32Array(length), new Uint32Array(length)];
}
