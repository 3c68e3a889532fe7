// Makes one text of lines that are worth the most, within a budget: what another line says in the same words is left out.

import type { JsonObject } from "../values/json.ts";

/** What a line may be about. */
export const itemKinds = ["document", "entity", "memory", "relationship"] as const;

/** A line that may become part of a text. */
export interface Line {
  readonly kind: (typeof itemKinds)[number];
  readonly id: string;
  readonly score: number;
  /** What it says, on one line. */
  readonly quote: string;
  /** The same in short, if it is long. */
  readonly short?: string | undefined;
  /** Whom or what it is about, if it says so; else null. */
  readonly about: string | null;
  /** Whom exactly, as JSON: `about` may be shortened. */
  readonly subject?: JsonObject | null;
  /** Where it comes from; null if that is not known. */
  readonly source: string | null;
  /** Since when it is so: an instant. */
  readonly at: string;
}

/** A line of the text, whose place in the list is its number there, from 1. */
export interface Item extends Pick<Line, "at" | "id" | "kind" | "source"> {
  readonly quote: string;
}

/** A text, and what each of its lines refers to. */
export interface Recalled {
  readonly text: string;
  readonly items: readonly Item[];
}

/** A quote may take this share of the budget, but so many characters at least; a longer one is shortened. */
const [share, leastQuote] = [0.25, 300];

/** Makes a text of at most `budget` characters, in UTF-16 code units, of the lines with the best scores. A line that says nothing is left out, and so is one that no longer fits; shorter ones may follow. */
export function textOf(lines: readonly Line[], budget: number): Recalled {
  const items: Item[] = [];
  const said = new Set<string>();
  let text = "";
  for (const line of lines.toSorted((a, b) => b.score - a.score)) {
    const { kind, id, about, source, at, short = line.quote } = line;
    if (line.quote === "") continue;
    const isLong = line.quote.length > Math.max(leastQuote, budget * share);
    for (const quote of new Set([isLong ? short : line.quote, short])) {
      const item: Item = { kind, id, quote, source, at };
      const longer = `${text}${text === "" ? "" : "\n"}${written({ ...item, about }, items.length + 1)}`;
      if (longer.length > budget) continue;
      // Compared only now: what does not fit may be long.
      const same = JSON.stringify([line.subject ?? about, comparable(quote)]);
      if (said.has(same)) break;
      text = longer;
      items.push(item);
      said.add(same);
      break;
    }
  }
  return { text, items };
}

function written({ about, at, quote, source }: Pick<Line, "about"> & Item, number: number): string {
  const whom = about === null ? "" : `(about ${about}) `;
  return `[${number}] ${at.slice(0, 10)} ${whom}${quote}${source === null ? "" : ` (${source})`}`;
}

/**
 * What is equal for lines that say the same: without case, and without what words end with. All else may make a difference (`-500`, `B+`, a question), and a
 * text that is part of another may be denied there.
 */
function comparable(text: string): string {
  const plain = text
    .replaceAll(/\p{M}+/gu, parted)
    .normalize("NFC")
    .toLowerCase();
  return plain.split(" ").map(withoutEnd).join(" ");
}

/** Maximum marks in a row, as in the Stream-Safe Text Format (UAX 15): to normalize them takes the square of that. */
const maxMarks = 30;

/** Marks with a joiner after each part, across which none changes its place. */
function parted(marks: string): string {
  if (marks.length <= maxMarks) return marks;
  return Array.from(marks, (mark, at) => (at % maxMarks === maxMarks - 1 ? `${mark}\u034F` : mark)).join("");
}

const ends: ReadonlySet<string | undefined> = new Set([".", ":", ";", "!", "…", "。", "！"]);

function withoutEnd(word: string): string {
  let end = word.length;
  while (ends.has(word[end - 1])) end--;
  return end === 0 ? word : word.slice(0, end);
}
