// What a person does on the screens of the console besides reviewing: begins, adds, makes keys, forgets; and what is not offered.

import { expect, test } from "vitest";
import { inBrowser } from "../support/chromium.ts";
import { grant, peopleShape, registerWorker } from "../support/loops.ts";
import { type Caller, callerWith, startService } from "../support/service.ts";
import { openConsole, soon } from "./console.ts";

const service = await startService();
await registerWorker(service.database);

/** A project with two people, a company, a memory of Ada, and a document. */
async function smallProject(): Promise<{ readonly who: Caller; readonly screens: readonly string[] }> {
  const who = await service.caller();
  await who.post("/v1/shapes", peopleShape);
  await who.post("/v1/entities", [
    { type: "Person", name: "Ada", properties: { role: "pilot" } },
    { type: "Person", name: "Bea", properties: { role: "captain" } },
    { type: "Company", name: "Acme" },
  ]);
  const { body: entities } = await who.get("/v1/entities");
  const { body: memory } = await who.post("/v1/memories", { content: "Ada prefers tea.", subject_id: "ada" });
  const { body: source } = await who.post("/v1/sources", { name: "notes" });
  const { body: document } = await who.post(`/v1/sources/${source.id}/documents`, { text: "Person: Ada" });
  const { body: slice } = await who.post("/v1/slices", { name: "People", cql: "type:Person" });
  const screens = [
    "#/loops/new?goal=Who",
    "#/slices",
    `#/slices/${slice.id}`,
    `#/entities/${entities.entities[0].id}`,
    "#/memories?subject=ada",
    `#/memories/${memory.id}`,
    "#/sources",
    `#/sources/${source.id}`,
    `#/documents/${document.id}`,
    "#/keys",
  ];
  return { who, screens };
}

