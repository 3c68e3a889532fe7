// Tests the query part of the playground, in a browser: errors and fixes, completion, hovers, the count, and what a refused query leaves.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { root } from "../tidy/sources.ts";
import { countOf, eventually, type Playground, type Shared } from "./page.ts";

interface Slices {
  readonly slices: readonly { readonly cql: string; readonly count: number }[];
}

const { slices }: Slices = JSON.parse(readFileSync(join(root, "fixtures/debian/slices.json"), "utf8"));

/** Defines the tests, on a page that all of them share. */
export function queryTests(shared: Shared): void {
  describe("the query of the playground", () => {
    let playground: Playground;
    beforeAll(() => {
      playground = shared.playground();
    });
    /** The same page for all: each test starts with a link of its own. */
    const opened = async (query: string): Promise<Playground> => {
      await playground.visit({ query });
      return playground;
    };

    test("the playground opens with a query that finds some of all entities", async () => {
      await playground.visit("");
      const { query, count, text } = playground;
      expect(await count()).toBe(countOf(await query()));
      expect(await text("#found .count")).toMatch(/ of 10\s255 entities/);
    });

    test("an error is underlined and refuses, and its fix is applied by keyboard alone", async () => {
      const { page, type, query, count, text } = await opened("");
      await type("Type:Release");
      await page.keyboard.press("Escape");
      await page.locator(".cm-lintRange-error").waitFor();
      expect(await page.locator(".cm-lintRange-error").innerText()).toBe("Type");
      await eventually(count).toBeNull();
      expect(await text(".problem.error")).toContain("Qualifiers must be lowercase");
      await page.keyboard.press("Control+Home");
      await page.keyboard.press("Control+.");
      await page.getByRole("menuitem").first().waitFor();
      await page.keyboard.press("Enter");
      await eventually(query).toBe("type:Release");
      await eventually(count).toBe(countOf("type:Release"));
      await eventually(async () => await page.locator(".cm-lintRange-error").count()).toBe(0);
    });

    test("a fix in the list is pressed by a key, and the cursor returns to the editor", async () => {
      const { page, query, count } = await opened("type:Release shape: Shells");
      await page.locator(".problem.error .fix").focus();
      await page.keyboard.press("Enter");
      await eventually(query).toBe("type:Release shape:Shells");
      await eventually(count).toBe(countOf("type:Release shape:Shells"));
      expect(await page.evaluate("document.activeElement.className")).toContain("cm-content");
      await eventually(async () => await playground.text("#announcer")).toMatch(/Applied: /);
    });

    test("all unambiguous fixes are applied at once", async () => {
      const { page, query } = await opened('Type:Release shape: Shells before:1y6mo source:"bash');
      await page.getByRole("button", { name: "Fix all that is certain" }).click();
      await eventually(query).toBe('type:Release shape:Shells before:18mo source:"bash"');
    });

    test("a name with spaces is completed, with its quotes", async () => {
      const { page, type, query, count } = await opened("");
      await type("shape:dev");
      const option = page.locator(".cm-tooltip-autocomplete li", { hasText: "Library development" });
      await option.waitFor();
      while ((await option.getAttribute("aria-selected")) !== "true") await page.keyboard.press("ArrowDown");
      // CodeMirror takes no key for a list that has only just opened.
      await page.waitForTimeout(120);
      await page.keyboard.press("Enter");
      await eventually(query).toBe('shape:"Library development"');
      await eventually(count).toBe(countOf('shape:"Library development"'));
    });

    test("a date shows its instant inline, and more on hover", async () => {
      const { page } = await opened("after:2y");
      const hint = page.locator(".cm-sliceCql-hint");
      await eventually(async () => (await hint.allInnerTexts()).join("")).toContain("2024-09-30 12:00 UTC");
      await page.locator(".cm-sliceCql-date").hover();
      await page.locator(".cm-tooltip-hover, .cm-sliceCql-hover").first().waitFor();
      expect(await page.locator(".cm-tooltip").first().innerText()).toContain("2024-09-30 12:00");
    });

    test("the count is what the predicate finds, for every query of the fixture", async () => {
      const { page, count } = await opened("");
      for (const { cql, count: expected } of slices) {
        const hash = JSON.stringify(`#${new URLSearchParams({ query: cql }).toString()}`);
        await page.evaluate(`location.hash = ${hash}`);
        await eventually(count, cql).toBe(expected);
        expect(countOf(cql), cql).toBe(expected);
      }
    });

    describe("a refused query", () => {
      test("has no count anywhere, and the rows of the last good query, which it names", async () => {
        await opened("type:Vulnerability");
        const { page, count, text } = playground;
        expect(await page.locator("#samples tbody tr").count()).toBe(50);
        await page.locator(".cm-content").focus();
        await page.keyboard.press("Control+End");
        await page.keyboard.type(" after:tomorrow");
        await eventually(count).toBeNull();
        await eventually(async () => await text("#found")).toContain("Refused");
        expect(await text("#found")).toContain("the last query that compiled");
        expect(await page.locator("#found strong").allInnerTexts()).toEqual(["Refused"]);
        expect(await text("#samples .note")).toBe("Rows of the last query that compiled.");
        expect(await page.locator("#samples").getAttribute("class")).toContain("faded");
        expect(await page.locator("#samples tbody tr").count()).toBe(50);
        expect(await text("figcaption")).toContain("Of the last query that compiled");
        expect(await text("#definition-panel")).toContain("refused");
      });
    });

    test.each([
      ["terms that do not narrow it", "type:Release sort:created_at urgent", ["sort:", "urgent"]],
      ["unknown names", 'source:"left pad"', ["No source is named", "left pad"]],
      ["a long one", `source:${"x".repeat(3000)}`, ["x".repeat(47)]],
      ["unknown types", "type:Relese", ["Relese", "Did you mean Release?"]],
      ["nothing that narrows", "", ["the whole project"]],
    ])("the problems warn of %s, and nothing else says it again", async (_name, query, expected) => {
      const { page, text } = await opened(query);
      for (const words of expected) expect(await text("#problems")).toContain(words);
      expect(await page.locator("#found .callout").count()).toBe(0);
      expect(await text("#found")).not.toMatch(/narrow|catalog/);
    });

    test.each([1280, 390])("the count is shown once, at %i pixels", async (width) => {
      const { page } = await opened("type:Release sort:created_at urgent");
      await page.setViewportSize({ width, height: 900 });
      const said = page.locator("#brief, #count .count").filter({ hasText: "entities", visible: true });
      expect(await said.count()).toBe(1);
      await page.setViewportSize({ width: 1280, height: 800 });
    });

    test("an example is inserted, and undo restores the previous text", async () => {
      const { page, query, count } = await opened("type:Bug");
      const example = page.getByRole("button", { name: "Everything" });
      await example.click();
      await eventually(count).toBe(10_255);
      expect(await example.getAttribute("aria-pressed")).toBe("true");
      await page.keyboard.press("Control+z");
      await eventually(query).toBe("type:Bug");
    });

    test("Format writes a query in its canonical spelling", async () => {
      const { page, query } = await opened('type:"Bug"   shape:Shells');
      await page.getByRole("button", { name: "Format" }).click();
      await eventually(query).toBe("type:Bug shape:Shells");
    });
  });
}
