// Tests what the playground shows of a query, in a browser: tabs, SQL of each dialect, marks in the editor, timeline, rows.

import { beforeAll, describe, expect, test } from "vitest";
import { dialectNames, dialectOf } from "../../src/backends/sql/dialects.ts";
import { entityColumns, toSql } from "../../src/exports/sql.ts";
import { compile, createCatalog } from "../../src/index.ts";
import { countOf, type Playground, pageNow, type Shared } from "./page.ts";

const query = 'type:Release shape:"Library development" after:2y urgent';

/** Defines the tests, on a page that all of them share. */
export function resultTests(shared: Shared): void {
  describe("the results of the playground", () => {
    let playground: Playground;
    beforeAll(() => {
      playground = shared.playground();
    });

    test("the tabs are one Tab stop, switched by arrows, Home and End", async () => {
      const { page } = playground;
      await playground.visit({ query });
      const selected = page.locator('[role="tab"][aria-selected="true"]');
      await page.locator("#definition-tab").focus();
      const turns = [
        ["ArrowRight", "Explanation"],
        ["ArrowRight", "SQL"],
        ["End", "Tree"],
        ["ArrowRight", "Definition"],
        ["ArrowLeft", "Tree"],
        ["ArrowLeft", "Tokens"],
        ["Home", "Definition"],
      ] as const;
      for (const [key, label] of turns) {
        await page.keyboard.press(key);
        expect(await selected.allInnerTexts(), key).toEqual([label]);
        expect(await page.evaluate("document.activeElement.textContent")).toBe(label);
        expect(await page.locator('[role="tabpanel"]:visible').count()).toBe(1);
      }
      await page.keyboard.press("Tab");
      expect(await page.evaluate("document.activeElement.id")).toBe("definition-panel");
    });

    test("the definition is the result of compile, and can be copied", async () => {
      const { page, text } = playground;
      await playground.visit({ query: "type:Bug after:2020-01-01" });
      await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
      await page.locator("#definition-tab").click();
      const result = compile("type:Bug after:2020-01-01", { catalog: createCatalog({}) });
      const expected = { filter_definition: result.ok && result.filter_definition };
      expect(JSON.parse(await text("#definition-panel pre code"))).toMatchObject(expected);
      expect(await text("#definition-panel .lead")).toContain(
        "A server stores and runs the filter_definition",
      );
      await page.locator("#definition-panel").getByRole("button", { name: "Copy" }).click();
      await page.locator("#definition-panel").getByRole("button", { name: "Copied" }).waitFor();
      expect(JSON.parse(await page.evaluate("navigator.clipboard.readText()"))).toMatchObject(expected);
    });

    test("the explanation is in sentences, with names as code", async () => {
      await playground.visit({ query });
      await playground.page.locator("#explanation-tab").click();
      expect(await playground.text("#explanation-panel")).toContain("are of the type Release");
      expect(await playground.page.locator("#explanation-panel code").allInnerTexts()).toContain(
        "Library development",
      );
    });

    test.each(dialectNames)("the SQL of %s is that of toSql, except for white space", async (dialect) => {
      const { page, text } = playground;
      const plain = "type:Release type:Bug after:2020-01-01";
      await playground.visit({ query: plain });
      await page.locator("#sql-tab").click();
      await page.getByLabel(dialectOf(dialect).title).check();
      const result = compile(plain, { catalog: createCatalog({}) });
      if (!result.ok) throw new Error("It is refused");
      const sql = toSql(result.filter_definition, { dialect, columns: entityColumns, json: "props" });
      const [statement, params] = await page.locator("#sql-panel code").allInnerTexts();
      expect(statement?.replace(/\s+/g, " ")).toBe(
        `SELECT * FROM entities WHERE ${sql.text}`.replace(/\s+/g, " "),
      );
      expect(JSON.parse(params ?? "")).toEqual(sql.params);
      expect(await text("#sql-panel h3")).toBe("Parameters");
    });

    test.each(["tokens", "tree"])(
      "a row of %s marks its term in the editor while it has pointer or focus",
      async (tab) => {
        const { page } = playground;
        await playground.visit({ query });
        await page.locator(`#${tab}-tab`).click();
        const rows = page.locator(`#${tab}-panel :is(tbody tr, details)`);
        const marked = page.locator(".pointed-to");
        expect(await rows.count()).toBe(4);
        await rows.nth(1).hover();
        expect((await marked.allInnerTexts()).join("")).toBe('shape:"Library development"');
        await page.mouse.move(0, 0);
        expect(await marked.count()).toBe(0);
        await rows.nth(0).locator("button, summary").focus();
        expect((await marked.allInnerTexts()).join("")).toBe("type:Release");
        await page.locator(`#${tab}-tab`).focus();
        expect(await marked.count()).toBe(0);
      },
    );

    test("the position of a token leads into the editor, with the term selected", async () => {
      const { page } = playground;
      await playground.visit({ query });
      await page.locator("#tokens-tab").click();
      await page.getByRole("button", { name: "Go to 1:14" }).press("Enter");
      expect(await page.evaluate("document.activeElement.className")).toContain("cm-content");
      expect(await page.evaluate("getSelection().toString()")).toBe('shape:"Library development"');
    });

    test.each([
      ["type:Bug", "Created at any time."],
      ["after:2020-01-01", "Created from 2020-01-01 00:00 UTC (included)."],
      ["before:2020-01-01", "Created up to 2020-01-01 00:00 UTC (not included)."],
      [
        "after:1y before:today",
        "Created from 2025-09-30 12:00 UTC (included) up to 2026-09-30 00:00 UTC (not included).",
      ],
      ["after:2024-01-01 before:2023-01-01", "Nothing can be in a range that ends before it begins."],
    ])("the timeline of %s says: %s", async (dates, sentence) => {
      await playground.visit({ query: dates });
      expect(await playground.text("figcaption")).toContain(sentence);
      const label = await playground.page.locator("#timeline svg").getAttribute("aria-label");
      expect(label).toContain(sentence);
      expect(label).toMatch(/The axis goes from \d{4}-\d\d-\d\d \d\d:\d\d(?::[\d.]+)? UTC to /);
    });

    test("the range has a dot at an inclusive end, a ring at an exclusive one, an arrow where it is open", async () => {
      const marks = async (dates: string): Promise<readonly number[]> => {
        await playground.visit({ query: dates });
        const count = async (kind: string): Promise<number> =>
          await playground.page.locator(`#timeline .${kind}`).count();
        return [await count("included"), await count("excluded"), await count("arrow"), await count("area")];
      };
      expect(await marks("after:2020-01-01 before:2021-01-01")).toEqual([1, 1, 0, 1]);
      expect(await marks("after:2020-01-01")).toEqual([1, 0, 1, 1]);
      expect(await marks("before:2020-01-01")).toEqual([0, 1, 1, 1]);
      expect(await marks("after:0001-01-01 before:9999-12-31")).toEqual([0, 0, 2, 1]);
      expect(await marks("after:2021-01-01 before:2020-01-01")).toEqual([1, 1, 0, 0]);
      expect(await marks("type:Bug")).toEqual([0, 0, 0, 0]);
    });

    test("zooming shows only the range, and is available only if there is one", async () => {
      const { page } = playground;
      await playground.visit({ query: "after:2006-03-20 before:2006-03-27" });
      const zoom = page.getByRole("button", { name: "Zoom to the range" });
      await zoom.click();
      expect(await zoom.getAttribute("aria-pressed")).toBe("true");
      expect(await page.locator("#timeline .tick").allTextContents()).toContain("2006-03-23");
      await zoom.click();
      await playground.visit({ query: "type:Bug" });
      expect(await zoom.isVisible()).toBe(false);
    });

    test("a refused query after one without rows reports that there were none", async () => {
      await playground.visit({ query: "type:Bug after:2024-01-01 before:2023-01-01" });
      expect(await playground.text("#samples .note")).toBe("No entity is in the slice.");
      await playground.visit({ query: "type:" });
      expect(await playground.text("#samples .note")).toBe("The last query that compiled had no rows.");
    });

    test("the printed page is dark on white and complete, without buttons", async () => {
      const { page } = playground;
      await page.emulateMedia({ media: "print", colorScheme: "dark" });
      await playground.visit({ query });
      const printed: unknown = await page.evaluate(`(() => {
        const styleOf = (selector) => getComputedStyle(document.querySelector(selector));
        const cut = [...document.querySelectorAll(".scrolls, .panel, .problems")]
          .filter((box) => box.scrollHeight > box.clientHeight + 1).length;
        const buttons = [...document.querySelectorAll("button:not(.tab, .place)")];
        return {
          paper: styleOf("body").backgroundColor,
          ink: styleOf(".cm-line > *").color,
          cut,
          buttons: buttons.filter((button) => button.checkVisibility()).map(({ outerHTML }) => outerHTML),
        };
      })()`);
      expect(printed).toEqual({ paper: "rgb(255, 255, 255)", ink: "rgb(28, 30, 33)", cut: 0, buttons: [] });
      await page.emulateMedia({ media: "screen", colorScheme: "light" });
    });

    test("rows come newest first, fifty at a time, up to the last", async () => {
      const { page, text } = playground;
      const shells = "shape:Shells after:2010-01-01";
      await playground.visit({ query: shells });
      const all = countOf(shells, pageNow);
      const rows = page.locator("#samples tbody tr");
      const more = page.getByRole("button", { name: "Show more rows" });
      expect(all).toBeGreaterThan(50);
      expect(await text("#samples .note")).toBe(`The newest 50 of ${String(all)} rows.`);
      while (await more.isVisible()) await more.click();
      expect(await rows.count()).toBe(all);
      expect(await text("#samples .note")).toBe(`All ${String(all)} rows, newest first.`);
      const dates = await page.locator("#samples tbody td:first-child").allInnerTexts();
      expect(dates).toEqual(dates.toSorted().toReversed());
      expect(new Set(await page.locator("#samples tbody td:nth-child(5)").allInnerTexts())).toEqual(
        new Set(["Shells"]),
      );
    });
  });
}
