// How far apart two short texts are, in letters: one is another, too many or missing, or two neighbours changed places.

/** The longest text that distances can be asked from: its letters fit in the bits of a number. */
export const maxComparedLength = 32;

/**
 * Prepares the distances from one text, of at most {@link maxComparedLength} letters, to many: optimal string alignment, whose table is
 * worked out a column at a time, where bits say by which letters of the text the distance grows or falls (Hyyrö).
 */
export function distancesFrom(text: string): (other: string) => number {
  if (text === "") return ({ length }) => length;
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

/** The positions of a code unit in a text, as bits. */
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
