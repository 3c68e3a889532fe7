// Makes one text of lines that are worth the most, within a budget: what another line says already is left out.

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

/** Makes a text of at most `budget` characters, in UTF-16 code units, of the lines with the best scores. A line that no longer fits is left out, and shorter ones may follow. */
export function textOf(lines: readonly Line[], budget: number): Recalled {
  const items: Item[] = [];
  const said: string[] = [];
  let text = "";
  for (const line of lines.toSorted((a, b) => b.score - a.score)) {
    const { kind, id, source, at, short = line.quote } = line;
    const isLong = line.quote.length > Math.max(leastQuote, budget * share);
    for (const quote of new Set([isLong ? short : line.quote, short])) {
      const item: Item = { kind, id, quote, source, at };
      const longer = `${text}${text === "" ? "" : "\n"}${written(item, items.length + 1)}`;
      if (longer.length > budget) continue;
      // Compared only now: what does not fit may be long.
      const words = plain(quote);
      if (said.some((other) => other.includes(words))) break;
      text = longer;
      items.push(item);
      said.push(words);
      break;
    }
  }
  return { text, items };
}

function written({ at, quote, source }: Item, number: number): string {
  return `[${number}] ${at.slice(0, 10)} ${quote}${source === null ? "" : ` (${source})`}`;
}

/** Words without case and marks, between spaces, so that a quote is found in a longer one; a text without words as it is. */
function plain(text: string): string {
  const words = text
    .normalize("NFKC")
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\p{M}]+/gu, " ")
    .trim();
  return words === "" ? text : ` ${words} `;
}
