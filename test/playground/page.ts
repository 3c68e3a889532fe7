// The playground in a browser, as its tests use it: open it with settings, type, read what it says. All share one page, as to open it costs most.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { BrowserContextOptions, Page } from "playwright-core";
import { expect } from "vitest";
import { compilePredicate } from "../../src/exports/predicate.ts";
import { type CatalogData, compile, createCatalog } from "../../src/index.ts";
import type { Harness, OpenPage, Site } from "../support/browser.ts";
import { root } from "../tidy/sources.ts";

/** What a link sets, or the part after `#` as it is. */
export type Link = Readonly<Record<string, string>> | string;

/** The playground, open. */
export interface Playground extends OpenPage {
  /** Puts the cursor into the editor, removes the text, and types. */
  readonly type: (query: string) => Promise<void>;
  /** Opens another link in the same tab, which sets all that a link can set; quicker than reopening the page. */
  readonly visit: (link: Link) => Promise<void>;
  readonly query: () => Promise<string>;
  /** The number that is shown; null where none is. */
  readonly count: () => Promise<number | null>;
  readonly text: (selector: string) => Promise<string>;
}

/** What the tests of a page share: the page itself, and what opens another one. */
export interface Shared extends Pick<Harness, "open"> {
  readonly site: () => Site;
  readonly playground: () => Playground;
}

/** The present that the page opens with, which is also that of `slices.json`. */
export const pageNow = "2026-09-30T12:00:00.000Z";

const data: CatalogData = JSON.parse(readFileSync(join(root, "fixtures/debian/catalog.json"), "utf8"));
const entities: readonly unknown[] = readFileSync(join(root, "fixtures/debian/entities.ndjson"), "utf8")
  .trimEnd()
  .split("\n")
  .map((line): unknown => JSON.parse(line));

/** Opens the built page, with these parts in its link. */
export async function openPlayground(
  { open }: Pick<Harness, "open">,
  site: Site,
  link: Link = {},
  options: BrowserContextOptions = {},
): Promise<Playground> {
  const hash = hashOf(link);
  const opened = await open(`${site.url}playground/${hash === "" ? "" : `#${hash}`}`, options);
  return playgroundOf(opened);
}

/** The playground on a page that is open. */
export function playgroundOf(opened: OpenPage): Playground {
  const { page } = opened;
  let visits = 0;
  return {
    ...opened,
    type: async (query) => {
      await page.locator(".cm-content").click();
      await page.keyboard.press("Control+a");
      await page.keyboard.press("Delete");
      await page.keyboard.type(query);
    },
    visit: async (link) => {
      visits += 1;
      // Two links that are the same would be no change to the browser.
      const hash = `#${hashOf(link)}&visit=${String(visits)}`;
      // The page hears of it first, and shows it with the next frame.
      await page.evaluate(`new Promise((done) => {
        const shown = () => requestAnimationFrame(() => requestAnimationFrame(done));
        addEventListener("hashchange", shown, { once: true });
        location.hash = ${JSON.stringify(hash)};
      })`);
    },
    query: async () => await queryOf(page),
    count: async () => {
      const shown: string | null = await page.evaluate(
        `document.querySelector("#found .count")?.getAttribute("data-count") ?? null`,
      );
      return shown === null ? null : Number(shown);
    },
    text: async (selector) => await page.locator(selector).innerText(),
  };
}

function hashOf(link: Link): string {
  return typeof link === "string" ? link : new URLSearchParams(link).toString();
}

/** How many of the real entities a query finds, by the predicate and not by the table that the page uses. */
export function countOf(query: string, now: string = pageNow): number {
  const result = compile(query, { catalog: createCatalog(data), now: Date.parse(now) });
  if (!result.ok) throw new Error(`${query} is refused`);
  return entities.filter(compilePredicate(result.filter_definition)).length;
}

/** Waits until what is asked for is so: a page needs its time, and a busy machine more. */
export function eventually<Value>(
  ask: () => Value | Promise<Value>,
  hint = "",
): ReturnType<typeof expect.poll> {
  return expect.poll(ask, { timeout: 15_000, interval: 25, message: hint });
}

/** Nothing went wrong in the page, and nothing was asked of anybody else. */
export function isFine({ problems, foreign }: OpenPage): void {
  expect({ problems, foreign }).toEqual({ problems: [], foreign: [] });
}

/** The lines of the editor without the hints that it shows between them. */
async function queryOf(page: Page): Promise<string> {
  return await page.evaluate(
    `Array.from(document.querySelectorAll(".cm-line"), (line) => {
      const copy = line.cloneNode(true);
      for (const hint of copy.querySelectorAll("[contenteditable=false]")) hint.remove();
      return copy.textContent;
    }).join("\\n")`,
  );
}
