// Checks what is offered at a cursor: one row is a text with `|` where the cursor is, and the offers it gets.

import { expect, test } from "vitest";
import {
  type CatalogSource,
  type CompletionItem,
  createLanguageService,
} from "../../../src/exports/language-service.ts";
import { type Catalog, createCatalog } from "../../../src/index.ts";
import { applyEdits } from "../../../src/text/edits.ts";
import { exampleNow } from "../../support/example-catalog.ts";

/** Shapes that begin alike, that need quotes, and that differ in case or accents; a source with two ids. */
const offeredCatalog: Catalog = createCatalog({
  shapes: [
    "Sales",
    "Sales CRM",
    "Inbox",
    "sales",
    "Café",
    "resale",
    "Old Sales",
    'the "big" one',
    "a\nb",
  ].map((name, at) => ({ id: `s${String(at)}`, name })),
  sources: [
    { id: "g1", name: "gmail" },
    { id: "g2", name: "Google Mail" },
    { id: "d1", name: "drive" },
    { id: "d2", name: "drive" },
  ],
  types: ["Person", "PersonProfile", "Company"],
});

/** What `|` in a text stands for. */
export function cursorIn(source: string): { readonly text: string; readonly offset: number } {
  const offset = source.indexOf("|");
  if (offset < 0) throw new Error(`there is no cursor in ${source}`);
  return { text: source.slice(0, offset) + source.slice(offset + 1), offset };
}

/** Everything that is offered at the cursor of a text. */
export async function offersAt(
  source: string,
  catalog: CatalogSource | null = offeredCatalog,
  now: number = exampleNow,
): Promise<readonly CompletionItem[]> {
  const { text, offset } = cursorIn(source);
  return await createLanguageService({ catalog: catalog ?? undefined, now }).complete(text, offset);
}

/** `label → the text after it`; the detail stands after the label where there is one, in parentheses. */
export function lineOf(source: string, { label, detail, edit }: CompletionItem): string {
  const said = detail === undefined ? "" : ` (${detail})`;
  return `${label}${said} → ${applyEdits(cursorIn(source).text, [edit])}`;
}

/** A text with its cursor, and the lines of all its offers; `…` stands for any further ones. */
export type OfferRow = readonly [source: string, ...lines: readonly string[]];

/** Makes a test of each named row. */
export function offers(
  rows: Readonly<Record<string, OfferRow>>,
  catalog: CatalogSource | null = offeredCatalog,
  now: number = exampleNow,
): void {
  test.each(Object.entries(rows))("%s", async (_, [source, ...lines]) => {
    const items = await offersAt(source, catalog, now);
    const all = items.map((item) => lineOf(source, item));
    const isOpen = lines.at(-1) === "…";
    expect(isOpen ? [...all.slice(0, lines.length - 1), "…"] : all).toEqual(lines);
  });
}
