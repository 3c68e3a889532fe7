// Runs of capitalized words, from which names are made.

import { anyOf, setOf } from "./words.ts";

/** A word with the text between it and the previous word. */
export interface Word {
  readonly text: string;
  readonly gap: string;
  readonly start: number;
}

/** Adjacent capitalized words. */
export interface Run {
  readonly words: readonly string[];
  /** Offsets in the body of the segment, the end exclusive. */
  readonly start: number;
  readonly end: number;
  /** A title precedes it. */
  readonly hasTitle: boolean;
}

/** What keeps the period after it: a single letter too. */
const abbreviation = new RegExp(`^(?:\\p{Lu}|${anyOf("abbreviations-in-names")})\\.$`, "u");

/** The words of a text; a period belongs to a word only after a single letter and in abbreviations. */
export function wordsIn(body: string): readonly Word[] {
  const words: Word[] = [];
  let end = 0;
  for (const { 0: found, index } of body.matchAll(/[\p{L}\p{N}#][\p{L}\p{M}\p{N}_'’.+~-]*/gu)) {
    const keepsPeriod = abbreviation.test(found.slice(0, 8));
    const text = (keepsPeriod ? found : found.replace(/[.'’+~-]$/u, "")).slice(0, 80);
    words.push({ text: text.replace(/['’]s$/u, ""), gap: body.slice(end, index), start: index });
    end = index + (keepsPeriod || text.length === found.length ? found.length : text.length);
  }
  return words;
}

/** Words that may precede the name of a person. */
const titles = new RegExp(`^(?:${anyOf("titles")})\\.?$`, "iu");
/** The end of the name of a company, as it is written. */
export const companySuffix: RegExp = new RegExp(`^(?:${anyOf("company-suffixes")})\\.?$`, "u");
/** Words of institutions, and of large companies. */
export const institution: RegExp = new RegExp(`^(?:${anyOf("institutions")})$`, "iu");
/** What people are, in signatures and in parentheses. */
export const jobTitle: RegExp = new RegExp(`\\b(?:${anyOf("job-titles")})\\b`, "iu");
const companyWords = setOf("company-words");
const departments = setOf("departments");
const technologies = setOf("technologies");

/** Whether these words are the name of a company, by the last of them: `Eastgate Logistics`, but not `Logistics Lead`. */
export function isCompanyName(words: readonly string[]): boolean {
  const last = words.at(-1) ?? "";
  const isWord = companyWords.has(last.toLowerCase()) || institution.test(last);
  return words.length > 1 && (companySuffix.test(last) || isWord) && !words.every(isDepartment);
}

/** Whether a word is one of a department. */
export function isDepartment(word: string): boolean {
  return departments.has(word.toLowerCase());
}

/** Whether a word is the name of a technology. */
export function isTechnology(word: string): boolean {
  return technologies.has(word.toLowerCase());
}

const connectors = setOf("name-connectors");
/** Words that begin or end no name, though they are capitalized at the start of a sentence. */
const common = setOf("not-names");

/** The runs of a segment; a word that is common in lower case begins none. */
export function runsIn(words: readonly Word[]): readonly Run[] {
  const runs: Run[] = [];
  for (let at = 0; at < words.length; at++) {
    if (!isCapital(words[at]?.text)) continue;
    let last = at;
    while (last + 1 < words.length && last - at < 6) {
      const step = stepTo(words, last + 1, last === at ? "" : (words[last]?.text ?? ""));
      if (step === 0) break;
      last += step;
    }
    const run = trimmed(words.slice(at, last + 1));
    if (run !== undefined) runs.push(run);
    at = last;
  }
  return runs;
}

/** Maximum connectors in a row: `van den Berg`, `de la Cruz`. */
const maxConnectors = 3;

/** How many words further the next capitalized word of the run is; 0 if there is none. */
function stepTo(words: readonly Word[], next: number, last: string): number {
  const { text = "", gap = "" } = words[next] ?? {};
  if (gap !== " " && gap !== " & ") return 0;
  if (isCapital(text)) return companySuffix.test(last) ? 0 : 1;
  return text === "of" && !institution.test(words[next - 1]?.text ?? "") ? 0 : stepOver(words, next);
}

/** The same over connectors. */
function stepOver(words: readonly Word[], next: number): number {
  for (let step = 0; step < maxConnectors && connectors.has(words[next + step]?.text ?? ""); step++) {
    const { text, gap } = words[next + step + 1] ?? {};
    if (gap !== " ") return 0;
    if (isCapital(text)) return step + 2;
  }
  return 0;
}

/** Whether a word begins a name. */
export function isCapital(word: string | undefined): boolean {
  return word !== undefined && /^\p{Lu}/u.test(word) && !/^\p{Lu}+[\d-]*\d$/u.test(word);
}

/** Without titles, and without words that are not part of a name. */
function trimmed(words: readonly Word[]): Run | undefined {
  const lower = words.map(({ text }) => text.toLowerCase());
  const first = lower.findIndex((word) => !titles.test(word) && !common.has(word));
  const last = lower.findLastIndex((word) => !common.has(word));
  const start = words[first]?.start;
  const end = words[last];
  if (start === undefined || end === undefined || last < first) return undefined;
  const kept = words.slice(first, last + 1);
  return {
    words: kept.map(({ text, gap }, at) => (at > 0 && gap.includes("&") ? `& ${text}` : text)),
    start,
    end: end.start + end.text.length,
    hasTitle: titles.test(lower[first - 1] ?? ""),
  };
}
