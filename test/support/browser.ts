// A headless Chromium for the tests of pages: one browser a test file, what went wrong in each page, and axe.

import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { type Browser, type BrowserContextOptions, chromium, type Page } from "playwright-core";
import { afterAll, beforeAll, describe } from "vitest";
import { root } from "../tidy/sources.ts";
import type { Site } from "./browser-site.ts";

export { type Site, serveFolder, servePage } from "./browser-site.ts";

/** One rule of axe that a page breaks, and the elements that break it, as HTML and why. */
export interface Violation {
  readonly rule: string;
  readonly help: string;
  readonly elements: readonly string[];
}

/** A page that is open. `problems` and `foreign` grow as it runs; a test ends with both being empty. */
export interface OpenPage {
  /** The page of playwright-core: `page.keyboard`, `page.locator(…)`, `page.evaluate(…)`. */
  readonly page: Page;
  /** Console errors, uncaught errors, and answers with an error status, as lines. */
  readonly problems: readonly string[];
  /** Requests to anywhere but the page's own origin, each of which was refused. */
  readonly foreign: readonly string[];
  /** What axe finds on the page, or in the part of it that a selector names. */
  readonly axe: (selector?: string) => Promise<readonly Violation[]>;
  /** Writes `coverage/screenshots/NAME.png`, which is not in git, and gives its path. */
  readonly screenshot: (name: string) => Promise<string>;
  readonly close: () => Promise<void>;
}

/** What a test file has from `inBrowser`. */
export interface Harness {
  /** Opens a page in a context of its own (own storage, closed with the page), and waits until it is loaded. */
  readonly open: (url: string, options?: BrowserContextOptions) => Promise<OpenPage>;
  /** Closes a site after the last test of the file; gives it back. */
  readonly keep: (site: Site) => Site;
}

/** Where Chromium is: the environment variable CHROMIUM and nowhere else, or where Linux distributions put it. */
const places: readonly string[] =
  process.env["CHROMIUM"] === undefined
    ? ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"]
    : [process.env["CHROMIUM"]];
const executable: string | undefined = places.find((path) => existsSync(path));

const isContinuousIntegration = /^(?:1|true)$/.test(process.env["CI"] ?? "");

const flags = [
  "--no-sandbox",
  "--disable-gpu",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

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
  if (executable === undefined && !isContinuousIntegration) {
    process.stderr.write(
      `SKIPPED, no Chromium: ${name}. Install it (apt-get install chromium) or set CHROMIUM.\n`,
    );
  }
  describe.runIf(executable !== undefined || isContinuousIntegration)(name, () => {
    const sites: Site[] = [];
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
        return await openPage(browser, url, options);
      },
      keep: (site) => {
        sites.push(site);
        return site;
      },
    });
  });
}

async function launch(): Promise<Browser> {
  if (executable === undefined) {
    throw new Error("There is no Chromium: install it (apt-get install chromium) or set CHROMIUM");
  }
  // Playwright makes an empty profile for each launch, and removes it.
  return await chromium.launch({ executablePath: executable, headless: true, args: flags });
}

async function openPage(
  browser: Browser,
  url: string,
  options: BrowserContextOptions = {},
): Promise<OpenPage> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, ...options });
  const page = await context.newPage();
  const problems: string[] = [];
  const foreign: string[] = [];
  const isOwn = (address: string): boolean =>
    /^(?:data|blob|about):/.test(address) || address.startsWith(ownPartOf(url));
  await context.route(
    ({ href }) => !isOwn(href),
    async (route) => {
      foreign.push(route.request().url());
      await route.abort();
    },
  );
  page.on("console", (message) => {
    if (message.type() === "error") problems.push(`console: ${message.text()}`);
  });
  page.on("pageerror", (error) => problems.push(`error: ${error.stack ?? error.message}`));
  page.on("response", (response) => {
    if (response.status() >= 400) problems.push(`${String(response.status())}: ${response.url()}`);
  });
  await page.goto(url, { waitUntil: "load" });
  return {
    page,
    problems,
    foreign,
    axe: async (selector) => await violationsOf(page, selector),
    screenshot: async (name) => {
      const path = join(root, "coverage/screenshots", `${name}.png`);
      await page.screenshot({ path, animations: "disabled" });
      return path;
    },
    close: async () => await context.close(),
  };
}

/** What all addresses of a page's own site begin with; of a file, its folder. */
function ownPartOf(url: string): string {
  const { protocol, origin } = new URL(url);
  return protocol === "file:" ? new URL(".", url).href : `${origin}/`;
}

async function violationsOf(page: Page, selector: string | undefined): Promise<readonly Violation[]> {
  const isThere: boolean = await page.evaluate("typeof axe === 'object'");
  if (!isThere) await page.evaluate(axeSource());
  // Without `preload`, by which axe would itself ask for style sheets, against the policy of the page.
  // Named by text, since these tests are compiled without the types of a browser.
  const found: readonly AxeResult[] = await page.evaluate(
    `axe.run(${JSON.stringify(selector ?? null)} ?? document, { preload: false }).then(({ violations }) => violations)`,
  );
  return found.map(({ id, help, nodes }) => ({
    rule: id,
    help,
    elements: nodes.map(({ html, failureSummary }) => `${html}: ${failureSummary ?? ""}`),
  }));
}

/** The part that is read of what axe gives. */
interface AxeResult {
  readonly id: string;
  readonly help: string;
  readonly nodes: readonly { readonly html: string; readonly failureSummary?: string }[];
}

/** Evaluated by the debugger and not as a script of the page, so that a content security policy lets it in. */
function axeSource(): string {
  return readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
}
