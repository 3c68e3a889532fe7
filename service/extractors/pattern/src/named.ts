// Names next to the word of a requested type: `the project Apollo`, `Apollo project`, `Apollo (project)`.

import { singular } from "../../../src/values/singular.ts";
import type { Findings } from "./findings.ts";
import { isCapital, runsIn, type Word, wordsIn } from "./runs.ts";
import type { Segment } from "./segments.ts";
import type { Kind, Sought } from "./types.ts";

/** Kinds that other rules find in another form, and whose words say nothing about their neighbours. */
const others: ReadonlySet<Kind | undefined> = new Set<Kind>([
  "issue",
  "vulnerability",
  "release",
  "meeting",
  "task",
  "decision",
  "mail",
  "address",
  "url",
  "date",
  "money",
  "place",
]);

/** Adds what a segment names so. */
export function addNamed(findings: Findings, segment: Segment, sought: readonly Sought[]): void {
  const words = wordsIn(segment.body);
  const byWord = Map.groupBy(
    sought.filter(({ kind }) => !others.has(kind)),
    ({ words }) => words.at(-1),
  );
  for (const [at, { text }] of words.entries())
    for (const type of byWord.get(singular(text.toLowerCase())) ?? []) {
      const length = type.words.length;
      const phrase = words
        .slice(Math.max(0, at - length + 1), at + 1)
        .map((word) => singular(word.text.toLowerCase()));
      if (phrase.join(" ") !== type.words.join(" ")) continue;
      const name = nameAfter(words, at + 1) ?? nameBefore(words, at - length, type, at);
      if (name === undefined) continue;
      if (type.kind === "person")
        findings.addPerson(name, { segment, isStrong: true, roles: [text.toLowerCase()] });
      else findings.add(type.kind ?? `type ${type.type.name}`, name, { segment, isStrong: true });
    }
}

function nameAfter(words: readonly Word[], at: number): string | undefined {
  const next = words[at];
  if (next === undefined || !/^ ["“'(]?$/u.test(next.gap)) return undefined;
  if (isIdentifier(next.text)) return next.text;
  const [run] = isCapital(next.text) ? runsIn(words.slice(at, at + 6)) : [];
  return run?.start === next.start ? run.words.join(" ") : undefined;
}

function nameBefore(words: readonly Word[], at: number, type: Sought, end: number): string | undefined {
  const last = words[at];
  if (last === undefined || !/^ \(?$/u.test(words[at + 1]?.gap ?? "")) return undefined;
  const run = runsIn(words.slice(Math.max(0, at - 4), at + 1)).at(-1);
  if (run?.end !== last.start + last.text.length) return undefined;
  const isPart = type.kind === "organization" && isCapital(words[end]?.text);
  return [...run.words, ...(isPart ? [words[end]?.text ?? ""] : [])].join(" ");
}

/** `libquill`, `sprocket-tools`, `INV-20931`, `7781-B`. */
function isIdentifier(word: string): boolean {
  return /\d|^lib/u.test(word) || /^[a-z0-9]+[-+][a-z0-9+-]+$/u.test(word);
}
