// Builds the examples of pages as their users do, with Vite, and uses them in a browser.

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "vite";
import { afterAll, beforeAll, expect, test } from "vitest";
import { inBrowser, serveFolder } from "../support/browser.ts";
import { root } from "../tidy/sources.ts";

const folder = mkdtempSync(join(tmpdir(), "slice-cql-examples-"));
afterAll(() => rmSync(folder, { recursive: true }));
beforeAll(async () => {
  for (const example of ["react", "vite"])
    await build({
      root: join(root, "examples", example),
      build: { outDir: join(folder, example) },
      logLevel: "error",
    });
});

inBrowser("a page", ({ open, keep }) => {
  test("built with React searches on Enter, and shows problems", async () => {
    const { page, problems, foreign, axe, close } = await open(
      keep(await serveFolder(join(folder, "react"))).url,
    );
    const box = page.getByRole("textbox", { name: "Search" });
    await box.fill('type:Deal shape:"Sales CRM"');
    await box.press("Escape");
    await box.press("Enter");
    await page.getByText("Harbour crane").waitFor();
    expect(await page.getByRole("list", { name: "Found" }).innerText()).toBe("Harbour crane");
    await box.fill("type:Deal after:7days");
    await box.press("Escape");
    await box.press("Enter");
    await page.getByRole("list", { name: "Problems" }).getByRole("listitem").first().waitFor();
    expect(await page.getByRole("list", { name: "Found" }).innerText()).toBe("");
    expect(await axe()).toEqual([]);
    expect({ problems, foreign }).toEqual({ problems: [], foreign: [] });
    await close();
  });

  test("built without a framework checks while typing, and fixes", async () => {
    const { page, problems, foreign, axe, close } = await open(
      keep(await serveFolder(join(folder, "vite"))).url,
    );
    expect(await page.locator("#problems").innerText()).toContain("unknown-qualifier");
    await page.getByRole("button", { name: "Fix" }).click();
    expect(await page.getByRole("textbox", { name: "Query" }).inputValue()).toBe("type:Person after:7d");
    expect(await page.locator("#problems").innerText()).toBe("");
    await page.getByRole("textbox", { name: "Query" }).fill("Type:Person");
    expect(await page.locator("#problems").innerText()).toContain("qualifier-case");
    expect(await axe()).toEqual([]);
    expect({ problems, foreign }).toEqual({ problems: [], foreign: [] });
    await close();
  });
});
