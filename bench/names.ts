// The words that the corpora are made of: names of types, shapes and sources, dates, and words of free text.
import type { Random } from "./random.ts";

/** The names that the queries of a corpus use. */
export type Names = Readonly<Record<"types" | "shapes" | "sources", readonly string[]>>;

/** 1000 different names: 40 types, 480 shapes, 480 sources. */
export function namesOf(from: Random): Names {
  return {
    types: distinct(40, () => capital(word(from))),
    shapes: distinct(480, () => (from.between(0, 9) < 6 ? phrase(from) : capital(word(from)))),
    sources: distinct(480, () => sourceName(from)),
  };
}

/** A word; some 3 in 100 have letters beyond ASCII. */
export function word(from: Random): string {
  if (from.between(0, 99) < 3) return from.one(foreign);
  return Array.from({ length: from.between(1, 3) }, () => from.one(syllables)).join("") + from.one(endings);
}

/** Two words; now and then with a quote or a backslash in it, which a query has to escape. */
export function phrase(from: Random): string {
  const [first, second] = [capital(word(from)), word(from)];
  const at = from.between(0, 99);
  if (at < 4) return `${first} "${second}"`;
  if (at < 7) return `${first} \\${second}`;
  return `${first} ${second}`;
}

/** A date expression without mistakes: a day, a word or an offset. */
export function dateValue(from: Random): string {
  const at = from.between(0, 99);
  if (at < 35) return `${from.between(2015, 2026)}-${two(from.between(1, 12))}-${two(from.between(1, 28))}`;
  if (at < 50) return from.one(["today", "yesterday", "now", "last-week", "last-month", "last-year"]);
  return `${at < 60 ? "-" : ""}${from.between(1, 36)}${from.one(["h", "d", "d", "w", "mo", "mo", "y"])}`;
}

const syllables = ["pro", "na", "ver", "li", "con", "ta", "mar", "se", "do", "ri", "pla", "ne", "ti", "ca"];
const endings = ["n", "r", "x", "ct", "s", "ne", "rd", "le"];
const foreign = ["Bücher", "Zoë", "naïve", "Персона", "営業", "東京支店", "données", "Łódź", "😀ideas"];

function sourceName(from: Random): string {
  const at = from.between(0, 99);
  if (at < 10) return `git:${word(from)}/${word(from)}`;
  if (at < 20) return phrase(from);
  return at < 40 ? `${word(from)}-${from.between(1, 99)}` : word(from);
}

function distinct(count: number, make: () => string): readonly string[] {
  const found = new Set<string>();
  while (found.size < count) found.add(make());
  return [...found];
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function two(number: number): string {
  return String(number).padStart(2, "0");
}
