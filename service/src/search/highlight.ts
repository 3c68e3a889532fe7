// Cuts a short excerpt from a text around the search words. It is plain text: «…» marks a word, and nothing is escaped.

import type { Lexeme } from "./analyze.ts";

/** Whether a word of a text is one of the search words. */
export type Recognizes = (word: string) => boolean;

interface Mark {
  readonly start: number;
  readonly end: number;
  readonly word: string;
}

const longest = 160;
/** Maximum characters before the first match. */
const before = 40;

/** Recognizes search words in other forms: case, accents and common English endings do not matter. */
export function recognizer(lexemes: readonly Lexeme[]): Recognizes {
  const words = new Set(lexemes.map(({ word }) => word));
  const beginnings = lexemes.flatMap(({ word, isPrefix }) => (isPrefix === true ? word : []));
  const stems = new Set(
    lexemes.flatMap(({ stem }) => (stem === undefined || stem.length < minStemLength ? [] : stem)),
  );
  return (word) =>
    words.has(word) || hasStem(word, stems) || beginnings.some((beginning) => word.startsWith(beginning));
}

/** Maximum characters searched in all texts together: that takes 50 ms. */
const room = 375_000;

/** How many characters of each of these texts are searched. Only the longest texts are cut, and only if the total is too large. */
export function maxOfEach(texts: readonly string[]): number {
  let left = room;
  const lengths = texts.map(({ length }) => length).toSorted((a, b) => a - b);
  for (const [at, length] of lengths.entries()) {
    const share = left / (lengths.length - at);
    if (length > share) return Math.floor(share);
    left -= length;
  }
  return room;
}

/** The result of searching texts for words. */
export interface Excerpt {
  /** The part of one of the texts with most of the words; null if they have none. */
  readonly highlight: string | null;
  /** The words found, in the order of their first occurrence. */
  readonly matched: readonly string[];
}

/** Maximum words in `matched`: a prefix may have many completions. */
const maxMatched = 32;

/** Searches the first `most` characters of each text for words. */
export function excerpt(texts: readonly string[], recognizes: Recognizes, most: number): Excerpt {
  let best: { readonly text: string; readonly marks: readonly Mark[]; readonly count: number } | undefined;
  const matched = new Set<string>();
  for (const whole of texts) {
    const text = whole.slice(0, most);
    const all = marksIn(text, recognizes);
    for (const { word } of all) matched.add(word);
    const { marks, count } = densest(all);
    if (count > (best?.count ?? 0)) best = { text, marks, count };
  }
  const highlight = best === undefined ? null : write(best.text, best.marks);
  return { highlight, matched: [...matched].slice(0, maxMatched) };
}

function marksIn(text: string, recognizes: Recognizes): readonly Mark[] {
  const words = text.match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];
  // Normalizes all words in one call, which takes a fraction of the time: no word contains a line break, before or after.
  const folded = fold(words.join("\n")).split("\n");
  const marks: Mark[] = [];
  let end = 0;
  for (const [at, word] of folded.entries()) {
    const length = words[at]?.length ?? 0;
    const start = text.indexOf(words[at] ?? "", end);
    end = start + length;
    if (recognizes(word)) marks.push({ start, end, word });
  }
  return marks;
}

/** The marks of the first excerpt with the most different words. */
function densest(marks: readonly Mark[]): { readonly marks: readonly Mark[]; readonly count: number } {
  let best = { from: 0, to: 0, count: 0 };
  const counts = new Map<string, number>();
  let to = 0;
  for (const [from, { start, word }] of marks.entries()) {
    for (let mark = marks[to]; mark !== undefined; mark = marks[++to]) {
      if (to > from && mark.end - start > longest - before) break;
      counts.set(mark.word, (counts.get(mark.word) ?? 0) + 1);
    }
    if (counts.size > best.count) best = { from, to, count: counts.size };
    const left = (counts.get(word) ?? 0) - 1;
    if (left > 0) counts.set(word, left);
    else counts.delete(word);
  }
  return { marks: marks.slice(best.from, best.to), count: best.count };
}

function write(text: string, marks: readonly Mark[]): string {
  const first = marks[0]?.start ?? 0;
  const start = first <= before ? 0 : wordStart(text, first - before, first);
  const last = marks.at(-1)?.end ?? 0;
  const end =
    text.length - start <= longest ? text.length : wordEnd(text, Math.max(start + longest, last), last);
  let written = start > 0 ? "…" : "";
  let at = start;
  for (const mark of joined(text, marks)) {
    const markEnd = Math.min(mark.end, mark.start + longest);
    written += `${text.slice(at, mark.start)}«${text.slice(mark.start, markEnd)}»`;
    at = mark.end;
  }
  written += `${text.slice(at, Math.max(at, end))}${end < text.length ? "…" : ""}`;
  return written
    .replaceAll(/[\s\p{Cc}]+/gu, " ")
    .trim()
    .toWellFormed();
}

/** Matches without a space between them are one: an identifier. */
function joined(text: string, marks: readonly Mark[]): readonly Mark[] {
  const all: Mark[] = [];
  for (const mark of marks) {
    const last = all.at(-1);
    const isNext = last !== undefined && !/\s/u.test(text.slice(last.end, mark.start));
    if (isNext) all[all.length - 1] = { ...last, end: mark.end };
    else all.push(mark);
  }
  return all;
}

/** The first position from `from` on at which a word begins. */
function wordStart(text: string, from: number, limit: number): number {
  const space = text.slice(from, limit).search(/\s/u);
  return space === -1 ? limit : from + space + 1;
}

/** The last position up to `to` at which a word ends. */
function wordEnd(text: string, to: number, limit: number): number {
  const space = text.slice(limit, to).search(/\s\S*$/u);
  return space === -1 ? limit : limit + space;
}

const mark = /\p{M}/gu;
/** Sorting a long run of marks takes quadratic time; these two letters expand to whole sentences. */
const costly = /[\p{M}\u{fdfa}\u{fdfb}]/gu;

/** Approximates the database's normalization, which is enough for an excerpt. */
function fold(words: string): string {
  const plain = words.replaceAll(costly, "").normalize("NFKD").replaceAll(mark, "").toLowerCase();
  return plain.replaceAll(/[ßøłđæœþðıς]/gu, (letter) => letters[letter] ?? letter);
}

const letters: Readonly<Record<string, string>> = {
  ß: "ss",
  ø: "o",
  ł: "l",
  đ: "d",
  æ: "ae",
  œ: "oe",
  þ: "th",
  ð: "d",
  ı: "i",
  ς: "σ",
};

const ending =
  /^(?:[a-z]{0,2}|ing|ings|ion|ions|ation|ations|ment|ments|able|ness|ity|ies|ied|ally|ers|ors)$/u;
const maxEndingLength = 6;
const minStemLength = 3;

/** Trying each ending takes the same time for any number of stems. */
function hasStem(word: string, stems: ReadonlySet<string>): boolean {
  const shortest = Math.max(minStemLength, word.length - maxEndingLength);
  for (let { length } = word; length >= shortest; length--)
    if (stems.has(word.slice(0, length)) && ending.test(word.slice(length))) return true;
  return word.endsWith("y") && stems.has(`${word.slice(0, -1)}i`);
}
