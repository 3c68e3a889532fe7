// Tests the forms of the console: what they say is of what is typed now, and what is pressed twice is done once.

import { expect, test } from "vitest";
import { inBrowser } from "../support/chromium.ts";
import { projectWith, startTestWorker } from "../support/loops.ts";
import { startService } from "../support/service.ts";
import { openConsole, soon } from "./console.ts";

const service = await startService();

/** Something that waits until it is let go. */
function gate() {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { closed: promise, open: resolve };
}

inBrowser("in a browser", (browser) => {
  test("a count is shown, and a key made, only for the query that is typed now", async () => {
    const who = await service.caller();
    await who.post(
      "/v1/entities",
      ["Ada", "Bea"].map((name) => ({ type: "Person", name })),
    );
    const { page, go } = await openConsole(browser(), service.url, who.key);
    for (const [fragment, button] of [
      ["#/keys", "Make it"],
      ["#/slices", "Save"],
    ] as const) {
      await go(fragment);
      const form = page.locator("main form");
      const make = form.getByRole("button", { name: button });
      await form.locator("[contenteditable=true]").click();
      await page.keyboard.type("type:Person", { delay: 20 });
      await soon(async () => await form.textContent()).toContain("2 entities match");
      const { closed, open } = gate();
      await page.route("**/v1/slices?dry_run=true", async (route) => {
        await closed;
        await route.continue();
      });
      await page.keyboard.type(" after:1d", { delay: 20 });
      await soon(async () => await form.textContent()).toContain("Counting …");
      expect(await form.textContent()).not.toContain("match");
      expect(await make.isDisabled()).toBe(true);
      open();
      await soon(async () => await form.textContent()).toContain("2 entities match");
      expect(await make.isDisabled()).toBe(false);
      await page.unroute("**/v1/slices?dry_run=true");
      await page.route("**/v1/slices?dry_run=true", async (route) => await route.fulfill({ status: 500 }));
      await page.keyboard.type(" ", { delay: 20 });
      await form.getByRole("button", { name: "Try again" }).waitFor({ timeout: 60_000 });
      await page.unroute("**/v1/slices?dry_run=true");
      await form.getByRole("button", { name: "Try again" }).click();
      await soon(async () => await form.textContent()).toContain("2 entities match");
    }
    await page.close();
  });

  test("a letter typed in the frame in which the URL follows is not taken back", async () => {
    const who = await service.caller();
    const { page, go } = await openConsole(browser(), service.url, who.key);
    await go("#/search");
    await page.evaluate(`new Promise((resolve) => {
      const field = document.querySelector("input.query");
      const type = (words) => {
        field.value = words;
        field.dispatchEvent(new InputEvent("input", { bubbles: true }));
      };
      const typeOn = async () => {
        await scheduler.postTask(() => type("Ada"));
        resolve();
      };
      addEventListener("hashchange", typeOn, { once: true });
      type("Ad");
    })`);
    await soon(async () => await page.evaluate("location.hash")).toBe("#/search?q=Ada");
    expect(await page.locator("input.query").inputValue()).toBe("Ada");
    await page.close();
  });

  test("what is typed while the editor of queries is loaded goes on in it", async () => {
    const who = await service.caller();
    const { page, go } = await openConsole(browser(), service.url, who.key);
    const { closed, open } = gate();
    await page.route("**/v1/catalog", async (route) => {
      await closed;
      await route.continue();
    });
    await go("#/slices");
    await page.locator("input.query").click();
    await page.keyboard.type("type:n");
    await page.keyboard.press("ArrowLeft");
    open();
    const editor = page.locator("[contenteditable=true]");
    await editor.waitFor();
    await page.keyboard.type("Perso");
    await soon(async () => await editor.textContent()).toBe("type:Person");
    await page.close();
  });

  test("a loop is started only as it was estimated", async () => {
    const who = await service.caller();
    await projectWith(who, service.database, ["Person: Ada (age 36)"]);
    await startTestWorker(service.database);
    const { page, go } = await openConsole(browser(), service.url, who.key);
    await go("#/loops/new?goal=Who");
    const start = page.getByRole("button", { name: "Start, for at most" });
    await start.waitFor();
    await page.evaluate(`(async () => {
      const effort = document.querySelector("main select");
      effort.value = "agentic_plus";
      effort.dispatchEvent(new Event("change", { bubbles: true }));
      await scheduler.postTask(() => document.querySelector("main button[type=submit]").click());
    })()`);
    await start.waitFor();
    expect((await who.get("/v1/loops")).body.loops).toEqual([]);
    await start.click();
    await soon(async () => (await who.get("/v1/loops")).body.loops.length).toBe(1);
    await page.close();
  });

  test("the query box is light or dark with the system, also while it is open", async () => {
    const who = await service.caller();
    const { page, go } = await openConsole(browser(), service.url, who.key, { colorScheme: "dark" });
    await go("#/slices");
    await page.locator("[contenteditable=true]").waitFor();
    const content = `document.querySelector(".editor-place").shadowRoot.querySelector("[contenteditable=true]")`;
    const caret = async () => await page.evaluate<string>(`getComputedStyle(${content}).caretColor`);
    const dark = await caret();
    await page.emulateMedia({ colorScheme: "light" });
    await soon(caret).not.toBe(dark);
    await page.emulateMedia({ colorScheme: "dark" });
    await soon(caret).toBe(dark);
    await page.close();
  });

  test("an hour is an hour from when the key is made, and a question stays about its key while the list is read again", async () => {
    const who = await service.caller();
    await who.post("/v1/keys", { name: "old" });
    const { page, go } = await openConsole(browser(), service.url, who.key);
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await go("#/keys");
    await page.getByLabel("Name, for lists").fill("new");
    await page.getByLabel("Valid for").selectOption("an hour");
    await page.evaluate("{ const now = Date.now; Date.now = () => now() + 1_200_000; }");
    const inAnHour = Date.now() + 1000 * (1200 + 3600);
    const form = page.locator("main form");
    await form.getByRole("button", { name: "Copy as curl" }).click();
    await page.getByText("Copied").waitFor();
    const copied = String(await page.evaluate("navigator.clipboard.readText()"));
    const expiry = Date.parse(/"expires_at":"([^"]+)"/.exec(copied)?.[1] ?? "");
    expect(expiry).toBeGreaterThanOrEqual(inAnHour);

    const { closed, open } = gate();
    const sent: string[] = [];
    await page.route("**/v1/keys", async (route) => {
      if (route.request().method() === "POST") {
        sent.push(route.request().postDataJSON().expires_at);
        await closed;
      }
      await route.continue();
    });
    await form.getByRole("button", { name: "Make it" }).dblclick();
    await page.getByRole("button", { name: "Revoke old" }).click();
    open();
    const list = page.locator(".rows[aria-label=Keys]");
    await soon(async () => await list.textContent()).toContain("new: read");
    expect(await page.getByRole("dialog").textContent()).toContain("The key old");
    await page.getByRole("button", { name: "Revoke it" }).click();
    await soon(async () => await page.getByRole("dialog").count()).toBe(0);
    const { body } = await who.get("/v1/keys");
    expect(body.keys.map(({ name }: { readonly name: string }) => name)).toEqual(["new"]);
    expect(sent.map((each) => Date.parse(each) >= inAnHour)).toEqual([true]);
    await page.close();
  });

  test("what is pressed twice is done once, and the focus stays: a source, a slice, a memory, a correction", async () => {
    const who = await service.caller();
    const { page, go } = await openConsole(browser(), service.url, who.key);
    const twice = async (path: string, button: string, outcome: string) => {
      const { closed, open } = gate();
      const sent: string[] = [];
      await page.route(path, async (route) => {
        if (route.request().method() === "GET" || route.request().url().includes("dry_run=true"))
          return await route.continue();
        sent.push(route.request().method());
        await closed;
        return await route.continue();
      });
      await page.locator("main").getByRole("button", { name: button }).dblclick();
      await page.keyboard.press("Enter");
      await soon(async () => await page.evaluate("document.activeElement.textContent")).toContain(button);
      open();
      await soon(async () => await page.locator("main").textContent()).toContain(outcome);
      expect(sent).toHaveLength(1);
      await page.unroute(path);
    };
    await go("#/sources");
    await page.getByLabel("Name of a new source").fill("notes");
    await twice("**/v1/sources*", "Create", "Add documents");
    await go("#/slices");
    await page.locator("main form").getByLabel("Name").fill("all");
    await soon(async () => await page.locator("main form").textContent()).toContain("0 entities match");
    await twice("**/v1/slices*", "Save", "(the whole project)");
    await go("#/memories");
    await page.getByText("Remember something").click();
    await page.getByLabel("What", { exact: true }).fill("Ada prefers tea.");
    await twice("**/v1/memories", "Stage for a review", "It waits for a review.");
    await page.getByLabel("What", { exact: true }).fill("Ada prefers coffee.");
    await twice("**/v1/memories", "Remember", "Remembered.");
    const { body } = await who.get("/v1/memories");
    await go(`#/memories/${body.memories[0].id}`);
    await page.getByLabel("What it should say").fill("Ada prefers water.");
    await twice("**/v1/memories/*", "Stage for a review", "It waits for a review.");
    await page.close();
  });
});
