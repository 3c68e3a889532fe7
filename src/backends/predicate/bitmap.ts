// Sets of rows, 32 rows in a word.

/** Row `r` is bit `r % 32` of word `r / 32`. */
export type Bitmap = Uint32Array;

/** No row of so many. */
export function emptyBitmap(size: number): Bitmap {
  return new Uint32Array(Math.ceil(size / 32));
}

/** All rows of so many. */
export function fullBitmap(size: number): Bitmap {
  const words = emptyBitmap(size).fill(0xffff_ffff);
  if (size % 32 > 0) words[words.length - 1] = 2 ** (size % 32) - 1;
  return words;
}

/** How many rows are in it. */
export function countOf(words: Bitmap): number {
  let count = 0;
  for (let word of words) {
    // Sums of 2, 4 and 8 bits side by side, and the multiplication adds the four bytes.
    word -= (word >>> 1) & 0x5555_5555;
    word = (word & 0x3333_3333) + ((word >>> 2) & 0x3333_3333);
    count += Math.imul((word + (word >>> 4)) & 0x0f0f_0f0f, 0x0101_0101) >>> 24;
  }
  return count;
}

/** The rows in it, ascending. */
export function rowsOf(words: Bitmap): Uint32Array {
  const rows = new Uint32Array(countOf(words));
  let next = 0;
  for (let at = 0; at < words.length; at++) {
    for (let word = words[at] ?? 0; word !== 0; word &= word - 1) rows[next++] = rowOf(at, word);
  }
  return rows;
}

/** Takes out the rows for which `isIn` is false. */
export function keep(words: Bitmap, isIn: (row: number) => boolean): void {
  for (let at = 0; at < words.length; at++) {
    let kept = words[at] ?? 0;
    for (let word = kept; word !== 0; word &= word - 1) if (!isIn(rowOf(at, word))) kept &= ~(word & -word);
    words[at] = kept;
  }
}

/** The row of the lowest bit of a word. */
function rowOf(at: number, word: number): number {
  return at * 32 + 31 - Math.clz32(word & -word);
}
