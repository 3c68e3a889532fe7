// Tests that no decision is lost or changed places in the console: while the service restarts, is busy, refuses, or answers late.

import { type AddressInfo, connect as connectTo, createServer, type Socket } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { inBrowser } from "../support/chromium.ts";
import { ended, grant, projectWith, registerWorker } from "../support/loops.ts";
import { startService } from "../support/service.ts";
import { openConsole, soon, staged } from "./console.ts";

const service = await startService();
const busy = await startService({ rateLimitPerMinute: 40 });

/** A way to a service that can be cut off, and be there again at the same address. */
async function wayTo(url: string) {
  const { hostname, port } = new URL(url);
  const open = new Set<Socket>();
  const server = createServer((socket) => {
    const other = connectTo(Number(port), hostname);
    for (const [one, to] of [
      [socket, other],
      [other, socket],
    ] as const) {
      open.add(one);
      one.pipe(to);
      one.on("error", () => to.destroy());
      one.on("close", () => open.delete(one));
    }
  });
  const listen = async (at: number): Promise<void> =>
    await new Promise((resolve) => server.listen(at, "127.0.0.1", resolve));
  const close = (): void => {
    server.close();
    for (const socket of open) socket.destroy();
  };
  await listen(0);
  onTestFinished(close);
  const { port: own } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${String(own)}`, close, reopen: async () => await listen(own) };
}

inBrowser("in a browser", (browser) => {
  test("what is decided while the service is away is sent when it is back, and what was decided before is there", async () => {
    const who = await service.caller();
    const { id, decisions } = await staged(who, ["Ada", "Bea", "Cai"]);
    const way = await wayTo(service.url);
    const { page, go } = await openConsole(browser(), way.url, who.key);
    await go(`#/deltas/${id}`);
    const bar = page.getByRole("region", { name: "Decision" });
    await page.keyboard.press("a");
    await soon(async () => await bar.textContent()).toContain("1 accepted");
    way.close();
    for (const key of "jxja") await page.keyboard.press(key);
    await soon(async () => await bar.textContent()).toContain("The service cannot be reached. 2 decisions");
    expect(await bar.textContent()).toContain("1 accepted, 0 rejected, 2 left");
    await way.reopen();
    await expect
      .poll(async () => await bar.textContent(), { timeout: 60_000 })
      .toContain("2 accepted, 1 rejected, 0 left");
    expect(await page.getByText("cannot be reached").count()).toBe(0);
    expect(await decisions()).toEqual(["accepted", "rejected", "accepted"]);
    await page.close();
  });

  test("a key that has used up its requests waits as long as the service says, and sends what was decided together", async () => {
    const who = await busy.caller();
    const { id } = await staged(who, ["Ada", "Bea", "Cai", "Dov"]);
    const { page, go } = await openConsole(browser(), busy.url, who.key);
    await go(`#/deltas/${id}`);
    const bar = page.getByRole("region", { name: "Decision" });
    await soon(async () => await bar.textContent()).toContain("4 left");
    const sent: string[] = [];
    page.on("response", (response) => {
      const { pathname } = new URL(response.url());
      if (response.request().method() === "PATCH") sent.push(`${String(response.status())} ${pathname}`);
    });
    // What the bar said at any time, as it may be read too late.
    await page.evaluate(`globalThis.said = new Set();
      new MutationObserver(() => said.add(document.querySelector(".bar").textContent))
        .observe(document.querySelector(".bar"), { subtree: true, childList: true, characterData: true });`);
    while (!sent.some((each) => each.startsWith("429"))) {
      // Faster than the key gets new ones.
      await Promise.all(Array.from({ length: 60 }, async () => await who.get("/v1/keys/current")));
      for (const key of "xjxjxjx") await page.keyboard.press(key);
      for (const key of "akakaka") await page.keyboard.press(key);
      await page.evaluate("new Promise((done) => setTimeout(done, 200))");
    }
    await expect
      .poll(async () => await bar.textContent(), { timeout: 90_000 })
      .toContain("4 accepted, 0 rejected, 0 left");
    expect(await page.evaluate("[...said].join()")).toMatch(
      /The key has used up its requests for now\. \d decisions? will be sent in \d+ seconds?;/,
    );
    // As it was told how long to wait, it has not asked again and again.
    expect(sent.filter((each) => each.startsWith("429")).length).toBeLessThanOrEqual(5);
    expect(sent).toContain(`200 /v1/deltas/${id}/changes`);
    await page.close();
  });

  test("a decision that was refused is shown as not taken, and can be sent again", async () => {
    const who = await service.caller();
    await grant(service.database, who.organizationId, 100);
    await registerWorker(service.database);
    await projectWith(who, service.database, ["Person: Zoe (age 36)"]);
    const { id, decisions } = await staged(who, ["Ada", "Bea"]);
    const { page, go } = await openConsole(browser(), service.url, who.key);
    await go(`#/deltas/${id}`);
    const bar = page.getByRole("region", { name: "Decision" });
    await soon(async () => await bar.textContent()).toContain("2 left");
    const { body: loop } = await who.post("/v1/loops", { goal: "Who is there?", head_delta_id: id });
    await page.keyboard.press("x");
    await soon(async () => await bar.textContent()).toContain("1 decision not taken");
    expect(await bar.textContent()).toContain("0 rejected, 2 left");
    expect(await page.locator(".change.refused").textContent()).toContain("decision not taken");
    await who.post(`/v1/loops/${loop.loop_id}/cancel`, {});
    await ended(who, loop.loop_id);
    await page.getByRole("button", { name: "Try again" }).click();
    await soon(async () => await bar.textContent()).toContain("1 rejected, 1 left");
    expect(await page.locator(".change.refused").count()).toBe(0);
    expect(await decisions()).toEqual(["rejected", "pending"]);
    await page.close();
  });

  test("the last of quick decisions is what holds, however late the answers are, and each is a step", async () => {
    const who = await service.caller();
    const { id, decisions } = await staged(who, ["Ada", "Bea"]);
    const { page, go } = await openConsole(browser(), service.url, who.key);
    await go(`#/deltas/${id}`);
    const bar = page.getByRole("region", { name: "Decision" });
    await soon(async () => await bar.textContent()).toContain("2 left");
    let late = 900;
    await page.route("**/changes", async (route) => {
      late -= 400;
      await new Promise((resolve) => setTimeout(resolve, Math.max(0, late)));
      await route.continue();
    });
    for (const key of "axjax") await page.keyboard.press(key);
    await soon(async () => await bar.textContent()).toContain("0 accepted, 2 rejected, 0 left");
    expect(await decisions()).toEqual(["rejected", "rejected"]);
    await page.keyboard.press("u");
    await soon(async () => await bar.textContent()).toContain("1 accepted, 1 rejected, 0 left");
    for (const key of "uuu") await page.keyboard.press(key);
    await soon(async () => await bar.textContent()).toContain("0 accepted, 0 rejected, 2 left");
    expect(await decisions()).toEqual(["pending", "pending"]);
    await page.close();
  });
});
