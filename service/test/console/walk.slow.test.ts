// A person's walk through the console on the first project of `npm start`: open, review with the keyboard, apply, see an entity with its quote, revert. With
// PICTURES=1 in its environment it also takes the picture of the docs.

import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import { prepareFirstProject } from "../../src/first-project/first-project.ts";
import { inBrowser } from "../support/chromium.ts";
import { withPalette } from "../support/palette.ts";
import { startService } from "../support/service.ts";
import { openConsole, soon } from "./console.ts";

const service = await startService();

const picture = fileURLToPath(new URL("../../docs/pictures/review.png", import.meta.url));

inBrowser("in a browser", (browser) => {
  test("what the first loop found is reviewed, applied, seen and reverted", async () => {
    const folder = mkdtempSync(join(tmpdir(), "console-walk-"));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const settings = { piecesPerIteration: 8, workerSilenceMs: 15_000 };
    const { key } = await prepareFirstProject(
      service.database,
      join(folder, "first-key"),
      settings,
      () => undefined,
    );
    const { page, wrong } = await openConsole(browser(), service.url, key, { colorScheme: "light" });
    await page.getByRole("link", { name: /^Review [\d,]+ changes$/ }).press("Enter");
    await page.getByRole("link", { name: /entities.*relationships/ }).press("Enter");
    const bar = page.getByRole("region", { name: "Decision" });
    const detail = page.getByRole("article");
    await soon(async () => await bar.textContent()).toMatch(/0 accepted, 0 rejected, [\d,]+ left(?! of)/);

    for (const key of "aaaaaaaxaa") {
      await page.keyboard.press(key);
      await page.keyboard.press("Enter");
    }
    await soon(async () => await bar.textContent()).toContain("9 accepted, 1 rejected");
    await page.keyboard.press("e");
    await page.getByLabel("properties").fill('{"urgency": "high"}');
    await page.getByRole("button", { name: "Save" }).press("Enter");
    await soon(async () => await detail.textContent()).toContain("edited");
    await page.keyboard.press("k");
    await soon(async () => await detail.locator("mark").count()).toBeGreaterThan(0);
    await soon(async () => await detail.locator("figcaption").first().textContent()).not.toBe("Document");
    if (process.env["PICTURES"] === "1")
      writeFileSync(picture, withPalette(await page.screenshot({ scale: "css" })));
    expect(existsSync(picture), "Take it with PICTURES=1").toBe(true);

    await page.getByRole("button", { name: /^Apply [\d,]+ of [\d,]+$/ }).press("Enter");
    await soon(async () => await bar.textContent()).toMatch(/[\d,]+ changes applied/);
    await soon(async () => await detail.getByRole("link", { name: "open it" }).count()).toBe(1);
    const title = await detail.getByRole("heading", { level: 2 }).textContent();
    await detail.getByRole("link", { name: "open it" }).press("Enter");
    await soon(async () => `${title}`.endsWith((await page.locator("h1").textContent()) ?? "?")).toBe(true);
    await page.getByRole("button", { name: "Show in the document" }).first().press("Enter");
    await soon(async () => await page.locator("mark").count()).toBe(1);

    await page.goBack();
    await page.getByRole("button", { name: "Revert" }).press("Enter");
    await page.getByRole("button", { name: "Take back" }).press("Enter");
    await soon(async () => await bar.textContent()).toContain("Reverted: all is as it was before");
    expect(wrong).toEqual([]);
    await page.close();
  });
});
