// Tests the feed of a slice in the console: what changes is shown as it happens, with names and reasons, and what is new since the last visit is marked.

import { writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { pruneLogs } from "../../src/log/prune.ts";
import { written } from "../live/following.ts";
import { violationsOf } from "../support/axe.ts";
import { inBrowser } from "../support/chromium.ts";
import { type Caller, callerWith, startService } from "../support/service.ts";
import { openConsole, soon } from "./console.ts";

const service = await startService();

async function createSlice(who: Caller, name: string, cql = "type:Deal"): Promise<string> {
  return (await who.post("/v1/slices", { name, cql })).body.id;
}

const looks = [
  { colorScheme: "light", viewport: { width: 1280, height: 800 } },
  { colorScheme: "dark", viewport: { width: 390, height: 800 } },
  { forcedColors: "active", viewport: { width: 1920, height: 1000 } },
  { colorScheme: "light", viewport: { width: 360, height: 740 } },
] as const;

inBrowser("in a browser", (browser) => {
  test("who enters a slice, leaves it or is changed in it is shown as it happens", async () => {
    const who = await service.caller();
    const id = await createSlice(who, "Deals");
    const { page, wrong, go } = await openConsole(browser(), service.url, who.key);
    await go(`#/slices/${id}`);
    const feed = page.getByRole("region", { name: "Changes" });
    await soon(async () => await feed.textContent()).toContain("shown here as it happens");
    const [acme = ""] = await written(who, [
      { type: "Deal", name: "Acme" },
      { type: "Person", name: "Ada" },
    ]);
    const rows = feed.getByRole("listitem");
    await soon(async () => await rows.allTextContents()).toEqual([
      expect.stringMatching(/^entered.*Acme: it was written.*(?:now|ago)$/),
    ]);
    expect(await feed.locator(".fresh").count()).toBe(0);
    expect(await rows.getByRole("link").getAttribute("href")).toBe(`#/entities/${acme}`);
    const exact = await rows.locator("time").getAttribute("title");
    expect(exact).toMatch(/^\d{4}-\d\d-\d\dT.*Z$/);
    await who.call("PATCH", `/v1/entities/${acme}`, { body: { properties: { value: 3 } } });
    await soon(async () => await rows.first().textContent()).toMatch(/^changed.*stays in the slice/);
    await who.call("DELETE", `/v1/entities/${acme}`);
    await soon(async () => await rows.first().textContent()).toMatch(/^left.*deleted/);
    expect(await rows.count()).toBe(3);
    await written(who, [{ type: "Deal", name: "Bell" }]);
    await feed.getByRole("button", { name: "Read the list below again" }).click();
    await soon(async () => await page.getByRole("list", { name: "Entities" }).textContent()).toContain(
      "Bell",
    );
    expect(wrong).toEqual([]);
    await page.close();
  });

  test("what is new since the last visit is marked, and counted in the list of slices", async () => {
    const who = await service.caller();
    const [id, other] = [await createSlice(who, "Deals"), await createSlice(who, "Others")];
    const { page, wrong, go } = await openConsole(browser(), service.url, who.key);
    await go(`#/slices/${id}`);
    const feed = page.getByRole("region", { name: "Changes" });
    await soon(async () => await feed.textContent()).toContain("as it happens");
    await go("#/slices");
    await written(who, [
      { type: "Deal", name: "Acme" },
      { type: "Deal", name: "Bell" },
    ]);
    await go("#/");
    await go("#/slices");
    const list = page.getByRole("list", { name: "Slices" });
    await soon(async () => await list.textContent()).toContain("2 new since you last looked");
    expect(await list.locator(".fresh").count()).toBe(1);
    await page.reload();
    await go(`#/slices/${id}`);
    await soon(async () => await feed.textContent()).toContain("2 changes since your last visit. That was");
    expect(await feed.locator(".fresh").count()).toBe(2);
    await written(who, [{ type: "Deal", name: "Cern" }]);
    await soon(async () => await feed.getByRole("listitem").count()).toBe(3);
    expect(await feed.locator(".fresh").count()).toBe(2);
    await go(`#/slices/${other}`);
    await go(`#/slices/${id}`);
    await soon(async () => await feed.textContent()).toContain("Nothing has changed since your last visit.");
    const kept = await page.evaluate<string>("JSON.stringify(localStorage)");
    expect(kept).toContain(id);
    expect(kept).not.toMatch(/Acme|Deal|slice-[\w-]{20}/);
    expect(kept).not.toContain(who.key);
    expect(wrong).toEqual([]);
    await page.close();
  });

  test("a visit that is too long ago, begins anew and says so", async () => {
    const who = await service.caller();
    const id = await createSlice(who, "Deals");
    const { page, go } = await openConsole(browser(), service.url, who.key);
    const feed = page.getByRole("region", { name: "Changes" });
    await go(`#/slices/${id}`);
    await soon(async () => await feed.textContent()).toContain("as it happens");
    await go("#/slices");
    await written(who, [{ type: "Deal", name: "Acme" }]);
    await pruneLogs(service.database, { days: 0, rows: 1_000_000 });
    await page.reload();
    await soon(async () => await page.locator("main").textContent()).toContain(
      "not looked at for longer than changes are kept",
    );
    await go(`#/slices/${id}`);
    await soon(async () => await feed.textContent()).toContain("longer ago than changes are kept");
    await written(who, [{ type: "Deal", name: "Bell" }]);
    await soon(async () => await feed.getByRole("listitem").allTextContents()).toEqual([
      expect.stringContaining("Bell"),
    ]);
    await page.close();
  });

  test("a visit with a key that sees less is nothing to compare with", async () => {
    const who = await service.caller();
    await written(who, [{ type: "Deal", name: "Acme" }]);
    const made = await who.post("/v1/keys", { slice: "type:Deal" });
    const limited = callerWith(service.url, { ...who, key: made.body.key, keyId: made.body.id });
    const id = await createSlice(limited, "Deals");
    const { page, go } = await openConsole(browser(), service.url, limited.key);
    await go(`#/slices/${id}`);
    const main = page.locator("main");
    await soon(async () => await main.textContent()).toContain("as it happens");
    await page.getByRole("button", { name: "Forget the key" }).click();
    await page.fill("input[name=key]", who.key);
    await page.keyboard.press("Enter");
    await page.waitForSelector("nav.rail");
    await go(`#/slices/${id}`);
    await soon(async () => await main.textContent()).toContain("a key that sees more or less of the slice");
    await page.close();
  });

  test("a stream that is refused says why, and goes on from where it was", async () => {
    const who = await service.caller();
    const id = await createSlice(who, "Deals");
    const { page, go } = await openConsole(browser(), service.url, who.key);
    let isRefused = true;
    await page.route("**/stream?*", async (route) => {
      const body = {
        type: "",
        title: "",
        status: 403,
        code: "forbidden",
        detail: "Not today.",
        request_id: "req_1",
      };
      if (isRefused)
        await route.fulfill({
          status: 403,
          contentType: "application/problem+json",
          body: JSON.stringify(body),
        });
      else await route.continue();
    });
    await go(`#/slices/${id}`);
    const feed = page.getByRole("region", { name: "Changes" });
    await soon(async () => await feed.getByRole("alert").textContent()).toContain("Not today.");
    await written(who, [{ type: "Deal", name: "Acme" }]);
    isRefused = false;
    await feed.getByRole("button", { name: "Try again" }).click();
    await soon(async () => await feed.getByRole("listitem").allTextContents()).toEqual([
      expect.stringContaining("Acme"),
    ]);
    expect(await feed.getByRole("alert").count()).toBe(0);
    await page.close();
  });

  test.each(looks)("it is accessible, and fits: %o", async (look) => {
    const who = await service.caller();
    const id = await createSlice(who, `Deals ${"W".repeat(120)}`, "type:Deal before:2030-01-01");
    const { page, wrong, go } = await openConsole(browser(), service.url, who.key, look);
    await go(`#/slices/${id}`);
    const feed = page.getByRole("region", { name: "Changes" });
    await soon(async () => await feed.textContent()).toContain("as it happens");
    await go("#/slices");
    const hostile = `<img src=x onerror="document.title='owned'">\u202e ${"W".repeat(150)}`;
    const [gone = ""] = await written(who, [
      { type: "Deal", name: hostile },
      { type: "Deal", name: "Acme" },
      { type: "Deal", name: "Bell" },
    ]);
    await go("#/");
    await go("#/slices");
    const fits = async (): Promise<unknown> =>
      await page.evaluate(
        '[document.documentElement, document.querySelector("main")].every((each) => each.scrollWidth <= each.clientWidth)',
      );
    await soon(async () => await page.locator("main").textContent()).toContain("3 new since");
    expect([await violationsOf(page), await fits()]).toEqual([[], true]);
    await picture("slices", look);
    await go(`#/slices/${id}`);
    await soon(async () => await feed.locator(".fresh").count()).toBe(3);
    await who.call("DELETE", `/v1/entities/${gone}`);
    await soon(async () => await feed.getByRole("listitem").count()).toBe(4);
    expect([await violationsOf(page), await fits()]).toEqual([[], true]);
    expect(await page.title()).not.toBe("owned");
    await picture("feed", look);
    expect(wrong).toEqual([]);
    await page.close();

    async function picture(name: string, { viewport }: (typeof looks)[number]): Promise<void> {
      const folder = process.env["LOOK_AT"];
      if (folder !== undefined)
        writeFileSync(
          `${folder}/${name}-${String(viewport.width)}.png`,
          await page.screenshot({ scale: "css" }),
        );
    }
  });
});
