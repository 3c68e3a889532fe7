// A headless Chromium for the tests of pages: one browser a test file, what went wrong in each page, and axe.

import type { Browser, BrowserContext, BrowserContextOptions } from "playwright-core";
import { afterAll, beforeAll, describe } from "vitest";
import type { Site } from "./browser-site.ts";
import {
  isContinuousIntegration,
  isInstalled,
  launch,
  newContext,
  type OpenPage,
  openIn,
  openPage,
} from "./chromium.ts";

export { type Site, serveFolder, servePage } from "./browser-site.ts";
export type { OpenPage } from "./chromium.ts";

/** What a test file has from `inBrowser`. */
export interface Harness {
  /** Opens a page in a context of its own (own storage, closed with the page), and waits until it is loaded. */
  readonly open: (url: string, options?: BrowserContextOptions) => Promise<OpenPage>;
  /** Closes a site after the last test of the file; gives it back. */
  readonly keep: (site: Site) => Site;
}

/**
 * A `describe` whose tests have a browser, started before the first and closed after the last. Without Chromium they
 * do not run, which one line on stderr says; where CI=true they fail instead.
 *
 * ```ts
 * inBrowser("the page", ({ open, keep }) => {
 *   let site: Site;
 *   beforeAll(async () => {
 *     site = keep(await servePage("test/support/pages/editor.ts"));
 *   });
 *   test("it says hello", async () => {
 *     const { page, problems, axe, close } = await open(site.url);
 *     await page.keyboard.type("hello");
 *     expect(await axe()).toEqual([]);
 *     expect(problems).toEqual([]);
 *     await close();
 *   });
 * });
 * ```
 */
export function inBrowser(name: string, body: (harness: Harness) => void): void {
  describeInBrowser(name, body, false);
}

/**
 * The same for pages that keep nothing in the browser: those that are opened with the same options share a profile, and Chromium
 * starts fewer processes.
 */
export function inOneProfile(name: string, body: (harness: Harness) => void): void {
  describeInBrowser(name, body, true);
}

function describeInBrowser(name: string, body: (harness: Harness) => void, isShared: boolean): void {
  if (!isInstalled && !isContinuousIntegration) {
    process.stderr.write(
      `SKIPPED, no Chromium: ${name}. Install it (apt-get install chromium) or set CHROMIUM.\n`,
    );
  }
  describe.runIf(isInstalled || isContinuousIntegration)(name, () => {
    const sites: Site[] = [];
    const profiles = new Map<string, Promise<BrowserContext>>();
    let browser: Browser | undefined;
    // Registered first, so that it runs before the hooks of the body.
    beforeAll(async () => {
      browser = await launch();
    });
    afterAll(async () => {
      await browser?.close();
      for (const site of sites) await site.close();
    });
    body({
      open: async (url, options) => {
        if (browser === undefined) throw new Error("There is no browser yet: open pages in tests and hooks");
        if (!isShared) return await openPage(browser, url, options);
        const key = JSON.stringify(options ?? {});
        const profile = profiles.get(key) ?? newContext(browser, options);
        profiles.set(key, profile);
        return await openIn(await profile, url);
      },
      keep: (site) => {
        sites.push(site);
        return site;
      },
    });
  });
}
