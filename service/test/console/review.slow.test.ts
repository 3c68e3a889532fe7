// A person's walk through the console: what a loop found is reviewed with the keyboard, applied, looked at and reverted.

import { expect, test } from "vitest";
import { inBrowser } from "../support/chromium.ts";
import { ended, grant, projectWith, startTestWorker } from "../support/loops.ts";
import { callerWith, startService } from "../support/service.ts";
import { openConsole, soon, staged } from "./console.ts";

const service = await startService();

/** Twelve people of a company, each in a line of a document. */
const names = ["Ada", "Bea", "Cai", "Dov", "Eli", "Fay", "Gil", "Hal", "Ida", "Jan", "Kim", "Leo"];

inBrowser("in a browser", (browser) => {
  test("the changes of a loop are decided, edited, applied and reverted, with the keyboard alone", async () => {
    const who = await service.caller();
    await grant(service.database, who.organizationId, 100);
    await projectWith(who, service.database, [names.map((name) => `Person: ${name} (age 36)`).join("\n")]);
    await startTestWorker(service.database);
    const { body: loop } = await who.post("/v1/loops", { goal: "Who is there?" });
    await ended(who, loop.loop_id);

    const { page, wrong } = await openConsole(browser(), service.url, who.key);
    await page.getByRole("link", { name: "Review 12 changes" }).press("Enter");
    await page.getByRole("link", { name: "12 entities" }).press("Enter");
    const bar = page.getByRole("region", { name: "Decision" });
    await soon(async () => await bar.textContent()).toContain("0 accepted, 0 rejected, 12 left");
    await soon(async () => await page.locator("mark").textContent()).toContain("Person:");

    const [first] = await decisionsOf(loop.result.delta_id);
    expect(first).toBe("pending");
    for (let at = 0; at < 9; at += 1) {
      await page.keyboard.press("a");
      await soon(async () => await bar.textContent()).toContain(`${String(at + 1)} accepted`);
      await page.keyboard.press("Enter");
    }
    await page.keyboard.press("x");
    await soon(async () => await bar.textContent()).toContain("9 accepted, 1 rejected, 2 left");
    await page.keyboard.press("x");
    await page.keyboard.press("u");
    await soon(async () => await bar.textContent()).toContain("9 accepted, 0 rejected, 3 left");
    await page.keyboard.press("x");
    await soon(async () => await bar.textContent()).toContain("9 accepted, 1 rejected, 2 left");

    await page.keyboard.press("Enter");
    await page.keyboard.press("e");
    await page.getByLabel("name").fill("Ada Lovelace");
    await page.getByRole("button", { name: "Save" }).press("Enter");
    await soon(async () => await page.getByRole("article").textContent()).toContain("edited");
    await page.getByRole("button", { name: "Apply 11 of 12" }).press("Enter");
    await soon(async () => await bar.textContent()).toContain("11 changes applied");

    const { body: list } = await who.get("/v1/entities?limit=100");
    const ada = list.entities.find(({ name }: { readonly name: string }) => name === "Ada Lovelace");
    expect(list.entities).toHaveLength(11);
    await page.evaluate(`location.hash = "#/entities/${ada.id}"`);
    await page.getByRole("button", { name: "Show in the document" }).press("Enter");
    await soon(async () => await page.locator("mark").textContent()).toContain("Person:");

    await page.getByRole("link", { name: "Applied" }).press("Enter");
    await page.getByRole("button", { name: "Revert" }).press("Enter");
    await page.getByRole("button", { name: "Take back" }).press("Enter");
    await soon(async () => await bar.textContent()).toContain("Reverted");
    expect((await who.get("/v1/entities")).body.entities).toEqual([]);
    expect(wrong).toEqual([]);
    await page.close();

    async function decisionsOf(delta: string): Promise<readonly string[]> {
      const { body } = await who.get(`/v1/deltas/${delta}/changes`);
      return body.changes.map(({ decision }: { readonly decision: string }) => decision);
    }
  });

  test("what another tab has applied is said, and what was decided stays", async () => {
    const who = await service.caller();
    const { body: delta } = await who.post("/v1/deltas", {
      entities: [
        { type: "Person", name: "Ada" },
        { type: "Person", name: "Bea" },
      ],
    });
    const { page, go } = await openConsole(browser(), service.url, who.key);
    await go(`#/deltas/${delta.id}`);
    const bar = page.getByRole("region", { name: "Decision" });
    await page.keyboard.press("x");
    await soon(async () => await bar.textContent()).toContain("1 rejected");
    await who.post(`/v1/deltas/${delta.id}/apply`, {});
    await page.keyboard.press("j");
    await page.keyboard.press("a");
    await soon(async () => await page.getByRole("alert").textContent()).toContain("applied");
    await page.reload();
    await soon(async () => await bar.textContent()).toContain("1 change applied");
    await page.close();
  });

  test("conflicts are shown at the changes that have them", async () => {
    const who = await service.caller();
    const { body: written } = await who.post("/v1/entities", {
      type: "Person",
      name: "Ada",
      properties: { role: "pilot" },
    });
    const [id] = written.ids ??
      written.entities?.map((each: { readonly id: string }) => each.id) ?? [written.id];
    const { body: delta } = await who.post("/v1/deltas", {
      entities: [{ type: "Person", name: "Ada", properties: { role: "captain" } }],
    });
    await who.call("PATCH", `/v1/entities/${id}`, { body: { properties: { role: "navigator" } } });
    const { page, go } = await openConsole(browser(), service.url, who.key);
    await go(`#/deltas/${delta.id}`);
    await page.getByRole("button", { name: /^Apply/ }).click();
    await soon(async () => await page.locator(".change.conflict").count()).toBe(1);
    const row = page.getByRole("row").filter({ hasText: "role" });
    await soon(async () => await row.getByRole("cell").allTextContents()).toEqual([
      "pilot",
      "navigator",
      "captain",
    ]);
    await page.close();
  });

  test("a decision leaves the chosen change in a filtered list until another is chosen, and the end is said", async () => {
    const who = await service.caller();
    const { body: delta } = await who.post("/v1/deltas", {
      entities: ["Ada", "Bea", "Cai"].map((name) => ({ type: "Person", name })),
    });
    const { page, go } = await openConsole(browser(), service.url, who.key);
    await go(`#/deltas/${delta.id}?decision=pending`);
    const chosen = async () => await page.locator('.change[aria-current="true"] .what').textContent();
    const listed = async () => await page.locator(".change .what").allTextContents();
    const spoken = async () => await page.getByRole("status").allTextContents();
    await soon(listed).toEqual(["Person Ada", "Person Bea", "Person Cai"]);
    await page.keyboard.press("j");
    await page.keyboard.press("a");
    await soon(spoken).toContain("Accepted: Person Bea. 2 left.");
    expect([await chosen(), (await listed()).length]).toEqual(["Person Bea", 3]);
    await page.keyboard.press("Enter");
    await soon(listed).toEqual(["Person Ada", "Person Cai"]);
    expect(await chosen()).toBe("Person Cai");
    await soon(async () => await page.evaluate("document.activeElement.textContent")).toContain("Person Cai");
    await page.keyboard.press("x");
    await soon(spoken).toContain("Rejected: Person Cai. 1 left.");
    await page.keyboard.press("Enter");
    await page.keyboard.press("a");
    await soon(spoken).toContain("Accepted: Person Ada. 0 left.");
    await page.keyboard.press("Enter");
    await soon(spoken).toContain("Every change is decided.");
    await page.keyboard.press("?");
    expect(await page.getByRole("dialog", { name: "Keys" }).isVisible()).toBe(true);
    await page.keyboard.press("Escape");
    await page.close();
  });

  test("an edit that is refused stays as it was typed, and one that was made is undone", async () => {
    const who = await service.caller();
    const { body: delta } = await who.post("/v1/deltas", {
      entities: ["Ada", "Bea"].map((name) => ({ type: "Person", name })),
    });
    const { page, go } = await openConsole(browser(), service.url, who.key);
    await go(`#/deltas/${delta.id}`);
    const detail = page.getByRole("article");
    await soon(async () => await detail.getByRole("heading", { level: 2 }).textContent()).toBe("Person Ada");
    await page.keyboard.press("e");
    await soon(async () => await page.evaluate("document.activeElement.name")).toBe("name");
    await page.getByLabel("name").fill("Bea");
    await page.keyboard.press("Enter");
    await soon(async () => await detail.getByRole("alert").textContent()).toContain("reject one of them");
    expect(await page.getByLabel("name").inputValue()).toBe("Bea");
    await page.getByLabel("name").fill("Ada King");
    await page.keyboard.press("Enter");
    await soon(async () => await detail.getByRole("heading", { level: 2 }).textContent()).toBe(
      "Person Ada King",
    );
    await soon(async () => await page.evaluate("document.activeElement.className")).toContain("change");
    await page.keyboard.press("u");
    await soon(async () => await detail.getByRole("heading", { level: 2 }).textContent()).toBe("Person Ada");
    const { body } = await who.get(`/v1/deltas/${delta.id}/changes`);
    expect(body.changes[0]).toMatchObject({ proposed: null, value: { name: "Ada" } });
    await page.close();
  });

  test("ends of relationships that are in the project already have their names", async () => {
    const who = await service.caller();
    const { body } = await who.post("/v1/entities", [{ type: "Company", name: "Acme" }]);
    const { body: delta } = await who.post("/v1/deltas", {
      entities: [{ type: "Person", name: "Ada" }],
      relationships: [{ type: "works_at", from: "#0", to: body.ids[0] }],
    });
    const { page, go } = await openConsole(browser(), service.url, who.key);
    await go(`#/deltas/${delta.id}`);
    await soon(async () => await page.locator(".change .what").allTextContents()).toEqual([
      "Person Ada",
      "Ada works at Acme",
    ]);
    await soon(async () => await page.getByRole("article").textContent()).toContain(
      "What else the delta says",
    );
    await page.getByRole("button", { name: "Reject", exact: false }).last().click();
    await soon(async () => await page.getByRole("region", { name: "Decision" }).textContent()).toContain(
      "1 relationship is left out, as an end is rejected.",
    );
    await page.close();
  });

  test("what is typed stays until it is saved or cancelled, whatever is looked at, and is not lost by applying", async () => {
    const who = await service.caller();
    const { id, names: stagedNames } = await staged(who, ["Ada", "Bea"]);
    const { page, go } = await openConsole(browser(), service.url, who.key);
    await go(`#/deltas/${id}`);
    const bar = page.getByRole("region", { name: "Decision" });
    const row = (name: string) => page.locator(".change", { hasText: name });
    await row("Bea").click();
    await page.keyboard.press("e");
    await page.getByLabel("name").fill("Bea King");
    await row("Ada").click();
    expect(await page.getByLabel("name").count()).toBe(0);
    expect(await bar.textContent()).toContain("1 edit is not saved");
    expect(await page.getByRole("button", { name: /^Apply/ }).isDisabled()).toBe(true);
    await go("#/deltas");
    await page.getByRole("link", { name: "1 decision is not sent yet" }).click();
    await page.getByRole("button", { name: "Go to it" }).click();
    expect(await page.getByLabel("name").inputValue()).toBe("Bea King");

    // What is on its way cannot be cancelled, and is said where it is refused after another change was chosen.
    const sent = Promise.withResolvers<void>();
    await page.route("**/changes/*", async (route) => {
      await sent.promise;
      await route.continue();
    });
    await page.getByLabel("name").fill("Ada");
    await page.keyboard.press("Enter");
    await page.keyboard.press("Escape");
    expect(await page.getByRole("button", { name: "Cancel" }).isDisabled()).toBe(true);
    await row("Ada").click();
    sent.resolve();
    await soon(async () => await bar.textContent()).toContain("not saved: the service has refused it");
    await page.getByRole("button", { name: "Go to it" }).click();
    await soon(async () => await page.getByRole("alert").textContent()).toContain("reject one of them");
    await page.getByLabel("name").fill("Bea King");
    await page.keyboard.press("Enter");
    await soon(stagedNames).toEqual(["Ada", "Bea King"]);
    await soon(async () => await page.getByRole("button", { name: "Apply 2 of 2" }).isEnabled()).toBe(true);
    await page.close();
  });

  test("questions and outcomes take the focus once, and keys can be switched off", async () => {
    const who = await service.caller();
    const { id } = await staged(who, ["Ada", "Bea"]);
    const { page, go } = await openConsole(browser(), service.url, who.key);
    await go(`#/deltas/${id}`);
    const bar = page.getByRole("region", { name: "Decision" });
    const focused = async () => await page.evaluate("document.activeElement.textContent");
    const spoken = async () => await page.getByRole("status").allTextContents();
    await soon(async () => await bar.textContent()).toContain("2 left");
    await page.getByRole("button", { name: "Discard" }).click();
    await soon(focused).toBe("No");
    await page.locator(".change", { hasText: "Bea" }).click();
    // Caps Lock, and a keyboard that writes Cyrillic.
    await page.keyboard.press("A");
    await soon(spoken).toContain("Accepted: Person Bea. 1 left.");
    expect(await focused()).toContain("Bea");
    await page.evaluate(
      `document.activeElement.dispatchEvent(new KeyboardEvent("keydown", { key: "ч", code: "KeyX", bubbles: true }))`,
    );
    await soon(spoken).toContain("Rejected: Person Bea. 1 left.");
    await page.getByRole("button", { name: "No", exact: true }).click();
    await soon(focused).toBe("Discard");

    await page.getByRole("button", { name: "Keys" }).click();
    await page.getByRole("button", { name: "Use keys of a single letter" }).click();
    await page.keyboard.press("Escape");
    await page.locator(".change", { hasText: "Ada" }).click();
    await page.keyboard.press("x");
    await page.keyboard.press("Enter");
    await soon(async () => await bar.textContent()).toContain("1 rejected, 1 left");
    await page.getByRole("button", { name: "Apply 1 of 2" }).press("Enter");
    await soon(spoken).toContain("Applied: 1 change.");
    await soon(focused).toContain("1 change applied");
    await page.getByRole("button", { name: "Revert" }).press("Enter");
    await page.getByRole("button", { name: "Take back" }).press("Enter");
    await soon(spoken).toContain("Reverted.");
    await soon(focused).toContain("Reverted: all is as it was before");
    await page.close();
  });

  test("who chooses a project stays at the choice", async () => {
    const { organizationId } = await service.caller();
    const other = await service.createProject(organizationId);
    const { key } = await service.caller({ organizationId, projectId: null });
    const page = await browser().newPage();
    await page.goto(`${service.url}/console`);
    await page.fill("input[name=key]", key);
    await page.keyboard.press("Enter");
    const focused = async () => await page.evaluate("document.activeElement.tagName");
    await soon(focused).toBe("SELECT");
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "Open" }).click();
    const choice = page.getByLabel("Project");
    await soon(async () => await choice.locator("option").count()).toBe(3);
    await choice.focus();
    const value = async () => await choice.inputValue();
    await choice.selectOption(other);
    await soon(value).toBe(other);
    await soon(async () => await choice.locator("option").count()).toBe(3);
    expect(await focused()).toBe("SELECT");
    await page.close();
  });

  test("a key that was revoked is said, with a way to another one", async () => {
    const who = await service.caller();
    const { body: made } = await who.post("/v1/keys", { name: "short-lived" });
    const child = callerWith(service.url, { ...who, key: made.key, keyId: made.id });
    const { page, go } = await openConsole(browser(), service.url, child.key);
    await who.call("DELETE", `/v1/keys/${made.id}`);
    // A server knows a key for a moment after that.
    await soon(async () => (await child.get("/v1/keys/current")).status).toBe(401);
    await go("#/memories");
    await page.getByRole("button", { name: "Use another key" }).first().click();
    expect(await page.locator("input[name=key]").isVisible()).toBe(true);
    expect(await page.evaluate("sessionStorage.length + localStorage.length + document.cookie.length")).toBe(
      0,
    );
    await page.close();
  });
});
