// Says what the score of a hit is made of, and what the hit lacks.

import type { Analyzed } from "./analyze.ts";
import type { Found } from "./hits.ts";
import type { Part } from "./parts.ts";
import type { Explanation } from "./request.ts";

/** What is added to the score of a hit with all words. */
export const bonus = 0.5;

/** Explains a hit of a search for these terms, by these parts, in whose text these words occur. */
export function explanationOf(
  { mixed, ...hit }: Found,
  wanted: readonly Analyzed[],
  parts: readonly Part[],
  matched: readonly string[],
): Explanation {
  if (mixed === undefined) return byWords(hit, wanted, parts, matched);
  const words = byWords({ ...hit, score: mixed.alone }, wanted, parts, matched);
  // What was found by its meaning alone has no score for words.
  const scale = mixed.alone === 0 ? 0 : mixed.words / mixed.alone;
  const scaled = words.score_parts.flatMap((part) =>
    scale === 0 ? [] : [{ ...part, score: part.score * scale }],
  );
  const meaning = { part: "meaning" as const, word: null, score: mixed.meaning };
  return { ...words, score_parts: [...scaled, meaning] };
}

function byWords(
  { score: whole, parts: values, fromThread = 0 }: Omit<Found, "mixed">,
  wanted: readonly Analyzed[],
  parts: readonly Part[],
  matched: readonly string[],
): Explanation {
  if (wanted.length === 0) return { missing: [], score_parts: [] };
  const score = whole - fromThread;
  const inThread = fromThread > 0 ? [{ part: "thread" as const, word: null, score: fromThread }] : [];
  // What was found by an entity, or by what stands next to it, was not scored by its own words; it may have some.
  if (!values) {
    const byEntity = { part: "entity" as const, word: null, score };
    const lacking = wanted.filter(({ lexemes }) => !lexemes.every(({ word }) => matched.includes(word)));
    return { missing: lacking.map(textOf), score_parts: inThread.length > 0 ? inThread : [byEntity] };
  }
  const there = parts.flatMap((part, at) => {
    const value = values[at] ?? null;
    return value === null ? [] : [{ ...part, value }];
  });
  const missing = wanted.filter((term) => !there.some((part) => part.term === term)).map(textOf);
  const hasAll = there.filter(({ kind }) => kind === "own").length === wanted.length;
  const sum = there.reduce((total, { value }) => total + value, 0);
  const scale = (score - (hasAll ? bonus : 0)) / sum;
  const words = there.map(({ kind, term, value }) => {
    return { part: kind === "own" ? ("word" as const) : kind, word: textOf(term), score: value * scale };
  });
  const forAll = hasAll ? [{ part: "all_words" as const, word: null, score: bonus }] : [];
  return { missing, score_parts: [...words.toSorted((a, b) => b.score - a.score), ...forAll, ...inThread] };
}

function textOf({ lexemes }: Analyzed): string {
  return lexemes.map(({ word }) => word).join(" ");
}
