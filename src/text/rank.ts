// Finding names by what is written of them: exactly, by their beginning, by the beginning of a word, by their letters.
import { foldName } from "./fold.ts";

/** The names that fit a written text best, the best first, at most `most`. */
export type RankedNames = (written: string, most: number) => readonly string[];

/**
 * Prepares the search among names. Case and accents are ignored. First comes the name that is written in full, then
 * those that begin with it, those in which a word does, those that have it anywhere, and those that have its letters in
 * this order; among equals the order of the names. Without a written text these are all names, in their order.
 */
export function rankedNames(names: readonly string[]): RankedNames {
  let prepared: Prepared | undefined;
  return (written, most) => {
    if (written === "") return names.slice(0, most);
    prepared ??= prepare(names);
    return search(foldName(written), written, prepared, most);
  };
}

interface Prepared {
  readonly names: readonly string[];
  /** The folded names between line breaks: one text, so that the platform's own search goes through all of them. */
  readonly joined: string;
  /** Where each folded name begins in it. */
  readonly starts: Uint32Array;
  /** One bit a class of letters: a name that lacks a letter of the written text is skipped. */
  readonly masks: Uint32Array;
}

const separator = "\n";

function prepare(names: readonly string[]): Prepared {
  const folded = names.map(foldName);
  const starts = new Uint32Array(names.length + 1);
  const masks = new Uint32Array(names.length);
  let at = separator.length;
  for (const [index, name] of folded.entries()) {
    starts[index] = at;
    masks[index] = maskOf(name);
    at += name.length + separator.length;
  }
  starts[names.length] = at;
  return { names, joined: `${separator}${folded.join(separator)}${separator}`, starts, masks };
}

function maskOf(letters: string): number {
  let mask = 0;
  for (let at = 0; at < letters.length; at++) mask |= 1 << (letters.charCodeAt(at) & 31);
  return mask;
}

function search(written: string, exactly: string, prepared: Prepared, most: number): readonly string[] {
  const found = [...literally(written, exactly, prepared, most)];
  if (found.length < most && written.length > 1) found.push(...byLetters(written, prepared, new Set(found)));
  return found.slice(0, most).map((index) => prepared.names[index] ?? "");
}

/** The places of names that have the written text in them: written in full, at the beginning, at that of a word, anywhere. */
function literally(written: string, exactly: string, prepared: Prepared, most: number): readonly number[] {
  const { names, joined, starts } = prepared;
  const whole: number[] = [];
  const beginnings: number[] = [];
  const words: number[] = [];
  const others: number[] = [];
  eachWith(separator + written, prepared, (index) => {
    const isWhole = startOf(starts, index) + written.length + separator.length === startOf(starts, index + 1);
    // Of names that differ only in case, the written one is meant.
    if (isWhole && names[index] === exactly) whole.unshift(index);
    else if (isWhole) whole.push(index);
    else if (beginnings.length < most) beginnings.push(index);
    return false;
  });
  const isEnough = (): boolean => whole.length + beginnings.length + words.length >= most;
  if (isEnough()) return [...whole, ...beginnings];
  eachWith(written, prepared, (index, at) => {
    const end = startOf(starts, index + 1);
    if (at === startOf(starts, index)) return false;
    if (nextWordStart(joined, written, at, end) < end) words.push(index);
    else others.push(index);
    return isEnough() || others.length >= maxInside;
  });
  return [...whole, ...beginnings, ...words, ...others];
}

/** Maximum names with the text only inside a word before the search for a word that begins with it stops. */
const maxInside = 20_000;

/** Calls back with each name that contains a text, in order, and its first position, until the result is true. */
function eachWith(
  text: string,
  { joined, starts }: Prepared,
  tell: (index: number, at: number) => boolean,
): void {
  const skipped = text.startsWith(separator) ? separator.length : 0;
  let index = 0;
  for (let at = joined.indexOf(text); at >= 0; ) {
    while (startOf(starts, index + 1) <= at + skipped) index++;
    if (tell(index, at + skipped)) return;
    at = joined.indexOf(text, startOf(starts, index + 1) - separator.length);
  }
}

/** The first place from `at` where a word begins with the written text; `end` if there is none before it. */
function nextWordStart(joined: string, written: string, from: number, end: number): number {
  for (let at = from; at >= 0 && at < end; at = joined.indexOf(written, at + 1))
    if (beginsWord(joined, at)) return at;
  return end;
}

/** Whether a word begins at an offset of a folded text: at its start, or after anything but a letter or a digit. */
export function beginsWord(joined: string, at: number): boolean {
  const unit = joined.charCodeAt(at - 1);
  // Names are in lower case here.
  if (unit < 128) return !((unit >= 97 && unit <= 122) || (unit >= 48 && unit <= 57));
  return !/[\p{L}\p{N}]/u.test(joined.charAt(at - 1));
}

/** The places of further names that have all letters of the written text, in order, from the beginning of a word on. */
function byLetters(
  written: string,
  { joined, starts, masks }: Prepared,
  known: ReadonlySet<number>,
): readonly number[] {
  const mask = maskOf(written);
  const found: number[] = [];
  for (let index = 0; index < masks.length; index++) {
    if ((mask & ~(masks[index] ?? 0)) !== 0 || known.has(index)) continue;
    const end = startOf(starts, index + 1) - separator.length;
    if (hasLetters(joined, startOf(starts, index), end, written)) found.push(index);
    if (found.length >= maxByLetters) break;
  }
  const lengthOf = (index: number): number => startOf(starts, index + 1) - startOf(starts, index);
  return found.toSorted((a, b) => lengthOf(a) - lengthOf(b));
}

/** Among very many such names the shortest are as good as any. */
const maxByLetters = 1_000;

function hasLetters(joined: string, start: number, end: number, written: string): boolean {
  let letter = 0;
  for (let at = start; at < end && letter < written.length; at++) {
    if (joined.charCodeAt(at) !== written.charCodeAt(letter)) continue;
    if (letter > 0 || beginsWord(joined, at)) letter++;
  }
  return letter === written.length;
}

function startOf(starts: Uint32Array, index: number): number {
  return starts[index] ?? Number.POSITIVE_INFINITY;
}
