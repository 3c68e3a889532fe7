// Which known names begin with what is written.
import { foldWords } from "./fold.ts";

/** The names that begin with a written text, those that are no longer than it first; at most `most`. */
export type NamesBeginning = (written: string, most: number) => readonly string[];

/** Prepares the question for a list of names. Case, accents and the kind of white space weigh nothing. */
export function namesBeginning(names: Iterable<string>): NamesBeginning {
  let sorted: readonly Folded[] | undefined;
  return (written, most) => {
    sorted ??= Array.from(names, (name) => ({ name, folded: foldWords(name) })).toSorted(byFolded);
    const start = foldWords(written);
    const found: string[] = [];
    for (let at = firstFrom(start, sorted); found.length < most; at++) {
      const each = sorted[at];
      if (each === undefined || !each.folded.startsWith(start)) break;
      found.push(each.name);
    }
    return found;
  };
}

interface Folded {
  readonly name: string;
  readonly folded: string;
}

function byFolded(a: Folded, b: Folded): number {
  return a.folded < b.folded ? -1 : a.folded > b.folded ? 1 : 0;
}

/** The place of the first name that does not sort before a text. */
function firstFrom(start: string, sorted: readonly Folded[]): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle]?.folded ?? "") < start) low = middle + 1;
    else high = middle;
  }
  return low;
}
