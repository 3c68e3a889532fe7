// Holds the harness of the browser tests: what goes wrong in a page does not go by unseen.

import { expect, test } from "vitest";
import { inBrowser, servePage } from "../support/browser.ts";

inBrowser("the harness of browser tests", ({ open, keep }) => {
  const served = async (code: string): ReturnType<typeof open> =>
    await open(keep(await servePage("A page", { code })).url);

  test("errors on the console, errors that nobody catches, and files that are not there are problems", async () => {
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

  test("a request to anywhere else is refused, and named", async () => {
    const { foreign, close } = await served('fetch("https://example.org/a").catch(() => {});');
    await expect.poll(() => foreign, { timeout: 15_000 }).toEqual(["https://example.org/a"]);
    await close();
  });

  test("axe finds what is wrong on a page, and nothing on one that is right", async () => {
    const { page, axe, close } = await served("export {};");
    expect(await axe()).toEqual([]);
    await page.evaluate('document.querySelector("main").append(document.createElement("button"))');
    expect((await axe()).map(({ rule }) => rule)).toEqual(["button-name"]);
    expect(await axe("h1")).toEqual([]);
    await close();
  });
});
