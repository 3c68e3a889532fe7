// "Did you mean": the known name that is closest to a written one, if one is close enough.
import { distancesFrom, maxComparedLength } from "./distance.ts";

/** Answers which known name is closest to a written one. */
export type ClosestName = (written: string) => string | undefined;

/**
 * Prepares the question for a list of names. Case, spaces and hyphens weigh nothing, so that they only ever
 * decide a tie; otherwise a name is close when at most a quarter of its letters (at least one of three, and never more
 * than three) differ. Names whose letters differ too much are skipped by bit masks, and a question compares at
 * most so many of the others that no catalog makes it slow.
 */
export function closestName(names: Iterable<string>): ClosestName {
  let prepared: Prepared | undefined;
  const answers = new Map<string, string | undefined>();
  return (written) => {
    // An editor requests the same names again at every keystroke.
    if (answers.has(written)) return answers.get(written);
    prepared ??= prepare(Array.from(names));
    const answer = search(written, prepared);
    if (answers.size >= maxAnswers) answers.clear();
    if (written.length <= maxComparedLength) answers.set(written, answer);
    return answer;
  };
}

/** Answers that are remembered of one list of names. */
const maxAnswers = 10_000;

/** The names in columns, as a question goes through all of them. */
interface Prepared {
  readonly names: readonly string[];
  readonly letters: readonly string[];
  readonly lengths: Uint16Array;
  /** One bit per class of letters that occurs; in the second number, that occurs twice. An edit changes two bits of both at most. */
  readonly once: Int32Array;
  readonly twice: Int32Array;
}

const maxCompared = 20_000;

function prepare(names: readonly string[]): Prepared {
  const letters = names.map(fold);
  const lengths = Uint16Array.from(letters, ({ length }) => length);
  const [once, twice] = [new Int32Array(names.length), new Int32Array(names.length)];
  for (const [index, each] of letters.entries()) [once[index], twice[index]] = masksOf(each);
  return { names, letters, lengths, once, twice };
}

function fold(name: string): string {
  return name
    .slice(0, 4 * maxComparedLength)
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[\s_-]+/gu, "");
}

function masksOf(letters: string): readonly [once: number, twice: number] {
  let [once, twice] = [0, 0];
  for (let at = 0; at < letters.length; at++) {
    const bit = 1 << (letters.charCodeAt(at) & 31);
    twice |= once & bit;
    once |= bit;
  }
  return [once, twice];
}

function search(written: string, prepared: Prepared): string | undefined {
  const own = fold(written);
  if (own.length > maxComparedLength) return undefined;
  const distanceTo = distancesFrom(own);
  let best: string | undefined;
  let bound = maxDistance(own.length);
  let compared = 0;
  // Those that may be the closest come first: a close one makes it needless to look at those that cannot be as close.
  for (const [least, candidates] of candidatesFor(own, bound, prepared).entries()) {
    if (least > bound) break;
    for (const index of candidates) {
      const name = prepared.names[index] ?? "";
      if (name === written) continue;
      if (++compared > maxCompared) return best;
      const distance = distanceTo(prepared.letters[index] ?? "");
      if (distance > bound || (distance === bound && !isNearerSpelling(name, best, written))) continue;
      best = name;
      bound = distance;
    }
  }
  return best;
}

/** The places of the names that can be as close as `bound`, by the least distance that lengths and masks leave open. */
function candidatesFor(
  own: string,
  bound: number,
  { lengths, once, twice }: Prepared,
): readonly (readonly number[])[] {
  const [ownOnce, ownTwice] = masksOf(own);
  const candidates: number[][] = Array.from({ length: bound + 1 }, () => []);
  for (let index = 0; index < lengths.length; index++) {
    const longer = Math.abs((lengths[index] ?? 0) - own.length);
    if (longer > bound) continue;
    const bits = bitCount((once[index] ?? 0) ^ ownOnce) + bitCount((twice[index] ?? 0) ^ ownTwice);
    candidates[Math.max(longer, (bits + 1) >> 1)]?.push(index);
  }
  return candidates;
}

function maxDistance(length: number): number {
  return length < 3 ? 0 : Math.min(3, Math.max(1, Math.floor(length / 4)));
}

/** Among names at the same distance: the one that starts the same, if need be but for case, then the one that sorts first. */
function isNearerSpelling(candidate: string, best: string | undefined, written: string): boolean {
  if (best === undefined) return true;
  const likeness = (name: string): number =>
    Number(fold(name)[0] === fold(written)[0]) + Number(name[0] === written[0]);
  return likeness(candidate) === likeness(best) ? candidate < best : likeness(candidate) > likeness(best);
}

/** How many bits are set, two, four and eight at a time. */
function bitCount(bits: number): number {
  const pairs = bits - ((bits >>> 1) & 0x55555555);
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
