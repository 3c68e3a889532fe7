// The edit distance of two words.

/** The number of errors between two words; two swapped neighbors count as one. */
export function distance(a: string, b: string): number {
  const [from, to] = [Array.from(a), Array.from(b)];
  let before: readonly number[] = [];
  let last: readonly number[] = Array.from({ length: to.length + 1 }, (_, at) => at);
  for (const [row, letter] of from.entries()) {
    const next: number[] = [row + 1];
    for (const [column, other] of to.entries()) {
      const replaced = (last[column] ?? 0) + (letter === other ? 0 : 1);
      const least = Math.min(replaced, (last[column + 1] ?? 0) + 1, (next[column] ?? 0) + 1);
      const isSwapped = row > 0 && column > 0 && letter === to[column - 1] && from[row - 1] === other;
      next.push(isSwapped ? Math.min(least, (before[column - 1] ?? 0) + 1) : least);
    }
    before = last;
    last = next;
  }
  return last.at(-1) ?? 0;
}

/** Maximum edits between a wrong word and its suggestion. */
const slips = 2;

/** Whether `written` is a misspelling of `meant`: different case, or one or two letters off. Equal names are not. */
export function isMisspelled(written: string, meant: string): boolean {
  if (written === meant) return false;
  if (Math.abs(written.length - meant.length) > slips) return false;
  return distance(written.toUpperCase(), meant.toUpperCase()) <= slips;
}
