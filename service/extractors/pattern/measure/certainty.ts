// Measures how often finds are right, by what supports them, for the certainties of the extractor and the table of README.md.

import { type Certainties, supports } from "../src/certainty.ts";
import { createPatternExtractor } from "../src/pattern.ts";
import { factsOf, type Labelled, labelled } from "./labelled.ts";

/** Finds with one kind of support, and how many of them are right. */
export interface Measured {
  readonly found: number;
  readonly right: number;
}

/** One half of the texts that were not used to write the rules: 02, 06, 10 … calibrate, 04, 08, 12 … check. */
export type Half = "calibrating" | "checking";

/** The head of the table. */
export const certaintyHeadings: readonly string[] = [
  "| support | certainty | right of found, calibrating | right of found, checking |",
  "|---|---|---|---|",
];

/** What is right of what was found, for each kind of support. */
export async function measureCertainty(half: Half): Promise<readonly Measured[]> {
  const counts = supports.map(() => ({ found: 0, right: 0 }));
  for (const text of textsOf(half)) {
    const { entities, relationships } = await read(text);
    const singles: readonly Single[] = [
      ...entities.map((find) => ({
        find,
        facts: factsOf({ ...none, entities: [find] }).entities,
        key: "entities" as const,
      })),
      ...relationships.map((find) => ({
        find,
        facts: factsOf({ ...none, relationships: [find] }).relationships,
        key: "relationships" as const,
      })),
    ];
    for (const { find, facts, key } of singles) {
      const count = counts[find.certainty ?? 0];
      const [fact = ""] = facts;
      if (count === undefined) continue;
      count.found += 1;
      if (text.gold[key].has(fact)) count.right += 1;
    }
  }
  return counts;
}

/** The certainty that such counts show: with one more right and one more wrong, as few texts prove little. */
export function certaintyOf({ found, right }: Measured): number {
  return Math.round((100 * (right + 1)) / (found + 2)) / 100;
}

/** The mean square of what confidences are off, for the certainties and for one number for all finds. */
export function errorOf(measured: readonly Measured[], certainties: readonly number[]): number {
  const total = measured.reduce((sum, { found }) => sum + found, 0);
  const squares = measured.map(({ found, right }, at) => {
    const certainty = certainties[at] ?? 0;
    return right * (1 - certainty) ** 2 + (found - right) * certainty ** 2;
  });
  return squares.reduce((sum, each) => sum + each, 0) / total;
}

/** The rows of the table. */
export async function certaintyRows(known: Certainties): Promise<readonly string[]> {
  const [calibrating, checking] = [await measureCertainty("calibrating"), await measureCertainty("checking")];
  return supports.map((support, at) => {
    const cells = [calibrating, checking].map((half) => `${half[at]?.right ?? 0} of ${half[at]?.found ?? 0}`);
    return `| ${support} | ${known[support].toFixed(2)} | ${cells.join(" | ")} |`;
  });
}

interface Single {
  readonly find: { readonly certainty?: number | undefined };
  readonly facts: ReadonlySet<string>;
  readonly key: "entities" | "relationships";
}

const none = { entities: [], relationships: [], usage: { inputTokens: 0, outputTokens: 0 } };

function textsOf(half: Half): readonly Labelled[] {
  const rest = half === "calibrating" ? 2 : 0;
  return ["changelogs", "notes", "mails", "talks"]
    .flatMap(labelled)
    .filter(({ name }) => Number(name.slice(0, 2)) % 4 === rest);
}

/** A reading whose certainties are the places of their kinds among the supports. */
async function read({ text, wanted }: Labelled) {
  const { signal } = new AbortController();
  return await createPatternExtractor(places).read({ title: null, text }, wanted, { signal });
}

const places: Certainties = {
  identifier: supports.indexOf("identifier"),
  "form, several words": supports.indexOf("form, several words"),
  "form, one word": supports.indexOf("form, one word"),
  "name, again": supports.indexOf("name, again"),
  "name, once": supports.indexOf("name, once"),
  guess: supports.indexOf("guess"),
  "single word": supports.indexOf("single word"),
  "relationship by form": supports.indexOf("relationship by form"),
  "relationship by a word between": supports.indexOf("relationship by a word between"),
  "relationship by a word near": supports.indexOf("relationship by a word near"),
};
