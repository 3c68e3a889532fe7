// A headless Chromium: where it is, and pages of which everything that goes wrong is kept.

import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
} from "playwright-core";
import { root } from "../tidy/sources.ts";

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

/** Where Chromium is: the environment variable CHROMIUM and nowhere else, or where Linux distributions put it. */
const places: readonly string[] =
  process.env["CHROMIUM"] === undefined
    ? ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"]
    : [process.env["CHROMIUM"]];
const executable: string | undefined = places.find((path) => existsSync(path));

/** Whether there is one to launch. */
export const isInstalled: boolean = executable !== undefined;

/** Where a browser that is missing is a failure. */
export const isContinuousIntegration: boolean = /^(?:1|true)$/.test(process.env["CI"] ?? "");

const flags = [
  "--no-sandbox",
  "--disable-gpu",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** Starts a browser of its own, with an empty profile. */
export async function launch(): Promise<Browser> {
  if (executable === undefined) {
    throw new Error("There is no Chromium: install it (apt-get install chromium) or set CHROMIUM");
  }
  // Playwright makes an empty profile for each launch, and removes it.
  return await chromium.launch({ executablePath: executable, headless: true, args: flags });
}

/** Opens a page in a context of its own, and waits until it is loaded. */
export async function openPage(
  browser: Browser,
  url: string,
  options: BrowserContextOptions = {},
): Promise<OpenPage> {
  const context = await newContext(browser, options);
  return await openIn(context, url, context);
}

/** An empty profile. */
export async function newContext(
  browser: Browser,
  options: BrowserContextOptions = {},
): Promise<BrowserContext> {
  return await browser.newContext({ viewport: { width: 1280, height: 800 }, ...options });
}

/** Opens one of the pages of a context. What is `own` to it is watched, and closed with it: by itself the page alone. */
export async function openIn(context: BrowserContext, url: string, own?: BrowserContext): Promise<OpenPage> {
  const page = await context.newPage();
  const problems: string[] = [];
  const foreign: string[] = [];
  const isOwn = (address: string): boolean =>
    /^(?:data|blob|about):/.test(address) || address.startsWith(ownPartOf(url));
  await (own ?? page).route(
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
    close: async () => await (own ?? page).close(),
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
  // Without `preload`, by which axe would itself ask for style sheets, against the policy of the page; and without selectors, which it cannot
  // compute for an element that the page has replaced in the meantime.
  // Named by text, since these tests are compiled without the types of a browser.
  const found: readonly AxeResult[] = await page.evaluate(
    `axe.run(${JSON.stringify(selector ?? null)} ?? document, { preload: false, selectors: false }).then(({ violations }) => violations)`,
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
