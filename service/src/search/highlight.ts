// Cuts a short excerpt out of a text, around the words that were looked for. It is plain text: «…» marks a word, and nothing is escaped.

import type { Lexeme } from "./analyze.ts";

/** Says whether a word of a text is one that was looked for. */
export type Recognizes = (word: string) => boolean;

interface Mark {
  readonly start: number;
  readonly end: number;
  readonly word: string;
}

const longest = 160;
/** So much stands before the first word that was found. */
const before = 40;

/** Recognizes words in any of their forms: case and accents do not matter, nor common English endings. */
export function recognizer(lexemes: readonly Lexeme[]): Recognizes {
  const words = new Set(lexemes.map(({ word }) => word));
  const stems = new Set(lexemes.flatMap(({ stem }) => (stem === undefined || stem.length < 3 ? [] : stem)));
  const known = new Map<string, boolean>();
  return (word) => {
    const found = known.get(word);
    if (found !== undefined) return found;
    const folded = fold(word);
    const isFound = words.has(folded) || [...stems].some((stem) => hasStem(folded, stem));
    known.set(word, isFound);
    return isFound;
  };
}

/** The part of one of the texts that has most of the words; null if they have none. */
export function excerpt(texts: readonly string[], recognizes: Recognizes): string | null {
  let best: { readonly text: string; readonly marks: readonly Mark[]; readonly count: number } | undefined;
  for (const text of texts) {
    const { marks, count } = densest(marksIn(text, recognizes));
    if (count > (best?.count ?? 0)) best = { text, marks, count };
  }
  return best === undefined ? null : write(best.text, best.marks);
}

function marksIn(text: string, recognizes: Recognizes): readonly Mark[] {
  const marks: Mark[] = [];
  for (const { 0: word, index: start } of text.matchAll(/[\p{L}\p{N}\p{M}]+/gu))
    if (recognizes(word)) marks.push({ start, end: start + word.length, word: fold(word) });
  return marks;
}

/** The marks of the first excerpt that has the most different words. */
function densest(marks: readonly Mark[]): { readonly marks: readonly Mark[]; readonly count: number } {
  let best: readonly Mark[] = [];
  let count = 0;
  for (let at = 0; at < marks.length; at++) {
    const start = marks[at]?.start ?? 0;
    let to = at + 1;
    while (to < marks.length && (marks[to]?.end ?? 0) - start <= longest - before) to++;
    const within = marks.slice(at, to);
    const different = new Set(within.map(({ word }) => word)).size;
    if (different > count) [best, count] = [within, different];
  }
  return { marks: best, count };
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

/** Words with no space between them are one: an identifier. */
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

/** The first place from `from` on where a word begins. */
function wordStart(text: string, from: number, limit: number): number {
  const space = text.slice(from, limit).search(/\s/u);
  return space === -1 ? limit : from + space + 1;
}

/** The last place up to `to` where a word ends. */
function wordEnd(text: string, to: number, limit: number): number {
  const space = text.slice(limit, to).search(/\s\S*$/u);
  return space === -1 ? limit : limit + space;
}

/** Nearly what the database makes of a word; for an excerpt that is enough. */
function fold(word: string): string {
  const plain = word.normalize("NFKD").replaceAll(/\p{M}/gu, "").toLowerCase();
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

function hasStem(word: string, stem: string): boolean {
  if (word.startsWith(stem)) return ending.test(word.slice(stem.length));
  return stem.endsWith("i") && word === `${stem.slice(0, -1)}y`;
}
