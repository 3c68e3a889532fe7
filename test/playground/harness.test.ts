// Tests the harness of the browser tests: whatever goes wrong in a page is reported.

import { expect, test } from "vitest";
import { inBrowser, servePage } from "../support/browser.ts";

inBrowser("the harness of browser tests", ({ open, keep }) => {
  const served = async (code: string): ReturnType<typeof open> =>
    await open(keep(await servePage("A page", { code })).url);

  test("console errors, uncaught errors and missing files are problems", async () => {
    const { page, problems, foreign, close } = await served(
      'console.error("said"); fetch("missing.json"); setTimeout(() => { throw new Error("thrown"); });',
    );
    await expect.poll(() => problems.join("\n"), { timeout: 15_000 }).toMatch(/404: .*missing\.json/);
    await expect.poll(() => problems.join("\n"), { timeout: 15_000 }).toMatch(/error: Error: thrown/);
    expect(problems).toContain("console: said");
    expect(foreign).toEqual([]);
    expect(await page.title()).toBe("A page");
    await close();
  });

  test("a request to another site is refused, and named", async () => {
    const { foreign, close } = await served('fetch("https://example.org/a").catch(() => {});');
    await expect.poll(() => foreign, { timeout: 15_000 }).toEqual(["https://example.org/a"]);
    await close();
  });

  test("axe finds the problems of a bad page, and nothing on a good one", async () => {
    const { page, axe, close } = await served("export {};");
    expect(await axe()).toEqual([]);
    await page.evaluate('document.querySelector("main").append(document.createElement("button"))');
    expect((await axe()).map(({ rule }) => rule)).toEqual(["button-name"]);
    expect(await axe("h1")).toEqual([]);
    await close();
  });
});