inBrowser("in a browser", (browser) => {
  test("an empty project is begun by clicking: a document, a loop, a memory", async () => {
    const who = await service.caller();
    await grant(service.database, who.organizationId, 100);
    const { page, wrong, go } = await openConsole(browser(), service.url, who.key);
    const heading = async () => await page.locator("h1").textContent();
    await page.getByRole("button", { name: "Add a document" }).click();
    await soon(heading).toBe("Notes of Monday");
    await go("#/");
    await page.getByRole("button", { name: "Start a loop" }).click();
    await page.getByRole("button", { name: /^Start, for at most \d+ credits?$/ }).click();
    await soon(heading).toBe("Who works with whom?");
    await soon(async () => await page.getByText("Started: 1 document").count()).toBe(1);
    await go("#/");
    await page.getByRole("button", { name: "Remember something" }).click();
    await soon(heading).toBe("Memory");
    const { body } = await who.get("/v1/stats");
    expect([body.documents, body.loops.by_status, body.memories.total]).toEqual([1, { queued: 1 }, 1]);
    expect(wrong).toEqual([]);
    await page.close();
  });

  test("a narrower key shows what it will see before it is made, and sees no more", async () => {
    const { who } = await smallProject();
    const { page, wrong, go } = await openConsole(browser(), service.url, who.key);
    await go("#/keys");
    await page.getByLabel("Name, for lists").fill("people only");
    await page.locator("main [contenteditable=true]").click();
    await page.keyboard.type("type:Person", { delay: 20 });
    await soon(async () => await page.locator(".scope").textContent()).toContain("2 entities match");
    await page.getByText(/^For example (?:Ada|Bea)/).waitFor();
    await page.getByRole("button", { name: "Make it" }).click();
    const secret = await page.locator("code.breaks").textContent();
    await soon(async () => await page.getByRole("list", { name: "Keys" }).textContent()).toContain(
      "people only",
    );
    expect(wrong).toEqual([]);
    await page.close();

    const narrow = await openConsole(browser(), service.url, secret ?? "");
    await soon(async () => await narrow.page.locator("main").textContent()).toContain(
      "This key sees 2 entities",
    );
    await narrow.go("#/entities");
    const list = narrow.page.getByRole("list", { name: "Entities" });
    await soon(async () => await list.getByRole("listitem").count()).toBe(2);
    expect(await list.textContent()).not.toContain("Acme");
    await narrow.go("#/sources");
    await soon(async () => await narrow.page.locator("main").textContent()).toContain("This key is limited");
    expect(await narrow.page.getByRole("alert").count()).toBe(0);
    expect(narrow.wrong).toEqual([]);
    await narrow.page.close();
  });

  test("a text file that is dropped is a document that a search finds; what is no text is refused in words", async () => {
    const { who } = await smallProject();
    const { body } = await who.get("/v1/sources");
    const { page, wrong, go } = await openConsole(browser(), service.url, who.key);
    await go(`#/sources/${body.sources[0].id}`);
    const dropped = await page.evaluateHandle(`{
      const files = new DataTransfer();
      files.items.add(new File(["The zeppelin lands on Tuesday."], "plan.txt"));
      files.items.add(new File([new Uint8Array([0xff, 0xfe, 0x41])], "photo.jpg"));
      files;
    }`);
    await page.dispatchEvent("main form", "drop", { dataTransfer: dropped });
    await page.getByText("photo.jpg was not added: it is not UTF-8").waitFor();
    await page.getByRole("list", { name: "Documents" }).getByText("plan.txt").waitFor();
    await page.keyboard.press("Control+k");
    await page.keyboard.type("Search");
    await page.keyboard.press("Enter");
    await page.getByRole("searchbox").fill("zepp");
    const found = page.getByRole("region", { name: "Documents" });
    await soon(async () => await found.locator("mark").allTextContents()).toEqual(["zeppelin"]);
    await found.getByRole("link").click();
    await soon(async () => await page.locator("mark").textContent()).toContain("zeppelin lands");
    expect(wrong).toEqual([]);
    await page.close();
  });

  test("a key that may only read is offered nothing to write, and told why", async () => {
    const { who, screens } = await smallProject();
    const reader = await service.caller({ ...who, permission: "read" });
    const { page, wrong, go } = await openConsole(browser(), service.url, reader.key);
    for (const fragment of screens) {
      await go(fragment);
      await page.locator("main .note").first().waitFor();
      const offered = page.getByRole("button", {
        name: /Save|Delete|Rename|Forget|Remember|Correct|Create|Add|Make|^Start/,
      });
      expect({ fragment, offered: await page.locator("main").locator(offered).allTextContents() }).toEqual({
        fragment,
        offered: [],
      });
    }
    await go("#/slices");
    await page.getByText("This key may only read: it cannot save slices.").waitFor();
    expect(wrong).toEqual([]);
    await page.close();
  });

  test("forgetting asks first, and then is for good", async () => {
    const { who } = await smallProject();
    const { body } = await who.get("/v1/memories");
    const path = `/v1/memories/${body.memories[0].id}`;
    const { page, go } = await openConsole(browser(), service.url, who.key);
    await go(path.replace("/v1", "#"));
    const forget = page.getByRole("button", { name: "Forget for good" });
    await forget.click();
    await page.getByRole("button", { name: "Leave it" }).click();
    expect((await who.get(path)).status).toBe(200);
    await forget.click();
    await page.getByRole("button", { name: "Forget it" }).click();
    await page.getByText("Nothing is remembered yet.").waitFor();
    expect((await who.get(path)).status).toBe(404);
    await page.close();
  });

  test("a key of an organization chooses a project, and goes to another without its key", async () => {
    const { who } = await smallProject();
    const other = await service.createProject(who.organizationId);
    const all = callerWith(service.url, await service.caller({ ...who, projectId: null }));
    const page = await browser().newPage({ viewport: { width: 1280, height: 800 } });
    await page.goto(`${service.url}/console`);
    await page.fill("input[name=key]", all.key);
    await page.keyboard.press("Enter");
    await page.locator("form select").selectOption(who.projectId);
    await page.getByRole("button", { name: "Open" }).click();
    const main = page.locator("main");
    await soon(async () => await main.textContent()).toContain("knows 3 entities");
    await page.locator("nav select").selectOption(other);
    await soon(async () => await main.textContent()).toContain("knows 0 entities");
    await page.close();
  });

  test("the query box completes, says what dates mean, and what is wrong, before anything is sent", async () => {
    const { who } = await smallProject();
    const { page, wrong, go } = await openConsole(browser(), service.url, who.key);
    await go("#/slices");
    await page.locator("main [contenteditable=true]").click();
    await page.keyboard.type("type:Per", { delay: 20 });
    await page.getByRole("option", { name: "Person" }).waitFor();
    // An option that has only just been shown is not chosen yet, so that nobody chooses one by accident.
    const chosen = page.getByRole("option", { name: "Person", selected: true });
    await soon(async () => {
      if ((await chosen.count()) === 0) await page.keyboard.press("ArrowDown");
      return await chosen.count();
    }).toBe(1);
    await page.keyboard.press("Enter");
    await page.keyboard.type(" after:3mo", { delay: 20 });
    await page.getByText(/^.?\d{4}-\d\d-\d\d \d\d:\d\d UTC$/).waitFor();
    await soon(async () => await page.locator(".scope").textContent()).toContain("2 entities match");
    expect(wrong).toEqual([]);
    await page.close();
  });

  test("a link made by an attacker asks for nothing but what it names", async () => {
    const who = await service.caller();
    const { page, wrong, go } = await openConsole(browser(), service.url, who.key);
    const asked: string[] = [];
    page.on("request", (request) => asked.push(request.url()));
    for (const fragment of [
      "#/documents/..%2f..%2fv1%2fkeys",
      "#/documents/../../keys",
      "#/entities/..",
      "#/entities/%2e%2e%2fmemories?cql=",
      "#/__proto__",
      "#/constructor/x",
      "#/javascript:document.title='owned'",
      "#//elsewhere.example/x",
      "#/documents/x?start=1e999&end=-1&from=99999999999999999999",
      "#/loops/%00",
      "#/search?q=%F0%9F&cql=%22",
    ]) {
      await go(fragment);
      expect(page.url().startsWith(`${service.url}/console#`)).toBe(true);
      expect(await page.title()).not.toBe("owned");
    }
    for (const url of asked) {
      // An ID stays one part of the path, whatever is in it; the first screen may still be asking.
      expect(new URL(url).pathname).toMatch(
        /^\/(?:console\/[\w.-]+|v1\/(?:keys\/current|activity|stats|loops|catalog|search|slices|(?:documents|entities|loops)\/[^/]+(?:\/[a-z]+)?))$/,
      );
      expect(url).not.toContain(who.key);
      expect(url.startsWith(service.url)).toBe(true);
    }
    expect(wrong).toEqual([]);
    await page.close();
  });

  test("what is copied as curl is the request of the screen, and never the key", async () => {
    const { who, screens } = await smallProject();
    const { page, go } = await openConsole(browser(), service.url, who.key);
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    for (const fragment of screens) {
      await go(fragment);
      await page.getByRole("button", { name: "Copy as curl" }).first().click();
      await page.getByText("Copied").waitFor();
      const copied = String(await page.evaluate("navigator.clipboard.readText()"));
      expect(copied).toContain(`curl -s '${service.url}/v1/`);
      expect(copied).toContain(`"Authorization: Bearer $KEY"`);
      expect(copied).not.toContain(who.key);
    }
    await page.close();
  });
});
