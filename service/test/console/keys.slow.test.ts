// Tests that the review takes each key for what is shown, however soon it comes: on a busy machine a person is quicker than what is drawn.

import { expect, test } from "vitest";
import { inBrowser } from "../support/chromium.ts";
import { startService } from "../support/service.ts";
import { openConsole, soon, staged } from "./console.ts";

const service = await startService();

inBrowser("in a browser", (browser) => {
  test("what opens has the focus in the instant in which it is seen: the next key is for it", async () => {
    const who = await service.caller();
    const { id } = await staged(who, ["Ada", "Bea"]);
    const { page, go } = await openConsole(browser(), service.url, who.key);
    await go(`#/deltas/${id}`);
    await page.locator(".change", { hasText: "Ada" }).click();
    /** What has the focus as soon as an act has changed the page, before anything is painted. */
    const focusedBy = async (act: string): Promise<unknown> =>
      await page.evaluate(`new Promise((resolve) => {
        const observer = new MutationObserver(() => {
          observer.disconnect();
          const { tagName, textContent } = document.activeElement;
          resolve(tagName + " " + textContent);
        });
        observer.observe(document.querySelector("main"), { childList: true, subtree: true });
        ${act};
      })`);
    const press = (key: string): string =>
      `document.activeElement.dispatchEvent(new KeyboardEvent("keydown", { key: "${key}", bubbles: true }))`;
    expect(await focusedBy(press("e"))).toBe("INPUT ");
    await page.keyboard.press("Escape");
    expect(
      await focusedBy(
        `[...document.querySelectorAll("button")].find(({ textContent }) => textContent === "Discard").click()`,
      ),
    ).toBe("BUTTON No");
    expect(await focusedBy("document.activeElement.click()")).toBe("BUTTON Discard");
    await page.close();
  });

  test("keys that come within one frame are each of them a step", async () => {
    const who = await service.caller();
    const { id, ids } = await staged(who, ["Ada", "Bea", "Cai", "Dov", "Eli"]);
    const { page, go } = await openConsole(browser(), service.url, who.key);
    await go(`#/deltas/${id}`);
    await page.locator(".change[aria-current]", { hasText: "Ada" }).waitFor();
    // On a busy machine all keys come so: a person does not wait for what is drawn.
    await page.evaluate(`(async () => {
      for (const key of "jjkjjja") {
        document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
        await scheduler.postTask(() => undefined);
      }
    })()`);
    await page.locator(".change[aria-current]", { hasText: "Eli" }).waitFor();
    await soon(
      async () => (await who.get(`/v1/deltas/${id}/changes?decision=accepted`)).body.changes,
    ).toEqual([expect.objectContaining({ change_id: ids[4] })]);
    await page.close();
  });

  test("a filter leaves what is shown, however soon it comes after a step", async () => {
    const who = await service.caller();
    const { id, ids } = await staged(who, ["Ada", "Bea", "Cai"]);
    const { page, go } = await openConsole(browser(), service.url, who.key);
    await go(`#/deltas/${id}`);
    await soon(async () => await page.evaluate("location.hash")).toBe(
      `#/deltas/${id}?change=${String(ids[0])}`,
    );
    await page.evaluate(`(async () => {
      const press = async (key) => {
        document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
        await scheduler.postTask(() => undefined);
      };
      for (const key of "jj") await press(key);
      [...document.querySelectorAll("button")].find(({ textContent }) => textContent.startsWith("pending")).click();
      await scheduler.postTask(() => undefined);
      await press("x");
    })()`);
    await page.locator(".change[aria-current]", { hasText: "Cai" }).waitFor();
    await soon(
      async () => (await who.get(`/v1/deltas/${id}/changes?decision=rejected`)).body.changes,
    ).toEqual([expect.objectContaining({ change_id: ids[2] })]);
    await page.close();
  });

  test("a link leads to the change it names, and the URL names the one that is shown", async () => {
    const who = await service.caller();
    const { id, ids } = await staged(who, ["Ada", "Bea", "Cai"]);
    const [ada, bea, cai] = ids.map(String);
    await who.call("PATCH", `/v1/deltas/${id}/changes`, {
      body: { change_ids: [bea, cai], decision: "accepted" },
    });
    const { page, go } = await openConsole(browser(), service.url, who.key);
    const url = async () => await page.evaluate<string>("location.hash");
    const chosen = (name: string) => page.locator(".change[aria-current]", { hasText: name });
    await go(`#/deltas/${id}`);
    await chosen("Ada").waitFor();
    await go(`#/deltas/${id}?decision=accepted&change=${String(cai)}`);
    await chosen("Cai").waitFor();
    // The filter hides this one: the first is shown and named in its place, also where it is shown already.
    for (let time = 0; time < 2; time += 1) {
      await go(`#/deltas/${id}?decision=accepted&change=${String(ada)}`);
      await chosen("Bea").waitFor();
      await soon(url).toBe(`#/deltas/${id}?decision=accepted&change=${String(bea)}`);
    }
    // What was chosen is no part of the next screen.
    await page.keyboard.press("j");
    await go("#/entities");
    await page.waitForTimeout(400);
    expect(await url()).toBe("#/entities");
    await page.close();
  });

  test("a link leads to a change of the second page, and its row leaves the focus to a form that opens first", async () => {
    const who = await service.caller();
    const { id } = await staged(
      who,
      Array.from({ length: 200 }, (_, at) => `Person ${String(at)}`),
    );
    const { body } = await who.get(`/v1/deltas/${id}/changes?limit=200`);
    const { page, go } = await openConsole(browser(), service.url, who.key);
    await go(`#/deltas/${id}?change=${body.changes.at(-1).change_id}`);
    await page.locator(".change[aria-current]", { hasText: "Person 199" }).focus();
    // The one after the last is the first one, which is not in the page before the list has been scrolled.
    await page.evaluate(`(async () => {
      const press = (key) =>
        document.activeElement.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
      press("Enter");
      await new Promise((resolve) => setTimeout(resolve));
      press("e");
    })()`);
    await page.locator(".row:first-child .change[aria-current]").waitFor();
    for (let frame = 0; frame < 5; frame += 1) await page.evaluate("new Promise(requestAnimationFrame)");
    expect(await page.evaluate("document.activeElement.name")).toBe("name");
    await page.close();
  });
});
