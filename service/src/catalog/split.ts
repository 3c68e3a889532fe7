// Splits texts into passages, which searches find: at the end of a paragraph, line or sentence if there is one.

/** A part of a text, without white space around it. */
export interface Passage {
  /** Where it begins, and where it ends, exclusive, in UTF-16 code units. */
  readonly first: number;
  readonly past: number;
  readonly text: string;
}

/** The least and the greatest length of a passage that others follow, in UTF-16 code units: about a thousand, as much as answers one question. */
const [least, greatest] = [500, 1200];
/** Minimum length of the last passage of a longer text. */
const leastRest = 200;

/**
 * The passages of a text: together they have all of it but for white space, and none has any of another. That costs less than passages that overlap,
 * and no page has the same words twice; what a cut tears apart are mostly two sentences.
 */
export function split(text: string): readonly Passage[] {
  const passages: Passage[] = [];
  for (let first = textFrom(text, 0); first < text.length; ) {
    const end = endOf(text, first);
    const part = text.slice(first, end).trimEnd();
    passages.push({ first, past: first + part.length, text: part });
    first = textFrom(text, end);
  }
  return passages;
}

/** The first place from `at` on that has no white space. */
function textFrom(text: string, at: number): number {
  space.lastIndex = at;
  return at + (space.exec(text)?.[0].length ?? 0);
}

const space = /\s*/y;

function endOf(text: string, first: number): number {
  const left = text.length - first;
  if (left <= greatest) return text.length;
  const from = first + least;
  const upTo = first + Math.min(greatest, left - leastRest);
  const part = text.slice(from, upTo);
  for (const end of ends) {
    const last = lastEnd(part, end);
    if (last > 0) return from + last;
  }
  return wholeAt(text, upTo);
}

/** What a passage may end with, the best first: a paragraph, a line, a sentence, which has no space after it in some scripts, and a word. */
const ends: readonly RegExp[] = [
  /\n[^\S\n]*\n/g,
  /\n/g,
  /[.!?…]["'»”’)\]]*\s|[。！？]["'»”’」』）)\]]*/g,
  /\s/g,
];

function lastEnd(text: string, end: RegExp): number {
  let last = 0;
  for (const { index, 0: found } of text.matchAll(end)) last = index + found.length;
  return last;
}

/** Do not cut a surrogate pair in half. */
function wholeAt(text: string, at: number): number {
  const code = text.charCodeAt(at);
  return code >= 0xdc00 && code <= 0xdfff ? at - 1 : at;
}
