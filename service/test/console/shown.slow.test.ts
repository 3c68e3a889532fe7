// Tests that the console shows all of a change as it is, however it is made, and stays quick and readable with what is large or on a small screen.

import { expect, test } from "vitest";
import { inBrowser } from "../support/chromium.ts";
import { ended, grant, projectWith, startTestWorker } from "../support/loops.ts";
import { callerWith, startService } from "../support/service.ts";
import { openConsole, soon } from "./console.ts";

const service = await startService();

/** The cells of the table of what a change changes, row by row. */
const cells = `[...document.querySelectorAll(".difference tr")].map((row) => [...row.cells].map(({ textContent }) => textContent))`;

inBrowser("in a browser", (browser) => {
  test("a difference has what is removed, what only gets another type, and properties that are called like members", async () => {
    const who = await service.caller();
    const { body: source } = await who.post("/v1/sources", { name: "notes" });
    const known = { role: "admin", level: 5, on: true, type: "x", "a/b~c": { one: 1, two: 2 }, same: "5" };
    await who.post("/v1/entities", { type: "Person", name: "Ada", properties: known });
    const next = {
      role: null,
      level: "5",
      on: "true",
      type: "y",
      "a/b~c": { two: 2, one: "1" },
      owner_id: source.id,
      nothing: "",
    };
    const { body: delta } = await who.post("/v1/deltas", {
      entities: [
        { type: "Person", name: "Ada", properties: next },
        { type: "Person", name: "Bea", source_id: source.id, properties: { 7: 7, 8: "8" } },
        { type: "Person", name: "x\u2069\u202eelloh" },
        { type: "Person", name: "\u05d0\u2067" },
      ],
      relationships: [{ type: "reports_to", from: "#2", to: "#3" }],
    });
    const { page, go } = await openConsole(browser(), service.url, who.key);
    await go(`#/deltas/${delta.id}`);
    await page.locator(".difference").waitFor();
    const rows = await page.evaluate<readonly (readonly string[])[]>(cells);
    expect(rows.slice(0, 4)).toEqual([
      ["Member", "Before", "After"],
      ["name", "Ada", "Ada"],
      ["type", "Person", "Person"],
      ["Properties"],
    ]);
    expect(Object.fromEntries(rows.slice(4).map(([name, ...values]) => [name, values]))).toEqual({
      role: ["admin", "null"],
      level: ["5", '"5"'],
      on: ["true", '"true"'],
      type: ["x", "y"],
      "a/b~c": ['{"one":1,"two":2}', '{"one":"1","two":2}'],
      owner_id: ["–", source.id],
      nothing: ["–", '""'],
    });
    expect(await page.locator(".difference del").count()).toBe(5);
    expect(await page.locator(".difference ins").count()).toBe(7);

    await page.keyboard.press("j");
    await soon(async () => await page.evaluate(cells)).toEqual([
      ["Member", "After"],
      ["name", "Bea"],
      ["type", "Person"],
      ["source", "notes"],
      ["Properties"],
      ["7", "7"],
      ["8", '"8"'],
    ]);

    // What turns the direction of a name ends with the name.
    for (let step = 0; step < 3; step += 1) await page.keyboard.press("j");
    await soon(async () => await page.locator(".detail h2").textContent()).toBe(
      "\u2068x\u202eelloh\u2069 reports to \u2068\u05d0\u2067\u2069\u2069",
    );
    await page.close();
  });

  test("an entity with 10,000 properties and a memory of 99,000 characters are shown in parts, with where they differ", async () => {
    const who = await service.caller();
    const many = Object.fromEntries(Array.from({ length: 10_000 }, (_, at) => [`p${String(at)}`, at]));
    const long = "a long story ".repeat(7600);
    const { body: memory } = await who.post("/v1/memories", { content: `${long} of Ada` });
    const { body: entity } = await who.post("/v1/entities", {
      type: "Person",
      name: "Big",
      properties: many,
    });
    const { body: delta } = await who.post("/v1/deltas", {
      entities: [{ type: "Person", name: "Huge", properties: many }],
      memories: [{ content: long }],
    });
    const { body: staged } = await who.call("PATCH", `/v1/memories/${memory.id}`, {
      body: { content: `${long} of Bea`, apply: false },
    });
    const { page, go } = await openConsole(browser(), service.url, who.key);
    const elements = async () => await page.evaluate<number>(`document.querySelectorAll("main *").length`);
    await go(`#/deltas/${delta.id}`);
    await page.locator(".difference").waitFor();
    expect(await elements()).toBeLessThan(1000);
    await page.getByRole("button", { name: "Show 1,000 of 9,900 others" }).click();
    await soon(async () => await page.locator(".difference tbody tr").count()).toBeGreaterThan(1100);
    await page.keyboard.press("j");
    await soon(async () => (await page.locator(".detail h2").textContent())?.length).toBe(300);
    expect((await page.locator(".difference").textContent())?.length).toBeLessThan(3000);
    await page.getByRole("button", { name: /^Show all 98,\d{3} characters$/ }).click();
    await soon(async () => (await page.locator(".difference").textContent())?.length).toBeGreaterThan(98_000);

    await go(`#/deltas/${staged.delta_id}`);
    const rows = page.locator(".difference tbody tr");
    await soon(async () => await rows.locator("del").first().textContent()).toContain("of Ada");
    expect(await rows.locator("ins").first().textContent()).toContain("of Bea");

    await go(`#/entities/${entity.id ?? entity.ids[0]}`);
    await page.getByText("p42", { exact: true }).waitFor();
    expect(await elements()).toBeLessThan(1000);
    await page.getByRole("button", { name: "Show 1,000 of 9,900 others" }).click();
    await page.getByText("p1042", { exact: true }).waitFor();
    await page.close();
  });

  test("the button that shows the last of a list keeps the focus", async () => {
    const who = await service.caller();
    const properties = Object.fromEntries(Array.from({ length: 150 }, (_, at) => [`p${String(at)}`, at]));
    const { body: entity } = await who.post("/v1/entities", { type: "Person", name: "Bea", properties });
    const { page, go } = await openConsole(browser(), service.url, who.key);
    await go(`#/entities/${entity.id ?? entity.ids[0]}`);
    await page.getByRole("button", { name: "Show 50 others" }).press("Enter");
    await page.getByText("p149", { exact: true }).waitFor();
    expect(await page.evaluate("document.activeElement.textContent")).toBe("That is all");
    await page.close();
  });

  test("a loop that has ended is asked for once, however many events it had", async () => {
    const who = await service.caller();
    await grant(service.database, who.organizationId, 100);
    await projectWith(who, service.database, ["Person: Ada (age 36)"]);
    await startTestWorker(service.database);
    const { body: loop } = await who.post("/v1/loops", { goal: "Who is there?" });
    await ended(who, loop.loop_id);
    const { page, go } = await openConsole(browser(), service.url, who.key);
    await page.waitForLoadState("networkidle");
    const asked: string[] = [];
    page.on("request", (request) => asked.push(new URL(request.url()).pathname));
    await go(`#/loops/${loop.loop_id}`);
    await soon(async () => await page.locator(".log .row").count()).toBeGreaterThan(3);
    await page.getByText("Checkpoints").waitFor();
    const path = `/v1/loops/${loop.loop_id}`;
    expect(asked.filter((each) => each.startsWith(path)).toSorted()).toEqual([
      path,
      `${path}/checkpoints`,
      `${path}/stream`,
    ]);
    await page.close();
  });

  test("a screen that cannot be loaded says why: the service is away, or the console was updated", async () => {
    const who = await service.caller();
    const { page, go } = await openConsole(browser(), service.url, who.key);
    const main = page.locator("main");
    await page.route("**/console**", async (route) => await route.abort());
    await go("#/memories");
    await soon(async () => await main.textContent()).toContain("The service cannot be reached.");
    expect(await main.locator("h1").textContent()).toBe("Memories");
    await page.unroute("**/console**");
    await page.getByRole("button", { name: "Try again" }).click();
    await page.getByText("Nothing is remembered yet.").waitFor();

    await page.route("**/console/loops-*", async (route) => await route.fulfill({ status: 404 }));
    await go("#/loops");
    await soon(async () => await main.textContent()).toContain("The console was updated");
    expect(await page.getByRole("button", { name: "Try again" }).count()).toBe(0);
    await page.unroute("**/console/loops-*");
    await page.getByRole("button", { name: "Load it again" }).click();
    await page.getByText("No loop has run.").waitFor();
    await page.close();
  });

  test("with forced colors the chosen change and one in conflict are marked; on a phone a tap shows the change", async () => {
    const who = await service.caller();
    const { body: delta } = await who.post("/v1/deltas", {
      entities: ["Ada", "Bea", "Cai"].map((name) => ({ type: "Person", name })),
    });
    await who.post("/v1/entities", { type: "Person", name: "Bea" });
    const forced = await openConsole(browser(), service.url, who.key, { forcedColors: "active" });
    await forced.go(`#/deltas/${delta.id}`);
    await forced.page.getByRole("button", { name: /^Apply/ }).click();
    const conflict = forced.page.locator(".change.conflict");
    await soon(async () => await conflict.count()).toBe(1);
    const look = async (selector: string, style: string) =>
      await forced.page.evaluate<string>(
        `getComputedStyle(document.querySelector(${JSON.stringify(selector)})).${style}`,
      );
    expect(await look(".change[aria-current]", "outlineStyle")).toBe("solid");
    expect(await look(".change[aria-current]", "outlineOffset")).toBe("-2px");
    expect(await look(".change.conflict", "borderLeftWidth")).toBe("3px");
    await forced.page.close();

    const small = { viewport: { width: 360, height: 740 }, hasTouch: true };
    const { page, go } = await openConsole(browser(), service.url, who.key, small);
    await go(`#/deltas/${delta.id}`);
    await page.getByRole("button", { name: /Person Cai/ }).tap();
    const heading = page.getByRole("heading", { name: "Person Cai" });
    const bar = page.getByRole("region", { name: "Decision" });
    const bottom = async () => {
      const { y = 999, height = 0 } = (await heading.boundingBox()) ?? {};
      return y + height - ((await bar.boundingBox())?.y ?? 0);
    };
    await soon(bottom).toBeLessThan(-100);
    await page.getByRole("button", { name: "Back to the list" }).tap();
    await soon(async () => await page.getByRole("button", { name: /Person Cai/ }).isVisible()).toBe(true);
    await soon(async () => ((await page.locator(".desk .rows").boundingBox())?.y ?? -1) >= 0).toBe(true);
    await page.close();
  });

  test("a key that no header can hold is refused in words, and a project that is gone can be left for another", async () => {
    const who = await service.caller();
    const all = callerWith(service.url, await service.caller({ ...who, projectId: null }));
    const page = await browser().newPage();
    await page.goto(`${service.url}/console`);
    await page.fill("input[name=key]", "slice-ключ");
    await page.keyboard.press("Enter");
    await soon(async () => await page.getByRole("alert").textContent()).toContain("This is no key");
    await page.evaluate(`sessionStorage.setItem("key", ${JSON.stringify(all.key)});
      sessionStorage.setItem("project", "0198c0de-7a11-7c3e-9b1f-3d2a5e6f7085");`);
    await page.reload();
    const choice = page.getByLabel("Project");
    await soon(async () => await choice.locator("option:checked").textContent()).toBe("one that is gone");
    await choice.selectOption(who.projectId);
    await soon(async () => await page.locator("main").textContent()).toContain("knows 0 entities");
    expect(await page.getByRole("alert").count()).toBe(0);
    await page.close();
  });
});
