// How far apart two short texts are, in letters: one is another, too many or missing, or two neighbours changed places.

/** The distance to another text; what is over `bound` comes back as more than it. */
export type DistanceTo = (other: string, bound: number) => number;

/** Letters that fit in the bits of a number. */
const mostBits = 32;

/** Prepares the distances from one text, of at most {@link longestCompared} letters, to many (optimal string alignment). */
export function distancesFrom(text: string): DistanceTo {
  return text !== "" && text.length <= mostBits
    ? byBits(text)
    : (other, bound) => alignment(text, other, bound);
}

/** The longest text that distances can be asked from. */
export const longestCompared = 64;

/** The table of {@link alignment}, a column at a time: bits say by which letters of the text the distance grows or falls (Hyyrö). */
function byBits(text: string): DistanceTo {
  const letters = lettersOf(text);
  const last = 1 << (text.length - 1);
  return (other) => {
    let [grows, falls, diagonal, before] = [-1, 0, 0, 0];
    let distance = text.length;
    for (let at = 0; at < other.length; at++) {
      const same = letters(other.charCodeAt(at));
      const swapped = ((~diagonal & same) << 1) & before;
      diagonal = (((same & grows) + grows) ^ grows) | same | falls | swapped;
      const up = falls | ~(diagonal | grows);
      const down = diagonal & grows;
      if ((up & last) !== 0) distance++;
      if ((down & last) !== 0) distance--;
      const shifted = (up << 1) | 1;
      grows = (down << 1) | ~(diagonal | shifted);
      falls = shifted & diagonal;
      before = same;
    }
    return distance;
  };
}

/** Where in a text a code unit stands, as bits. */
function lettersOf(text: string): (unit: number) => number {
  const ascii = new Int32Array(128);
  const others = new Map<number, number>();
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit < 128) ascii[unit] = (ascii[unit] ?? 0) | (1 << at);
    else others.set(unit, (others.get(unit) ?? 0) | (1 << at));
  }
  return (unit) => (unit < 128 ? ascii[unit] : others.get(unit)) ?? 0;
}

function alignment(a: string, b: string, bound: number): number {
  if (Math.abs(a.length - b.length) > bound) return bound + 1;
  let [beforeLast, last, current] = rows;
  for (let column = 0; column <= b.length; column++) last[column] = column;
  for (let row = 1; row <= a.length; row++) {
    let least = row;
    current[0] = row;
    for (let column = 1; column <= b.length; column++) {
      const differs = a.charCodeAt(row - 1) === b.charCodeAt(column - 1) ? 0 : 1;
      let cost = Math.min(at(last, column) + 1, at(current, column - 1) + 1, at(last, column - 1) + differs);
      if (differs === 1 && isSwapped(a, b, row, column))
        cost = Math.min(cost, at(beforeLast, column - 2) + 1);
      current[column] = cost;
      if (cost < least) least = cost;
    }
    if (least > bound) return least;
    [beforeLast, last, current] = [last, current, beforeLast];
  }
  return at(last, b.length);
}

type Row = Uint8Array;

/** Rows of the table of distances, used again and again, as only two texts are compared at a time. */
const rows: readonly [Row, Row, Row] = [newRow(), newRow(), newRow()];

/** What is too far apart in length is not compared, and nothing is compared beyond a few letters. */
function newRow(): Row {
  return new Uint8Array(2 * longestCompared);
}

function isSwapped(a: string, b: string, row: number, column: number): boolean {
  if (row < 2 || column < 2) return false;
  return (
    a.charCodeAt(row - 1) === b.charCodeAt(column - 2) && a.charCodeAt(row - 2) === b.charCodeAt(column - 1)
  );
}

function at(row: Row, column: number): number {
  return row[column] ?? Number.POSITIVE_INFINITY;
}
