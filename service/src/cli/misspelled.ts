// Whether a name is a misspelling of another.

/** How many letters may be missing, added or wrong. */
const slips = 2;

/** Whether `written` is a misspelling of `meant`: different case, or one or two letters off. Equal names are not. */
export function isMisspelled(written: string, meant: string): boolean {
  if (written === meant) return false;
  if (Math.abs(written.length - meant.length) > slips) return false;
  return distance(written.toUpperCase(), meant.toUpperCase()) <= slips;
}

/** The Levenshtein distance, one row of the table at a time. */
function distance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, at) => at);
  for (const [above, letter] of Array.from(from).entries()) {
    const next = [above + 1];
    for (const [at, other] of Array.from(to).entries()) {
      const replaced = (row[at] ?? 0) + (letter === other ? 0 : 1);
      next.push(Math.min(replaced, (row[at + 1] ?? 0) + 1, (next[at] ?? 0) + 1));
    }
    row = next;
  }
  return row[to.length] ?? 0;
}
