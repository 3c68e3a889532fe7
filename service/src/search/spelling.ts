// How near two spellings are.

const letters = "abcdefghijklmnopqrstuvwxyz";
/** A longer word with one error has enough in common with the right one to be found by that. */
const longestEdited = 8;

/** All spellings that are one error away from a short word: a letter too many, one missing, another one, or two swapped. */
export function editsOf(word: string): readonly string[] {
  const characters = Array.from(word);
  if (characters.length > longestEdited) return [];
  const edits = new Set<string>();
  for (let at = 0; at <= characters.length; at++) {
    const head = characters.slice(0, at).join("");
    const [first = "", second = "", ...rest] = characters.slice(at);
    const tail = rest.join("");
    edits.add(head + second + tail);
    edits.add(head + second + first + tail);
    for (const letter of letters) {
      edits.add(head + letter + first + second + tail);
      edits.add(head + letter + second + tail);
    }
  }
  edits.delete(word);
  return [...edits];
}

/** How many errors lie between two words; two neighbors that are swapped are one. */
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
