// Measures the extractor on the labelled texts, for the tables of README.md.

import { createPatternExtractor } from "../src/pattern.ts";
import {
  type Counts,
  countsOf,
  type Facts,
  factsOf,
  firstProject,
  type Labelled,
  labelled,
  sumOf,
} from "./labelled.ts";

const kinds: readonly (readonly [string, readonly Labelled[]])[] = [
  ["changelogs of the first project", firstProject()],
  ["other changelogs", labelled("changelogs")],
  ["notes", labelled("notes")],
  ["mails", labelled("mails")],
  ["calls, reviews and chats", labelled("talks")],
];

/** Those that do not all have the same form. */
export const texts: readonly Labelled[] = kinds.slice(1).flatMap(([, ofKind]) => ofKind);

/** The head of the table. */
export const headings: readonly string[] = [
  "| texts | number | entities: P R F1 | properties: P R F1 | relationships: P R F1 |",
  "|---|---|---|---|---|",
];

/** The rows of the table: kind and half, number of texts, then precision, recall and F1 for entities, properties and relationships. */
export async function figures(isSecond: boolean): Promise<readonly string[]> {
  const rows: string[] = [];
  for (const [kind, texts] of kinds)
    for (const isHeldOut of [false, true]) {
      const half = texts.filter((text) => text.isHeldOut === isHeldOut);
      const found: Facts[] = [];
      for (const text of half) found.push(await read(text, isSecond));
      const cells = (["entities", "properties", "relationships"] as const).map((key) =>
        cell(sumOf(half.map(({ gold }, at) => countsOf(found[at]?.[key] ?? new Set(), gold[key])))),
      );
      rows.push(`| ${kind}, ${isHeldOut ? "held out" : "tuned"} | ${half.length} | ${cells.join(" | ")} |`);
    }
  return rows;
}

async function read({ text, wanted }: Labelled, isSecond: boolean): Promise<Facts> {
  const extractor = createPatternExtractor();
  const { signal } = new AbortController();
  const first = await extractor.read({ title: null, text }, wanted, { signal });
  return factsOf(isSecond ? await extractor.read({ title: null, text }, wanted, { signal, first }) : first);
}

/** Precision, recall, F1, and of how many. */
function cell({ found, gold, right }: Counts): string {
  const figure = (value: number): string => value.toFixed(2).replace(/^0/u, "");
  return `${figure(right / found)} ${figure(right / gold)} **${figure((2 * right) / (found + gold))}** of ${gold}`;
}
