// Wrong language services: a few questions catch every one of them, and not the right one.

import { describe, expect, test } from "vitest";
import { equals } from "../../src/exports/algebra.ts";
import type { createLanguageService, LanguageService } from "../../src/exports/language-service.ts";
import { compile, createCatalog, namesIn, parse } from "../../src/index.ts";
import { applyEdits } from "../../src/text/edits.ts";
import { exampleNow } from "../support/example-catalog.ts";
import { problemOf, problemOfList } from "../support/language-service/applied.ts";
import { readMarkdown } from "../support/language-service/commonmark.ts";
import { mutants } from "../support/language-service/mutants.ts";
import { mutated, unmutated } from "../support/mutated.ts";

interface Module {
  readonly createLanguageService: typeof createLanguageService;
}

const entry = "src/exports/language-service.ts";
const rows = ["Sales", "Sales CRM", "elanx", "Élan", "Inbox", "a`b", "\ud800"].map((name, at) => ({
  id: `i${String(at)}`,
  name,
}));
const catalog = createCatalog({ shapes: rows, sources: rows, types: ["Person", "Company"] });

test("there is no difference without a mistake", async () => {
  expect(await firstDifference(await unmutated<Module>(entry))).toBeUndefined();
});

describe("a mistake is caught", () => {
  test.each(mutants)("$file: $name", async ({ file, from, to }) => {
    expect(await firstDifference(await mutated<Module>(entry, `src/${file}`, from, to))).toBeDefined();
  });
});

test("there are at least fifteen, and no two of one name", () => {
  expect(mutants.length).toBeGreaterThanOrEqual(15);
  expect(new Set(mutants.map(({ name }) => name)).size).toBe(mutants.length);
});

async function firstDifference({ createLanguageService: create }: Module): Promise<string | undefined> {
  const service = create({ catalog, now: exampleNow, timeZone: "UTC" });
  return (
    (await offerDifference(service)) ??
    (await orderDifference(service)) ??
    renameDifference(service) ??
    (await hoverDifference(service))
  );
}

/** Small cuts of what the tests of every place and of the tables ask. */
const texts: readonly string[] = [
  'type:Person shape:"Sales CRM" after:3mo',
  'shape:"Sales type:Person source:x',
  'shape:"Inb"x type:A',
  "Type:Per shape:Élan before:2999-01-01",
  "ty:Person after:2026-11-05",
];

async function offerDifference(service: LanguageService): Promise<string | undefined> {
  for (const text of texts) {
    for (let offset = 0; offset <= text.length; offset++) {
      const items = await service.complete(text, offset);
      const problem =
        problemOfList({ text, offset, items }, catalog, exampleNow) ??
        items.map((item) => problemOf({ text, offset }, item)).find((each) => each !== undefined);
      if (problem !== undefined) return `${text} at ${String(offset)}: ${problem}`;
    }
  }
  for (const [text, labels] of ranks) {
    const items = await service.complete(text, text.length);
    const found = items.map(({ label }) => label).join();
    if (found !== labels) return `${text}: ${found}, not ${labels}`;
    // What of a value stands behind the cursor is a part of it.
    const [first] = await service.complete(`${text}xyz`, text.length);
    if (first !== undefined && first.edit.span.end !== text.length + 3) return `${text}: a part stays`;
  }
  return undefined;
}

const ranks: readonly (readonly [text: string, labels: string])[] = [
  ["shape:sales", "Sales,Sales CRM"],
  ["shape:elan", "Élan,elanx"],
  ["shape:nbx", ""],
  ["shape:", "Sales,Sales CRM,elanx,Élan,Inbox,a`b"],
  ["after:2026-1", "2026-10-01,2026-11-01"],
];

async function orderDifference(service: LanguageService): Promise<string | undefined> {
  for (const text of [
    "sort:x type:B shape:Inbox type:A type:B foo edge:y",
    "edge:a foo sort:x type:A",
    "before:1d after:7d after:7d",
  ]) {
    for (const { kind, edits, title } of await service.codeActions(text)) {
      if (kind !== "refactor.rewrite") continue;
      const [old, now] = [text, applyEdits(text, edits)].map((each) =>
        compile(each, { catalog, now: exampleNow }),
      );
      if (old?.ok !== true || now?.ok !== true) return `${title}: refused`;
      if (!equals(old.filter_definition, now.filter_definition)) return `${title}: another meaning`;
      if (old.scope_warnings.join() !== now.scope_warnings.join()) return `${title}: other warnings`;
      const terms = now.query.terms.map((term) =>
        term.kind === "text" ? "" : `${term.qualifier}:${term.value.text}`,
      );
      if (!title.startsWith("sort") && new Set(terms).size < terms.length) return `${title}: a name twice`;
    }
  }
  return undefined;
}

function renameDifference(service: LanguageService): string | undefined {
  const text = "shape:A source-shape:A source:A type:A";
  const edits = service.rename(text, 6, "new name");
  if (edits === null) return "refused";
  const names = namesIn(parse(applyEdits(text, edits)).query);
  const said = JSON.stringify(names);
  return said === '{"shapes":["new name"],"sources":["A"]}' ? undefined : said;
}

async function hoverDifference(service: LanguageService): Promise<string | undefined> {
  const said = (await service.hover("after:7d after:30d", 0))?.contents ?? "";
  if (!said.includes("`after:30d` is earlier, and counts")) return said;
  const hover = await service.hover("shape:a`b", 6);
  const read = JSON.stringify(readMarkdown(hover?.contents ?? "").at(1)?.[0]);
  return read === '{"text":"a`b","code":true}' ? undefined : read;
}
