// Tests what a visitor sets in the playground, in a browser: catalog, present, link, theme; and hostile links.

import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { root } from "../tidy/sources.ts";
import { countOf, eventually, isFine, type Playground, playgroundOf, type Shared } from "./page.ts";

/** Defines the tests, on a page that all of them share. */
export function settingTests(shared: Shared): void {
  describe("the settings of the playground", () => {
    let playground: Playground;
    beforeAll(() => {
      playground = shared.playground();
    });

    const edit = async (text: string): Promise<void> => {
      const { page } = playground;
      if (!(await page.locator("#catalog").isVisible())) await page.locator("#catalog-pane summary").click();
      await page.locator("#catalog").fill(text);
    };

    describe("the catalog", () => {
      test.each([
        [
          "is no JSON",
          '{ "shapes": [',
          "The last good catalog is still in use.",
          /Line 1, column \d+: expected .+, not the end of the text/,
        ],
        [
          "has a wrong member",
          '{ "shapes": [{ "id": 1 }] }',
          "The last good catalog is still in use.",
          /shapes\[0\]/,
        ],
        ["is a list", "[]", "The last good catalog is still in use.", /must be an object/],
      ])("that %s is said in place, and the last good one is kept", async (_name, text, kept, why) => {
        await playground.visit({ query: "shape:Shells" });
        await edit(text);
        const { page, count } = playground;
        await page.locator("#catalog-problem .callout").waitFor();
        expect(await playground.text("#catalog-problem")).toContain(kept);
        expect(await playground.text("#catalog-problem")).toMatch(why);
        expect(await page.locator("#catalog").getAttribute("aria-invalid")).toBe("true");
        expect(await playground.text("#catalog-pane summary")).toContain("edited text not in use");
        expect(await count()).toBe(countOf("shape:Shells"));
        await page.getByRole("button", { name: "Back to the original" }).click();
        expect(await page.locator("#catalog-problem .callout").count()).toBe(0);
      });

      test("shows the position of an error", async () => {
        await edit('{\n "shapes": [],,\n}');
        const { page } = playground;
        await page.getByRole("button", { name: "Show the place" }).click();
        const at: number = await page.evaluate("document.activeElement.selectionStart");
        expect(at).toBe('{\n "shapes": [],'.length);
      });

      test("takes effect at once on which names are known", async () => {
        await playground.visit({ query: "shape:Mine" });
        const { page, count } = playground;
        expect(await count()).toBe(0);
        const original = await page.locator("#catalog").inputValue();
        await edit(original.replace('"Shells"', '"Mine"'));
        await eventually(count).toBe(countOf("shape:Shells"));
        await eventually(async () => await page.locator(".cm-sliceCql-hint-unresolved").count()).toBe(0);
      });
    });

    describe("the present", () => {
      test("moves relative dates, and is UTC", async () => {
        await playground.visit({ query: "after:7d" });
        const { page, count } = playground;
        await page.getByLabel("The fixed instant, in UTC").fill("2020-01-08T06:30:00");
        await eventually(count).toBe(countOf("after:7d", "2020-01-08T06:30:00Z"));
        expect(await playground.text("#definition-panel pre")).toContain("2020-01-01T06:30:00.000Z");
      });

      test("can be the clock, which advances by minutes: until the next one a message stays open", async () => {
        await playground.visit({ query: "type:Bug shape:nope after:1h" });
        const { page, text } = playground;
        const setClock = async (time: string): Promise<unknown> =>
          // At half its speed, so that the minute is long enough on a busy machine.
          await page.evaluate(`(() => {
            const began = performance.now();
            Date.now = () => Date.parse("${time}") + (performance.now() - began) / 2;
          })()`);
        await page.locator(".cm-lintRange").first().waitFor();
        // Only forwards: CodeMirror waits for a time of this clock, too.
        await setClock("2100-01-01T09:30:10Z");
        onTestFinished(async () => void (await page.reload()));
        await page.getByLabel("the clock").check();
        await eventually(async () => await text(".clock")).toBe(": 2100-01-01 09:30 UTC");
        await eventually(async () => await text("#definition-panel pre")).toContain(
          "2100-01-01T08:30:00.000Z",
        );
        await page.locator(".cm-lintRange").first().hover();
        const message = await page.waitForSelector(".cm-tooltip-lint");
        await page.waitForTimeout(2000);
        expect(await message.isVisible()).toBe(true);
        await setClock("2100-01-01T09:31:00Z");
        await eventually(async () => await text("#definition-panel pre")).toContain(
          "2100-01-01T08:31:00.000Z",
        );
        expect(await text(".clock")).toBe(": 2100-01-01 09:31 UTC");
      });

      test("with an invalid date in the field is the last valid one, and that is reported", async () => {
        await playground.visit({ query: "after:7d", now: "2020-01-08T06:30:00.000Z" });
        const { page, text } = playground;
        await page.getByLabel("The fixed instant, in UTC").fill("");
        await eventually(async () => await text(".now")).toContain("the last one is kept");
        expect(await text("#definition-panel pre")).toContain("2020-01-01T06:30:00.000Z");
      });
    });

    describe("the link", () => {
      test("restores query, catalog and evaluation time in another window", async () => {
        await playground.visit({
          query: 'shape:"My & mine" after:7d sort:"a+b %"',
          now: "2020-01-08T06:30:00.000Z",
        });
        const { page } = playground;
        await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
        const original = await page.locator("#catalog").inputValue();
        const edited = original.replace('"Shells"', '"My & mine"');
        await edit(edited);
        const expected = countOf("shape:Shells after:7d", "2020-01-08T06:30:00Z");
        await eventually(playground.count).toBe(expected);
        await page.locator("#share").click();
        await eventually(async () => await playground.text("#share")).toBe("Link copied");
        const link: string = await page.evaluate("navigator.clipboard.readText()");
        expect(link.length).toBeLessThan(400);
        const other = playgroundOf(await shared.open(link));
        expect(await other.query()).toBe('shape:"My & mine" after:7d sort:"a+b %"');
        expect(await other.page.locator("#catalog").inputValue()).toBe(edited);
        expect(await other.page.getByLabel("The fixed instant, in UTC").inputValue()).toMatch(
          /^2020-01-08T06:30/,
        );
        await eventually(other.count).toBe(expected);
        isFine(other);
        await other.close();
      });

      test("is in the address while typing", async () => {
        await playground.visit({ query: "" });
        await playground.type("type:Bug after:2015-01-01");
        await eventually(() => playground.page.url()).toContain("type%3ABug+after%3A2015-01-01");
      });

      test("that is opened just before the last change would be written wins", async () => {
        const { page, count } = playground;
        await playground.visit({ query: "type:Bug" });
        await page.evaluate(`new Promise((done) => {
          const nextFrames = (act) => requestAnimationFrame(() => requestAnimationFrame(act));
          document.querySelector(".chip").click();
          nextFrames(() => {
            addEventListener("hashchange", () => nextFrames(done), { once: true });
            location.hash = "#query=type:Package";
            const until = performance.now() + 600;
            while (performance.now() < until);
          });
        })`);
        await eventually(count).toBe(693);
      });

      test("can be copied by hand if the browser cannot copy", async () => {
        const { page } = playground;
        await playground.visit({ query: "type:Bug" });
        await page.evaluate("navigator.clipboard.writeText = () => Promise.reject(new Error('no'))");
        await page.locator("#share").click();
        expect(await page.getByLabel("The link to copy").inputValue()).toContain("#query=type%3ABug");
        await page.evaluate("delete navigator.clipboard.writeText");
      });

      test("omits a catalog that is too large, and reports it", async () => {
        const { page } = playground;
        await playground.visit({ query: "type:Bug" });
        const many = Array.from({ length: 400 }, (_, at) => ({
          id: `id ${String(at)}`,
          name: `name ${String(at)}`,
        }));
        await edit(JSON.stringify({ shapes: many }));
        await page.locator("#share").click();
        await eventually(async () => await playground.text("#link-note")).toContain("too large for a link");
        expect(page.url().length).toBeLessThan(300);
      });
    });

    test.each([
      ["garbage", "%E0%A4%A&&==%%%#?\u{202E}\u{0}", null],
      ["no query in it", "a=b", null],
      ["a script", "query=%3Cscript%3Ewindow.hacked%3D1%3C%2Fscript%3E", null],
      [
        "markup",
        `query=${encodeURIComponent('type:"<img src=x onerror=window.hacked=1>" source:"</pre><svg onload=window.hacked=1>"')}`,
        0,
      ],
      [
        "an address of script",
        "query=javascript:window.hacked=1&now=javascript:1&catalog=javascript:1",
        null,
      ],
      ["an evaluation time that is not one", "query=type:Bug&now=2026-02-30T00:00:00Z", 3163],
      ["an evaluation time far away", "query=type:Bug&now=%2B275760-09-13T00:00:00.000Z", 3163],
      ["a catalog of another version", "query=type:Bug&catalog=zzz.0.10.hello", 3163],
      ["a catalog edit out of bounds", "query=type:Bug&catalog=abc.999999999.0.x", 3163],
      ["names of prototypes", "query=type:__proto__+source:constructor&__proto__=x&constructor=y", 0],
      ["a query that is too long", `query=${"x".repeat(70_000)}`, null],
      ["very many terms", `query=${"type:A+".repeat(5_000)}`, null],
      ["one long term", `query=type:${"a".repeat(60_000)}`, 0],
    ])("a link with %s does no harm", async (_name, hash, expected) => {
      const { page, count } = playground;
      await playground.visit(hash);
      expect(await page.evaluate("typeof window.hacked")).toBe("undefined");
      // CodeMirror itself puts empty images next to what it inserts.
      expect(await page.locator("img:not(.cm-widgetBuffer), iframe, object, main script").count()).toBe(0);
      if (expected !== null) await eventually(count).toBe(expected);
    });

    test("opened as a file, and by an invalid link, the page works and reports what it could not read", async () => {
      const address = pathToFileURL(join(root, "docs/playground/index.html")).href;
      const garbage = `query=${"x".repeat(70_000)}&now=%00&catalog=%E0%A4%A<script>window.hacked=1</script>`;
      const other = playgroundOf(await shared.open(`${address}#${garbage}`));
      for (const part of ["query", "now", "catalog"])
        expect(await other.text("#link-note")).toContain(`The ${part} of the link could not be read`);
      await other.type("type:Package");
      await eventually(other.count).toBe(693);
      isFine(other);
      await other.close();
    });

    test("the theme is the system's until one is chosen; then it is remembered, and so is the query", async () => {
      const { page } = playground;
      const theme = async (): Promise<unknown> =>
        await page.evaluate("document.documentElement.dataset.theme");
      await page.emulateMedia({ colorScheme: "dark" });
      await eventually(theme).toBe("dark");
      await page.emulateMedia({ colorScheme: "light" });
      await eventually(theme).toBe("light");
      await page.getByRole("button", { name: "Switch to dark colours" }).press("Enter");
      expect(await theme()).toBe("dark");
      await playground.visit({ query: "type:Bug" });
      await page.reload();
      expect(await theme()).toBe("dark");
      expect(await playground.query()).toBe("type:Bug");
    });
  });
}
