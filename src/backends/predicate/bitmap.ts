// Sets of rows, 32 rows in a word, and scans of columns that remove rows from them.

/** Row `r` is bit `r % 32` of word `r / 32`. */
export type Bitmap = Uint32Array;

/** A bitmap of all rows. */
export function fullBitmap(size: number): Bitmap {
  const words = new Uint32Array(paddedSize(size) / 32).fill(0xffff_ffff);
  // A shift counts modulo 32: what is left are the rows of the last word.
  words[words.length - 1] = 0xffff_ffff >>> -size;
  return words;
}

/** How many rows a column must have, so that no scan reads beyond its end, which would slow down all later ones. */
export function paddedSize(size: number): number {
  return (size + 31) & -32;
}

/** Keeps the rows whose code has a hit. A scan has no branches: where every second row is in, nothing can foresee them. */
export function keepHits(words: Bitmap, codes: Uint32Array, hits: Uint8Array): void {
  for (let at = 0, row = 0; at < words.length; at++, row += 32) {
    const kept = words[at] ?? 0;
    if (kept === 0) continue;
    let found = 0;
    for (let bit = 0; bit < 32; bit++) found |= (hits[codes[row + bit] ?? 0] ?? 0) << bit;
    words[at] = kept & found;
  }
}

/** Keeps the rows whose instant is in a half-open range. NaN is in none. */
export function keepRange(words: Bitmap, instants: Float64Array, from: number, to: number): void {
  for (let at = 0, row = 0; at < words.length; at++, row += 32) {
    const kept = words[at] ?? 0;
    if (kept === 0) continue;
    let found = 0;
    for (let bit = 0; bit < 32; bit++) {
      const instant = instants[row + bit] ?? 0;
      found |= (Number(instant >= from) & Number(instant < to)) << bit;
    }
    words[at] = kept & found;
  }
}

/** How many rows are in it. */
export function countOf(words: Bitmap): number {
  let count = 0;
  for (let word of words) {
    // Sums of 2, 4 and 8 bits side by side; the multiplication adds the four bytes.
    word -= (word >>> 1) & 0x5555_5555;
    word = (word & 0x3333_3333) + ((word >>> 2) & 0x3333_3333);
    count += (((word + (word >>> 4)) & 0x0f0f_0f0f) * 0x0101_0101) >>> 24;
  }
  return count;
}

/** The rows in it, ascending. */
export function rowsOf(words: Bitmap): Uint32Array {
  const rows = new Uint32Array(countOf(words));
  let next = 0;
  for (let at = 0; at < words.length; at++) {
    for (let word = words[at] ?? 0; word !== 0; word &= word - 1) {
      rows[next++] = at * 32 + 31 - Math.clz32(word & -word);
    }
  }
  return rows;
}
