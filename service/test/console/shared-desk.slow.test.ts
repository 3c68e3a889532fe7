// Tests a delta that others work on while it is reviewed in the console: what is applied is what was shown, and the last word about a change is what holds.

import { expect, test } from "vitest";
import { inBrowser } from "../support/chromium.ts";
import { ended, grant, projectWith, startTestWorker } from "../support/loops.ts";
import { callerWith, startService } from "../support/service.ts";
import { openConsole, soon, staged } from "./console.ts";

const service = await startService();

inBrowser("in a browser", (browser) => {
  test("what others decide and stage is read and said before anything is applied", async () => {
    const who = await service.caller();
    await grant(service.database, who.organizationId, 100);
    await projectWith(who, service.database, ["Person: Zoe (age 36)"]);
    const { id, ids, decisions } = await staged(who, ["Ada", "Bea", "Cai"]);
    const elsewhere = async (decision: string, change_ids: readonly (string | undefined)[]) =>
      await who.call("PATCH", `/v1/deltas/${id}/changes`, { body: { decision, change_ids } });
    const { page, go } = await openConsole(browser(), service.url, who.key);
    await go(`#/deltas/${id}`);
    const bar = page.getByRole("region", { name: "Decision" });
    await soon(async () => await bar.textContent()).toContain("3 left");

    // What was rejected elsewhere is not known here: nothing is applied.
    await elsewhere("rejected", [ids[1]]);
    await page.getByRole("button", { name: "Apply 3 of 3" }).click();
    const alert = async () => await page.getByRole("alert").allTextContents();
    await soon(alert).toContainEqual(
      expect.stringContaining("1 decision was made elsewhere since it was read: nothing was done."),
    );
    await soon(async () => await bar.textContent()).toContain("1 rejected, 2 left");
    await soon(async () => await page.evaluate("document.activeElement.closest('.bar') !== null")).toBe(true);
    expect((await who.get(`/v1/deltas/${id}`)).body.status).toBe("open");

    // What was decided elsewhere is not taken for what is decided here: it is sent, and what else they did is read.
    await page.keyboard.press("j");
    await elsewhere("accepted", [ids[1], ids[2]]);
    await page.keyboard.press("x");
    await soon(async () => await bar.textContent()).toContain("1 accepted, 1 rejected, 1 left");
    expect(await decisions()).toEqual(["pending", "rejected", "accepted"]);
    await elsewhere("rejected", ids);
    await page.keyboard.press("k");
    await page.keyboard.press("x");
    await soon(async () => await bar.textContent()).toContain("0 accepted, 3 rejected, 0 left");
    await elsewhere("pending", ids);
    await page.evaluate("document.dispatchEvent(new Event('visibilitychange'))");
    await soon(async () => await bar.textContent()).toContain("0 accepted, 0 rejected, 3 left");

    // A loop stages another.
    await startTestWorker(service.database);
    const { body: loop } = await who.post("/v1/loops", { goal: "Who is there?", head_delta_id: id });
    await ended(who, loop.loop_id);
    await page.getByRole("button", { name: "Apply 3 of 3" }).click();
    await soon(alert).toContainEqual(expect.stringContaining("1 change came in"));
    await page.getByRole("button", { name: "Discard" }).click();
    await page.getByRole("button", { name: "No", exact: true }).click();

    // Others end the review.
    await who.post(`/v1/deltas/${id}/apply`, {});
    await page.keyboard.press("a");
    await soon(async () => await bar.textContent()).toContain("4 changes applied");
    expect(await bar.textContent()).toContain("1 decision not taken");
    expect(await page.getByRole("button", { name: "Try again" }).count()).toBe(0);
    await page.close();
  });

  test("what others do is shown within a minute to those who only look", async () => {
    const who = await service.caller();
    const { id, ids } = await staged(who, ["Ada", "Bea"]);
    const { page, go } = await openConsole(browser(), service.url, who.key);
    await page.clock.install();
    await go(`#/deltas/${id}`);
    const bar = page.getByRole("region", { name: "Decision" });
    await soon(async () => await bar.textContent()).toContain("2 left");
    await who.call("PATCH", `/v1/deltas/${id}/changes`, {
      body: { decision: "rejected", change_ids: [ids[0]] },
    });
    await page.clock.fastForward("01:00");
    await soon(async () => await bar.textContent()).toContain("1 rejected, 1 left");
    await page.close();
  });

  test("a delta that was not read to its end is not applied, and is read again when it is asked for", async () => {
    const who = await service.caller();
    const names = Array.from({ length: 130 }, (_, at) => `Name ${String(at)}`);
    const { id } = await staged(who, names);
    const { page, go } = await openConsole(browser(), service.url, who.key);
    await page.route(
      "**/changes?*cursor=*",
      async (route) => await route.fulfill({ status: 500, json: problem }),
    );
    await go(`#/deltas/${id}`);
    const bar = page.getByRole("region", { name: "Decision" });
    await soon(async () => await bar.getByRole("alert").textContent()).toContain("Out of order.");
    expect(await page.getByRole("button", { name: /^Apply/ }).isDisabled()).toBe(true);
    expect(await page.getByRole("button", { name: /^Accept 1/ }).isDisabled()).toBe(true);
    expect(await page.getByRole("button", { name: "Discard" }).isDisabled()).toBe(true);
    await page.unroute("**/changes?*cursor=*");
    await page.getByRole("button", { name: "Try again" }).click();
    await soon(async () => await bar.textContent()).toMatch(/130 left(?! of)/);
    await page.getByRole("button", { name: "Reject 130 undecided" }).click();
    await soon(async () => await bar.textContent()).toContain("130 rejected");
    await go("#/deltas/nothing");
    await soon(async () => await page.getByRole("alert").textContent()).toContain("not_found");
    expect(await page.locator("h1").textContent()).toBe("Review");
    await page.close();
  });

  test("what is not sent yet stays with its delta on other screens, and when another key is used", async () => {
    const who = await service.caller();
    const { id, decisions } = await staged(who, ["Ada", "Bea"]);
    const { body: made } = await who.post("/v1/keys", { name: "short-lived" });
    const child = callerWith(service.url, { ...who, key: made.key, keyId: made.id });
    const { page, go } = await openConsole(browser(), service.url, child.key);
    const bar = page.getByRole("region", { name: "Decision" });
    // It may be sent before it is clicked.
    const hurry = async () => await page.evaluate("document.querySelector('.bar .callout button')?.click()");
    let isAway = true;
    await page.route(
      "**/changes",
      async (route) => await (isAway ? route.abort("connectionrefused") : route.continue()),
    );
    await go(`#/deltas/${id}`);
    await soon(async () => await bar.textContent()).toContain("2 left");
    await page.keyboard.press("x");
    await soon(async () => await bar.textContent()).toContain("The service cannot be reached. 1 decision");
    await go("#/deltas");
    const link = page.getByRole("link", { name: "1 decision is not sent yet" });
    const isAsked = `!dispatchEvent(new Event("beforeunload", { cancelable: true }))`;
    expect(await page.evaluate(isAsked)).toBe(true);
    await link.click();
    await soon(async () => await bar.textContent()).toContain("The service cannot be reached. 1 decision");
    expect(await link.count()).toBe(0);
    await page.keyboard.press("a");
    isAway = false;
    await hurry();
    await soon(async () => await bar.textContent()).toContain("1 accepted, 0 rejected, 1 left");
    await soon(decisions).toEqual(["accepted", "pending"]);

    await who.call("DELETE", `/v1/keys/${made.id}`);
    // A server knows a key for a moment after that.
    await soon(async () => (await child.get("/v1/keys/current")).status).toBe(401);
    await page.keyboard.press("j");
    await page.keyboard.press("x");
    await soon(async () => await bar.textContent()).toContain("1 decision not taken");
    await page.getByRole("button", { name: "Use another key" }).first().click();
    await soon(async () => await page.getByRole("status").textContent()).toContain(
      "1 decision was not sent with the last key.",
    );
    await page.fill("input[name=key]", who.key);
    await page.keyboard.press("Enter");
    await soon(async () => await bar.textContent()).toContain("1 decision not taken");
    expect(await decisions()).toEqual(["accepted", "pending"]);
    await page.getByRole("button", { name: "Try again" }).click();
    await soon(async () => await bar.textContent()).toContain("1 accepted, 1 rejected, 0 left");
    expect(await decisions()).toEqual(["accepted", "rejected"]);
    expect(await page.evaluate(isAsked)).toBe(false);
    await page.close();
  });

  test("an undoing is on its way like a decision, and one that was refused takes back nothing else", async () => {
    const who = await service.caller();
    const { id, decisions } = await staged(who, ["Ada", "Bea"]);
    const { page, go } = await openConsole(browser(), service.url, who.key);
    const bar = page.getByRole("region", { name: "Decision" });
    const says = async (text: string) => await soon(async () => await bar.textContent()).toContain(text);
    await go(`#/deltas/${id}`);
    await says("2 left");
    await page.keyboard.press("a");
    await page.keyboard.press("j");
    await page.keyboard.press("a");
    await says("2 accepted");
    const answers = [
      {
        status: 429,
        headers: { "retry-after": "600" },
        json: { ...problem, code: "rate_limited", status: 429 },
      },
      { status: 500, json: problem },
    ];
    await page.route("**/changes", async (route) => {
      const answer = answers.shift();
      await (answer === undefined ? route.continue() : route.fulfill(answer));
    });
    await page.keyboard.press("u");
    await says("1 decision will be sent in 600 seconds");
    expect(await page.getByRole("button", { name: /^Apply/ }).isDisabled()).toBe(true);
    expect(await page.locator(".change").allTextContents()).toEqual([
      expect.stringContaining("accepted"),
      expect.stringContaining("on its way"),
    ]);
    await page.getByRole("button", { name: "Send now" }).click();
    await says("1 decision not taken");
    await page.keyboard.press("u");
    await says("1 accepted, 0 rejected, 1 left");
    await page.getByRole("button", { name: "Try again" }).click();
    await soon(async () => await bar.getByRole("alert").count()).toBe(0);
    await says("1 accepted, 0 rejected, 1 left");

    // A key that is held is one decision.
    await page.keyboard.press("a");
    await says("2 accepted");
    await page.keyboard.down("u");
    for (let times = 0; times < 5; times += 1) await page.keyboard.down("u");
    await page.keyboard.up("u");
    await says("1 accepted, 0 rejected, 1 left");
    expect(await decisions()).toEqual(["accepted", "pending"]);
    await page.close();
  });
});

/** What a service answers that does not work. */
const problem = {
  type: "about:blank",
  title: "Internal",
  status: 500,
  code: "internal",
  detail: "Out of order.",
  request_id: "0",
};
