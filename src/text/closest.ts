// "Did you mean": the known name that is closest to a written one, if one is close enough.

/** Answers which known name is closest to a written one. */
export type ClosestName = (written: string) => string | undefined;

/**
 * Prepares the question for a list of names. Case, spaces and hyphens weigh nothing, so that they only ever
 * decide a tie; otherwise a name is close when at most a quarter of its letters (at least one of three, and never more than
 * three) differ.
 * Names whose letters differ too much are passed over by a bit mask, so that 100 000 names cost well under a
 * millisecond a question.
 */
export function closestName(names: Iterable<string>): ClosestName {
  let prepared: readonly Folded[] | undefined;
  return (written) => {
    prepared ??= Array.from(names, fold);
    return search(fold(written), prepared);
  };
}

interface Folded {
  readonly name: string;
  readonly letters: string;
  /** One bit a letter class: two texts at distance d differ in at most 2·d bits. */
  readonly mask: number;
}

const longestCompared = 64;

function fold(name: string): Folded {
  const letters = name
    .slice(0, 4 * longestCompared)
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[\s_-]+/gu, "");
  let mask = 0;
  for (let at = 0; at < letters.length; at++) mask |= 1 << (letters.charCodeAt(at) & 31);
  return { name, letters, mask };
}

function search(written: Folded, known: readonly Folded[]): string | undefined {
  if (written.letters.length === 0 || written.letters.length > longestCompared) return undefined;
  let best: Folded | undefined;
  let bound = mostDistance(written.letters.length);
  for (const candidate of known) {
    if (Math.abs(candidate.letters.length - written.letters.length) > bound) continue;
    if (bitCount(candidate.mask ^ written.mask) > 2 * bound) continue;
    const distance = editDistance(written.letters, candidate.letters, bound);
    if (distance > bound || candidate.name === written.name) continue;
    if (best !== undefined && distance === bound && !isNearerSpelling(candidate, best, written)) continue;
    best = candidate;
    bound = distance;
  }
  return best?.name;
}

function mostDistance(length: number): number {
  return length < 3 ? 0 : Math.min(3, Math.max(1, Math.floor(length / 4)));
}

/** Among names at the same distance: the one that starts the same, if need be but for case, then the one that sorts first. */
function isNearerSpelling(candidate: Folded, best: Folded, written: Folded): boolean {
  const likeness = ({ name, letters }: Folded): number =>
    Number(letters[0] === written.letters[0]) + Number(name[0] === written.name[0]);
  return likeness(candidate) === likeness(best)
    ? candidate.name < best.name
    : likeness(candidate) > likeness(best);
}

function bitCount(bits: number): number {
  let rest = bits;
  let count = 0;
  while (rest !== 0) {
    rest &= rest - 1;
    count++;
  }
  return count;
}

/** Optimal string alignment (swapped neighbours count once); anything over `bound` comes back as more than it. */
function editDistance(a: string, b: string, bound: number): number {
  let beforeLast: number[] = [];
  let last: number[] = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let row = 1; row <= a.length; row++) {
    const current = [row];
    let least = row;
    for (let column = 1; column <= b.length; column++) {
      const differs = a[row - 1] === b[column - 1] ? 0 : 1;
      let cost = Math.min(at(last, column) + 1, at(current, column - 1) + 1, at(last, column - 1) + differs);
      if (row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1]) {
        cost = Math.min(cost, at(beforeLast, column - 2) + 1);
      }
      current.push(cost);
      least = Math.min(least, cost);
    }
    if (least > bound) return least;
    beforeLast = last;
    last = current;
  }
  return at(last, b.length);
}

function at(row: readonly number[], column: number): number {
  return row[column] ?? Number.POSITIVE_INFINITY;
}
