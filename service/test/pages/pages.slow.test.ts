// Tests the pages in a browser: they are accessible, load nothing from other origins, and work.

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { inBrowser } from "../support/chromium.ts";
import { startService } from "../support/service.ts";

const paths = ["/", "/docs", "/errors", "/docs/diagnostics", "/console"] as const;
const service = await startService();
const { key, post } = await service.caller();
await post("/v1/entities", { type: "Person", name: "Ada" });
const { body: source } = await post("/v1/sources", { name: "notes" });
await post(`/v1/sources/${source.id}/documents`, { title: "Minutes", text: "Ada renews Okta in May." });

// A limited key sees no documents.
const { body: limited } = await post("/v1/keys", { slice: "source:notes" });

inBrowser("in a browser", (browser) => {
  async function open(path: string, colorScheme: "light" | "dark" = "light", width = 1280) {
    const page = await browser().newPage({ colorScheme, viewport: { width, height: 800 } });
    const wrong: string[] = [];
    page.on("console", (message) => {
      // The console of the browser repeats every answer that is a problem.
      if (message.type() === "error" && !message.text().startsWith("Failed to load"))
        wrong.push(message.text());
    });
    page.on("pageerror", ({ message }) => wrong.push(message));
    page.on("request", (request) => {
      if (!request.url().startsWith(service.url) && !request.url().startsWith("data:"))
        wrong.push(request.url());
    });
    await page.goto(service.url + path);
    return { page, wrong };
  }

  test.each(paths)(
    "%s violates no rule of axe in a light, dark and narrow view, and logs no errors",
    async (path) => {
      for (const [scheme, width] of [
        ["light", 1280],
        ["dark", 390],
      ] as const) {
        const { page, wrong } = await open(path, scheme, width);
        expect(await violations(page)).toEqual([]);
        expect(await page.evaluate("document.documentElement.scrollWidth <= innerWidth")).toBe(true);
        expect(wrong).toEqual([]);
        await page.close();
      }
    },
    60_000,
  );

  test("the search box of the reference shows the operations that contain all words", async () => {
    const { page, wrong } = await open("/docs");
    await page.keyboard.press("/");
    await page.keyboard.type("slice promote PATCH");
    expect(await page.locator("section[data-words]:visible").count()).toBe(1);
    expect(await page.textContent("#found")).toBe("1 operation");
    expect(await page.locator("#updateSlice").isVisible()).toBe(true);
    await page.fill("#filter", "provenance");
    expect(await page.locator("#getEntity").isVisible()).toBe(true);
    await page.fill("#filter", "xyzzy");
    expect(await page.textContent("#found")).toBe("Nothing found; Esc clears");
    expect(await page.locator(".guide").isVisible()).toBe(true);
    await page.keyboard.press("Escape");
    expect(await page.locator("section[data-words]:visible").count()).toBeGreaterThan(20);
    expect(wrong).toEqual([]);
    await page.close();
  });

  test("the console counts, shows errors as text, keeps the key only in the tab, and forgets it", async () => {
    const { page, wrong } = await open("/console");
    await page.click("#query-form button");
    await expect.poll(async () => await page.textContent("#query-result")).toContain("401 Unauthenticated");
    await page.fill("#key", key);
    await page.click("#query-form button");
    await expect.poll(async () => await page.textContent("#query-result")).toContain("1 entity matches");
    await page.fill("#cql", 'after:2026-02-29 "<img src=x>"');
    await page.click("#query-form button");
    await expect.poll(async () => await page.textContent("#query-result")).toContain("is not a day");
    await page.fill("#cql", '"<img src=x>"');
    await page.click("#query-form button");
    await expect.poll(async () => await page.textContent("#query-result")).toContain("<img src=x>");
    expect(await page.locator("#query-result img").count()).toBe(0);
    await page.fill("#words", "ada nowhereland");
    await page.click("#search-form button");
    await expect
      .poll(async () => await page.textContent("#search-result"))
      .toContain("Ada (without nowhereland)");
    await page.fill("#words", "okta");
    await page.click("#search-form button");
    await expect.poll(async () => await page.textContent("#search-result")).toContain("documents (1)Minutes");
    await page.fill("#key", limited.key);
    await page.click("#search-form button");
    await expect.poll(async () => await page.textContent("#search-result")).toContain("documents (0)");
    await page.fill("#key", key);
    await page.reload();
    expect(await page.inputValue("#key")).toBe(key);
    expect(await page.evaluate("localStorage.length + document.cookie.length")).toBe(0);
    await page.click("#forget");
    expect(await page.evaluate("sessionStorage.length")).toBe(0);
    expect(wrong).toEqual([]);
    await page.close();
  });
});

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** The rules of axe that a page breaks. It is evaluated by the debugger, so that the policy of the page does not hold for it. */
async function violations(page: Page): Promise<readonly string[]> {
  await page.evaluate(axe);
  const found: readonly { readonly id: string; readonly nodes: readonly { readonly html: string }[] }[] =
    await page.evaluate("axe.run(document, { preload: false }).then(({ violations }) => violations)");
  return found.map(
    ({ id, nodes }) =>
      `${id}: ${nodes
        .slice(0, 3)
        .map((node) => node.html.slice(0, 160))
        .join("\n")}`,
  );
}
