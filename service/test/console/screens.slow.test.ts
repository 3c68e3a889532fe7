// Every screen of the console, with hostile names: accessible, in all looks and widths, with nothing that runs or comes from elsewhere.

import { expect, test } from "vitest";
import { violationsOf } from "../support/axe.ts";
import { inBrowser } from "../support/chromium.ts";
import { grant, registerWorker } from "../support/loops.ts";
import { startService } from "../support/service.ts";
import { openConsole, soon } from "./console.ts";

const service = await startService();
const who = await service.caller();

const hostile = `<img src=x onerror="document.title='owned'">'); \u202egnp.exe "&amp; «owned» </script>`;
const long = "W".repeat(500);
const { body: source } = await who.post("/v1/sources", { name: hostile });
const { body: shape } = await who.post("/v1/shapes", { name: hostile, entity_types: [{ name: "Person" }] });
const { body: document } = await who.post(`/v1/sources/${source.id}/documents`, {
  title: hostile,
  text: `${hostile} owns a boat.\n`.repeat(300),
});
const evidence = [{ document_id: document.id, quote: "owns a boat" }];
const { body: delta } = await who.post("/v1/deltas", {
  entities: [
    { type: "Person", name: hostile, properties: { [hostile]: hostile }, shape_id: shape.id, evidence },
    { type: hostile, name: "Boat" },
  ],
  relationships: [{ type: "owns", from: "#0", to: "#1", evidence }],
  memories: [{ content: hostile }],
});
await who.post("/v1/graph", {
  entities: [
    { type: "Person", name: hostile, properties: { role: hostile, [long]: long.repeat(20) } },
    { type: "Person", name: "Bea", properties: { role: "pilot", constructor: "x" } },
    { type: "Person", name: long, properties: { role: "pilot" } },
  ],
  relationships: [{ type: "knows", from: "#0", to: "#1" }],
});
const { body: entities } = await who.get("/v1/entities");
const { body: memory } = await who.post("/v1/memories", {
  content: hostile,
  kind: "fact",
  subject_id: "user-17",
});
await who.call("PATCH", `/v1/memories/${memory.id}`, { body: { content: `${hostile} again` } });
const { body: slice } = await who.post("/v1/slices", { name: hostile, cql: "type:Person after:3mo" });
await who.post("/v1/keys", { name: hostile, slice: "type:Person" });
await grant(service.database, who.organizationId, 100);
await registerWorker(service.database);
const { body: loop } = await who.post("/v1/loops", { goal: hostile });

const screens: Readonly<Record<string, string>> = {
  home: "#/",
  deltas: "#/deltas",
  review: `#/deltas/${delta.id}`,
  loops: "#/loops",
  "a new loop": "#/loops/new?goal=Who",
  "a loop": `#/loops/${loop.loop_id}`,
  slices: "#/slices?cql=type:Person",
  "a slice": `#/slices/${slice.id}`,
  entities: "#/entities?cql=type:Person",
  "an entity": `#/entities/${entities.entities[0].id}`,
  memories: "#/memories",
  "a memory": `#/memories/${memory.id}`,
  search: "#/search?q=img",
  sources: "#/sources",
  "a source": `#/sources/${source.id}`,
  "a document": `#/documents/${document.id}?start=10&end=20`,
  keys: "#/keys",
  activity: "#/activity",
  "no screen": "#/nowhere",
  "no entity": "#/entities/nowhere",
};

/** What asks before it does something, and where. */
const questions: readonly (readonly [screen: string, button: RegExp])[] = [
  ["a loop", /^Cancel$/],
  ["a slice", /^Delete$/],
  ["a slice", /^Rename$/],
  ["an entity", /^Delete$/],
  ["a memory", /^Forget for good$/],
  ["a source", /^Delete$/],
  ["a document", /^Delete$/],
  ["keys", /^Revoke /],
];

const looks = [
  { colorScheme: "light", viewport: { width: 1280, height: 800 } },
  { colorScheme: "dark", viewport: { width: 390, height: 800 } },
  { forcedColors: "active", viewport: { width: 1920, height: 1000 } },
  { colorScheme: "light", viewport: { width: 360, height: 740 } },
] as const;

/** But for those without a source that the editor of queries puts next to its hints. */
const images = "main img:not(.cm-widgetBuffer)";

inBrowser("in a browser", (browser) => {
  test.each(looks)(
    "no screen violates a rule of axe, scrolls sideways, runs what it shows or logs an error: %o",
    async (look) => {
      const { page, wrong, go } = await openConsole(browser(), service.url, who.key, look);
      for (const [name, fragment] of Object.entries(screens)) {
        await go(fragment);
        expect({ name, violations: await violationsOf(page) }).toEqual({ name, violations: [] });
        expect({
          name,
          fits: await page.evaluate(
            '[document.documentElement, document.querySelector("main")].every((each) => each.scrollWidth <= each.clientWidth)',
          ),
        }).toEqual({ name, fits: true });
        expect(await page.locator(images).count()).toBe(0);
        expect(await page.title()).not.toBe("owned");
      }
      expect(wrong).toEqual([]);
      await page.close();
    },
  );

  test.each([
    { colorScheme: "light", viewport: { width: 1280, height: 800 } },
    { colorScheme: "dark", viewport: { width: 390, height: 800 } },
  ] as const)(
    "what cannot be taken back is asked about, and Escape leaves all as it is: %o",
    async (look) => {
      const { page, wrong, go } = await openConsole(browser(), service.url, who.key, look);
      for (const [name, button] of questions) {
        await go(screens[name] ?? "");
        await page.locator("main").getByRole("button", { name: button }).first().click();
        await soon(async () => await page.getByRole("dialog").count()).toBe(1);
        expect({ name, violations: await violationsOf(page) }).toEqual({ name, violations: [] });
        await page.keyboard.press("Escape");
        await soon(async () => await page.getByRole("dialog").count()).toBe(0);
        expect(await page.getByRole("alert").count()).toBe(0);
      }
      expect(await page.locator(images).count()).toBe(0);
      expect(wrong).toEqual([]);
      await page.close();
      for (const path of [
        `entities/${entities.entities[0].id}`,
        `slices/${slice.id}`,
        `memories/${memory.id}`,
        `documents/${document.id}`,
      ])
        expect((await who.get(`/v1/${path}`)).status).toBe(200);
      expect((await who.get(`/v1/loops/${loop.loop_id}`)).body.status).toBe("queued");
    },
  );

  test("the palette goes to a screen and to what a search finds", async () => {
    const { page } = await openConsole(browser(), service.url, who.key);
    await page.keyboard.press("Control+k");
    await page.keyboard.type("memor");
    await page.keyboard.press("Enter");
    await soon(async () => await page.locator("h1").textContent()).toBe("Memories");
    await page.keyboard.press("Control+k");
    await page.keyboard.type("Bea");
    const options = page.getByRole("dialog").getByRole("option");
    // What is found later does not take the place of what Enter follows.
    await soon(async () => await options.allTextContents()).toEqual(["Search for Bea search", "Bea Person"]);
    expect(await options.first().getAttribute("aria-selected")).toBe("true");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await soon(async () => await page.locator("h1").textContent()).toBe("Bea");
    await page.close();
  });
});
