// Tests offers at every place of every text of the fixtures: each does what it says and disturbs nothing.

import { describe, expect, test } from "vitest";
import { createLanguageService } from "../../src/exports/language-service.ts";
import { type Catalog, createCatalog } from "../../src/index.ts";
import { exampleNow } from "../support/example-catalog.ts";
import { NAMES } from "../support/words.ts";
import { problemOf, problemOfList } from "./support/applied.ts";
import { conformanceTexts, documentedTexts, hostileTexts } from "./support/texts.ts";

/** Names as the texts have them, and those that are hardest to write. */
const rows = [
  ...NAMES,
  "Sales CRM",
  "Inbox",
  "Company",
  "Sales",
  "gmail",
  "Google Mail",
  " a",
  'a "b" c',
  "(x",
  "\ud800",
  "a\u200bb",
].map((name, at) => ({ id: `id-${String(at)}`, name }));
const odd = createCatalog({ shapes: rows, sources: rows, types: rows.map(({ name }) => name) });
const catalogs: Readonly<Record<string, Catalog | undefined>> = { odd, none: undefined };

const texts: Readonly<Record<string, readonly string[]>> = {
  "the conformance cases": conformanceTexts(),
  "the hostile fixtures": hostileTexts(),
  "the examples of the diagnostics": documentedTexts(),
};

describe.each(Object.entries(catalogs))("with the catalog %s", (_, catalog) => {
  const service = createLanguageService({ catalog, now: exampleNow });

  test.each(Object.entries(texts))("each offer holds at the end of every prefix of %s", async (__, all) => {
    const prefixes = new Set(
      all.flatMap((text) => Array.from({ length: text.length + 1 }, (___, at) => text.slice(0, at))),
    );
    const problems: string[] = [];
    for (const text of prefixes) problems.push(...(await problemsAt(text, text.length)));
    expect(problems).toEqual([]);
  });

  test.each(Object.entries(texts))("each offer holds at every place in the middle of %s", async (__, all) => {
    const problems: string[] = [];
    for (const text of new Set(all)) {
      for (let offset = 0; offset <= text.length; offset++)
        problems.push(...(await problemsAt(text, offset)));
    }
    expect(problems).toEqual([]);
  });

  async function problemsAt(text: string, offset: number): Promise<readonly string[]> {
    const items = await service.complete(text, offset);
    const at = JSON.stringify(`${text.slice(0, offset)}|${text.slice(offset)}`);
    const list = problemOfList({ text, offset, items }, catalog, exampleNow);
    return [
      ...(list === undefined ? [] : [`${at}: ${list}`]),
      ...items.flatMap((item) => {
        const problem = problemOf({ text, offset }, item);
        return problem === undefined ? [] : [`${at}, ${item.kind} ${JSON.stringify(item.label)}: ${problem}`];
      }),
    ];
  }
});
