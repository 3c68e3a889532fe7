// "Did you mean": the known name that is closest to a written one, if one is close enough.

/** Answers which known name is closest to a written one. */
export type ClosestName = (written: string) => string | undefined;

/**
 * Prepares the question for a list of names. Case, spaces and hyphens weigh nothing, so that they only ever
 * decide a tie; otherwise a name is close when at most a quarter of its letters (at least one of three, and never more
 * than three) differ. Names whose letters differ too much are passed over by a bit mask, and a question compares at
 * most so many of the others that no catalog makes it slow.
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
const mostCompared = 20_000;

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
  if (written.letters.length > longestCompared) return undefined;
  let best: Folded | undefined;
  let bound = mostDistance(written.letters.length);
  let compared = 0;
  for (const candidate of known) {
    if (Math.abs(candidate.letters.length - written.letters.length) > bound) continue;
    if (bitCount(candidate.mask ^ written.mask) > 2 * bound || candidate.name === written.name) continue;
    if (++compared > mostCompared) break;
    const distance = editDistance(written.letters, candidate.letters, bound);
    if (distance > bound) continue;
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
  let start = 0;
  let ends = 0;
  const shorter = Math.min(a.length, b.length);
  while (start < shorter && a.charCodeAt(start) === b.charCodeAt(start)) start++;
  while (ends < shorter - start && a.charCodeAt(a.length - 1 - ends) === b.charCodeAt(b.length - 1 - ends))
    ends++;
  return alignment(a.slice(start, a.length - ends), b.slice(start, b.length - ends), bound);
}

function alignment(a: string, b: string, bound: number): number {
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

/** A folded name that is compared is at most three letters longer than the longest written one. */
function newRow(): Row {
  return new Uint8Array(longestCompared + 4);
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
