// Tests the pages in a browser: they are accessible, load nothing from other origins, and are searched by keys alone.

import type { BrowserContextOptions, Page } from "playwright-core";
import { expect, test } from "vitest";
import { violationsOf } from "../support/axe.ts";
import { inBrowser } from "../support/chromium.ts";
import { startService } from "../support/service.ts";

const paths = ["/docs", "/errors", "/docs/diagnostics"] as const;
const service = await startService();

const looks: readonly (readonly [string, BrowserContextOptions])[] = [
  ["light", { colorScheme: "light" }],
  ["dark, on a phone", { colorScheme: "dark", viewport: { width: 390, height: 844 } }],
  ["forced colors", { forcedColors: "active" }],
];

inBrowser("in a browser", (browser) => {
  async function open(path: string, options: BrowserContextOptions = {}) {
    const page = await browser().newPage({ viewport: { width: 1280, height: 800 }, ...options });
    const wrong: string[] = [];
    page.on("console", (message) => {
      if (message.type() === "error") wrong.push(message.text());
    });
    page.on("pageerror", ({ message }) => wrong.push(message));
    page.on("request", (request) => {
      if (!request.url().startsWith(service.url) && !request.url().startsWith("data:"))
        wrong.push(request.url());
    });
    await page.goto(service.url + path, { timeout: 60_000 });
    return { page, wrong };
  }

  test.each(paths.flatMap((path) => looks.map(([name, options]) => [path, name, options] as const)))(
    "%s violates no rule of axe, and logs no errors: %s",
    async (path, _, options) => {
      const { page, wrong } = await open(path, options);
      // What is out of sight is not laid out, which axe would ask for again and again.
      await page.evaluate(laidOut);
      expect(await violationsOf(page)).toEqual([]);
      await page.fill("#box", "cursor");
      const inSearch =
        "axe.run('search', { preload: false }).then(({ violations }) => violations.map(({ id }) => id))";
      expect(await page.evaluate(inSearch)).toEqual([]);
      expect(wrong).toEqual([]);
      await page.close();
    },
    180_000,
  );

  test.each(paths)(
    "%s scrolls down only, from phones to large screens",
    async (path) => {
      const { page } = await open(`${path}?q=cursor`);
      for (const width of [360, 390, 768, 1280, 1920]) {
        await page.setViewportSize({ width, height: 800 });
        expect(await page.evaluate("document.documentElement.scrollWidth <= innerWidth"), String(width)).toBe(
          true,
        );
      }
      await page.close();
    },
    60_000,
  );

  test("the reference is searched by names, descriptions, permissions and codes, and shows where they are", async () => {
    const { page, wrong } = await open("/docs");
    await page.keyboard.press("/");
    await page.keyboard.type("delta_conflict revert");
    expect(await titles(page)).toEqual(["Revert an applied delta: take back all that it changed"]);
    expect(await page.locator(".hit mark").allTextContents()).toContain("delta_conflict");
    expect(await page.locator(".hit .where").first().textContent()).toBe("problem 409: delta_conflict ");
    await page.fill("#box", "PATCH promote");
    expect((await titles(page))[0]).toBe("Rename a slice, or promote it");
    // Of the body, and of an object that several operations show as a link.
    await page.fill("#box", "entityTypes");
    await expect.poll(async () => await titles(page)).toContain("Create a slice");
    expect((await titles(page))[0]).toBe("FilterDefinition");
    await page.fill("#box", "may propose loop");
    expect((await titles(page))[0]).toBe("Start a loop, or show what it would do");
    await page.fill("#box", "retries safe within 24 hours");
    expect((await titles(page)).length).toBeGreaterThan(3);
    await page.fill("#box", "createslice");
    expect((await titles(page))[0]).toBe("Create a slice");
    expect(wrong).toEqual([]);
    await page.close();
  }, 60_000);

  test("Enter goes to the first section found, arrows to others, and Escape comes back", async () => {
    const { page, wrong } = await open("/docs");
    await page.keyboard.press("/");
    await page.keyboard.type("external_id");
    const hrefs = await page.locator("a.hit").evaluateAll((links) => links.map((link) => link.hash));
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowUp");
    expect(await page.evaluate("document.activeElement.hash")).toBe(hrefs[1]);
    await page.keyboard.press("Escape");
    expect(await page.evaluate("document.activeElement.id")).toBe("box");
    await page.keyboard.press("Enter");
    expect(page.url()).toBe(`${service.url}/docs?q=external_id${hrefs[0]}`);
    expect(await page.locator("#hits").isVisible()).toBe(false);
    expect(await page.evaluate("CSS.highlights.get('found').size")).toBeGreaterThan(0);
    expect(await page.locator(":target .anchor:focus").count()).toBe(1);
    // Letters that are typed in the list go into the box.
    await page.keyboard.press("/");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.type("x");
    expect(await page.inputValue("#box")).toContain("x");
    await page.keyboard.press("Escape");
    expect(await page.inputValue("#box")).toBe("");
    expect(new URL(page.url()).search).toBe("");
    expect(wrong).toEqual([]);
    await page.close();
  }, 60_000);

  test("an answer that is folded opens where a word of it was looked for", async () => {
    const { page } = await open("/docs");
    await page.fill("#box", "getentity relationships");
    await page.keyboard.press("Enter");
    expect(await page.locator("#getEntity details[open]").count()).toBe(1);
    await page.close();
  }, 60_000);

  test("where nothing is found, a sentence says so, the page stays, and one press clears", async () => {
    const { page, wrong } = await open("/docs");
    await page.fill("#box", "memory xyzzy");
    expect(await page.textContent("#found")).toBe("Nothing on this page has “xyzzy”.");
    expect(await page.locator("#createSlice").count()).toBe(1);
    expect(await page.locator("main h1").isVisible()).toBe(true);
    await page.fill("#box", "stats getlivez");
    expect(await page.textContent("#found")).toBe(
      "Nothing here has all of “stats”, “getlivez”: leave one out.",
    );
    await page.fill("#box", "<img src=x onerror=alert(1)>");
    expect(await page.textContent("#found")).toContain("“<img”");
    expect(await page.locator("#hits img").count()).toBe(0);
    await page.getByRole("button", { name: "Clear the search" }).click();
    expect(await page.inputValue("#box")).toBe("");
    expect(await page.locator("#hits").isVisible()).toBe(false);
    expect(wrong).toEqual([]);
    await page.close();
  }, 60_000);

  test("a search is a link, and so is what it finds", async () => {
    const { page } = await open("/docs");
    await page.fill("#box", "idempotency");
    await expect.poll(() => page.url()).toBe(`${service.url}/docs?q=idempotency`);
    expect(await page.locator(".hit").count()).toBeLessThanOrEqual(12);
    await page.getByRole("button", { name: /^Show all/ }).click();
    await expect.poll(async () => await page.locator(".hit").count()).toBeGreaterThan(12);
    await page.reload();
    await page.waitForSelector(".hit");
    await page.close();
    const linked = (await open("/docs?q=cql#createSlice")).page;
    expect(await linked.locator("#hits").isVisible()).toBe(false);
    expect(await linked.inputValue("#box")).toBe("cql");
    expect(await linked.locator("#createSlice h3").isVisible()).toBe(true);
    expect(await linked.evaluate("CSS.highlights.get('found').size")).toBeGreaterThan(0);
    await linked.close();
  }, 60_000);

  test("the errors and the diagnostics are searched as well", async () => {
    for (const [path, words, id] of [
      ["/errors", "another path, project", "idempotency_key_reused"],
      ["/docs/diagnostics", "29 February", "date-nonexistent"],
    ] as const) {
      const { page } = await open(`${path}?q=${id}`);
      await page.waitForSelector(".hit");
      expect((await titles(page))[0]).toBe(id);
      await page.fill("#box", words);
      await expect.poll(async () => await titles(page)).toContain(id);
      await page.close();
    }
  }, 60_000);

  test("without JavaScript everything is there, and no box that does nothing", async () => {
    const { page } = await open("/docs?q=xyzzy", { javaScriptEnabled: false });
    expect(await page.locator("search").isVisible()).toBe(false);
    expect(await page.locator("#createSlice h3").isVisible()).toBe(true);
    expect(await page.locator("button.copy:visible").count()).toBe(0);
    await page.close();
  }, 60_000);
});

/** Lays out all of the page. */
const laidOut = `{
  const sheet = new CSSStyleSheet();
  sheet.replaceSync("* { content-visibility: visible !important; }");
  document.adoptedStyleSheets.push(sheet);
}`;

/** What is found, as it stands in the list. */
async function titles(page: Page): Promise<readonly string[]> {
  return await page.locator(".hit .title").allTextContents();
}
