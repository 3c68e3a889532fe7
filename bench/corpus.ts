// The corpora: queries as people write them, from a seeded generator, so that every run measures the same texts.
import { type Qualifier, qualifiers } from "../src/vocabulary/qualifiers.ts";
import { dateValue, type Names, namesOf, phrase, word } from "./names.ts";
import { type Random, random } from "./random.ts";

/** Texts of one size. */
export interface Corpus {
  readonly name: CorpusName;
  readonly texts: readonly string[];
  /** Terms in all texts together. */
  readonly terms: number;
}

/** The sizes: `short` has one term a query, `typical` 6 to 10, `long` 200. */
const sizeNames = ["short", "typical", "long"] as const;

/** As long as `typical`, in CQL alone: of `right` queries nothing is to be said, and every `slipped` one has a term that was meant otherwise. */
const qualityNames = ["right", "slipped"] as const;

/** All of them. */
export const corpusNames: readonly CorpusName[] = [...sizeNames, ...qualityNames];

/** One of {@link corpusNames}. */
export type CorpusName = (typeof sizeNames)[number] | (typeof qualityNames)[number];

/** Whether other parsers can read a corpus, in their own languages. */
export function isForPeers(name: CorpusName): boolean {
  return sizeNames.some((each) => each === name);
}

/** The names that the queries use; all of them are in the benchmark's catalog. */
export const names: Names = namesOf(random(1));

const sizes: Readonly<Record<CorpusName, readonly [texts: number, least: number, most: number]>> = {
  short: [1000, 1, 1],
  typical: [500, 6, 10],
  long: [20, 200, 200],
  right: [500, 6, 10],
  slipped: [500, 6, 10],
};

/** Makes a corpus; the same one every time. */
export function corpus(name: CorpusName): Corpus {
  const [count, least, most] = sizes[name];
  const from = random(2 + corpusNames.indexOf(name));
  let terms = 0;
  const texts = Array.from({ length: count }, () => {
    const size = from.between(least, most);
    terms += size;
    if (isForPeers(name)) return queryText(size, from);
    return flat(qualityTexts(size, name === "slipped", from).join(" "));
  });
  return { name, texts, terms };
}

/** A query of so many terms, some 14 characters each. */
export function queryText(terms: number, from: Random): string {
  return flat(Array.from({ length: terms }, () => termText(from)).join(" "));
}

/** A text that came over a network is one flat string; one that was just joined here need not be. */
function flat(text: string): string {
  return Buffer.from(text, "utf8").toString("utf8");
}

/** Terms that are all different, with one date at most, so that none is superfluous; the last one with a slip or without. */
function qualityTexts(size: number, isSlipped: boolean, from: Random): readonly string[] {
  const found = new Map(from.between(0, 1) === 0 ? [] : [["", `after:${String(from.between(1, 24))}mo`]]);
  while (found.size < size) {
    const row = from.one(qualifiers);
    if (row.means !== "name" && row.means !== "entity-type") continue;
    const text = `${row.word}:${valueText(row, from)}`;
    found.set(text.replaceAll('"', ""), text);
  }
  const terms = [...found.values()];
  return isSlipped ? [...terms.slice(1), from.one(slips)(from.one(names.types))] : terms;
}

/** Each is one term. */
const slips: readonly ((name: string) => string)[] = [
  (name) => `type:${name}|Person`,
  (name) => `type:${name.slice(0, -2)}*`,
  (name) => `type:x${name}`,
  (name) => `tpye:${name}`,
  (name) => `Type:${name}`,
  (name) => `type=${name}`,
  (name) => `-type:${name}`,
  (name) => `(type:${name})`,
  () => "after:2026-2-30",
  () => "created>=2026-01-01",
];

/** How often each qualifier occurs, in percent; the rest is free text. */
const shares: Readonly<Record<Qualifier, number>> = {
  type: 25,
  shape: 16,
  source: 16,
  "source-shape": 4,
  after: 11,
  before: 5,
  edge: 2,
  agent: 2,
  sort: 4,
};

function termText(from: Random): string {
  let at = from.between(0, 99);
  for (const row of qualifiers) {
    at -= shares[row.word];
    if (at < 0) return `${row.word}:${valueText(row, from)}`;
  }
  return freeText(from);
}

function valueText(row: (typeof qualifiers)[number], from: Random): string {
  if (row.means === "date") return dateValue(from);
  if (row.means === "nothing") return word(from);
  return written(from.one(row.means === "name" ? names[row.lookup] : names.types), from);
}

/** Bare where it can be, but for the few people who quote everything. */
function written(name: string, from: Random): string {
  const bare = !/[\s"]/u.test(name) && from.between(0, 99) >= 8;
  return bare ? name : quoted(name);
}

function quoted(text: string): string {
  return `"${text.replace(/[\\"]/gu, "\\$&")}"`;
}

function freeText(from: Random): string {
  const at = from.between(0, 99);
  if (at < 8) return `https://example.org/${word(from)}`;
  if (at < 14) return `${word(from)}:${word(from)}`;
  return at < 40 ? quoted(phrase(from)) : word(from);
}
