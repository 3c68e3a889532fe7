// Tests the list of completions in a real browser: when it opens, what is in its rows, and what waits while it is open.

import { beforeAll, describe, expect, test } from "vitest";
import { inOneProfile, type Site, servePage } from "../support/browser.ts";
import { body, type Editor, soon, withEditor } from "./editor.ts";

const list = ".cm-tooltip-autocomplete";

/** The rows of the list, as `icon label detail`. */
async function rowsOf({ page }: Editor): Promise<readonly string[]> {
  return await page.locator(`${list} li`).evaluateAll((rows) =>
    rows.map((row) =>
      [...row.children]
        .map((part) => part.textContent)
        .join(" ")
        .trim(),
    ),
  );
}

inOneProfile("the list of completions", (harness) => {
  let site: Site;
  beforeAll(async () => {
    site = harness.keep(await servePage("test/codemirror/page.ts", { body }));
  });
  const run = async (
    parameters: Readonly<Record<string, string>>,
    act: (editor: Editor) => Promise<void>,
  ): Promise<void> => await withEditor(harness, site, { doc: "", ...parameters }, act);

  test("a space inside quotes keeps the list open, and continues the name", async () => {
    await run({}, async (editor) => {
      await editor.type('shape:"Sales ');
      await expect
        .poll(async () => await rowsOf(editor), soon)
        .toEqual(["Sales CRM Deals and the people in them", "Sales\nNorth", "Sales Archive"]);
      await editor.type("C");
      await expect
        .poll(async () => await rowsOf(editor), soon)
        .toEqual(["Sales CRM Deals and the people in them", "Sales Archive"]);
      await editor.page.waitForTimeout(100);
      await editor.press("Enter");
      expect(await editor.text()).toBe('shape:"Sales CRM"');
    });
  });

  test("a space inside quotes opens the list again after it was closed", async () => {
    await run({}, async (editor) => {
      await editor.type('shape:"Sales');
      await editor.shown(`${list} li`);
      await editor.press("Escape");
      await editor.page.locator(list).waitFor({ state: "detached" });
      await editor.type(" ");
      await editor.shown(`${list} li`);
    });
  });

  test("a space after a term closes the list", async () => {
    await run({}, async (editor) => {
      await editor.type("type:Person");
      await editor.shown(`${list} li`);
      await editor.type(" ");
      await editor.page.locator(list).waitFor({ state: "detached" });
      await editor.page.waitForTimeout(200);
      expect(await editor.page.locator(list).count()).toBe(0);
    });
  });

  test("shorter names come first, with their letters marked and without ids", async () => {
    await run({}, async (editor) => {
      await editor.type("shape:sal");
      await expect
        .poll(async () => (await rowsOf(editor)).slice(0, 4), soon)
        .toEqual(["Sales", "Sales CRM Deals and the people in them", "Sales\nNorth", "Sales Archive"]);
      const marked = await editor.page.locator(`${list} .cm-completionMatchedText`).allTextContents();
      expect(marked.slice(0, 5)).toEqual(["Sal", "Sal", "Sal", "Sal", "sal"]);
      expect(await editor.page.locator(list).textContent()).not.toContain("shape-");
    });
  });

  test("only the name that is written in full is offered although the query has it", async () => {
    await run({ doc: "type:Person " }, async (editor) => {
      await editor.type("");
      await editor.press("Control+End");
      await editor.page.keyboard.type("type:");
      await expect.poll(async () => await rowsOf(editor), soon).toEqual(["Company"]);
      await editor.page.keyboard.type("Person");
      await expect.poll(async () => await rowsOf(editor), soon).toEqual(["Person"]);
    });
  });

  test.each([
    ["sour", "qualifier"],
    ["type:Per", "entity-type"],
    ["source:gm", "name"],
    ["after:3", "date"],
  ])("the rows of %s have the icon of a %s", async (typed, kind) => {
    await run({}, async (editor) => {
      await editor.type(typed);
      const icon = editor.page.locator(`${list} .cm-completionIcon-${kind}`).first();
      await icon.waitFor();
      // A row that is drawn again between two questions has no style.
      await expect
        .poll(
          async () => await icon.evaluate((element) => getComputedStyle(element, "::after").content),
          soon,
        )
        .toMatch(/^"."$/);
      expect(await icon.getAttribute("aria-hidden")).toBe("true");
    });
  });

  describe("a slow catalog", () => {
    test("shows a row that it is loading, which disappears with the answer", async () => {
      await run({ catalog: "slow" }, async (editor) => {
        await editor.type("shape:sal");
        expect(await editor.shown(".cm-sliceCql-waiting")).toBe("Looking up names…");
        await editor.announced("Looking up names…");
        await editor.shown(`${list} li`);
        expect(await editor.page.locator(".cm-sliceCql-waiting").count()).toBe(0);
      });
    });

    test.each(["Escape", "Space"])("is no longer waited for after %s", async (key) => {
      await run({ catalog: "silent" }, async (editor) => {
        await editor.type("shape:sal");
        await editor.shown(".cm-sliceCql-waiting");
        await editor.press(key);
        await editor.page.locator(".cm-sliceCql-waiting").waitFor({ state: "detached" });
      });
    });

    test("shows no such row between terms", async () => {
      await run({ catalog: "silent", doc: "type:Person" }, async (editor) => {
        await editor.type("");
        await editor.press("Control+End", "Space");
        await editor.page.waitForTimeout(600);
        expect(await editor.page.locator(".cm-sliceCql-waiting").count()).toBe(0);
      });
    });
  });

  describe("while it is open", () => {
    test("problems of the term being written are held back, and problems elsewhere are not", async () => {
      await run({ doc: "before: " }, async (editor) => {
        await editor.type("");
        await editor.press("Control+End");
        await editor.page.keyboard.type("shape:");
        await editor.shown(`${list} li`);
        await expect.poll(() => editor.shown(".cm-lintRange-error"), soon).toBe("before:");
        await editor.page.waitForTimeout(500);
        expect(await editor.page.locator(".cm-lintRange-error").allTextContents()).toEqual(["before:"]);
        await editor.press("Escape");
        const marked = async (): Promise<readonly string[]> =>
          await editor.page.locator(".cm-lintRange-error").allTextContents();
        await expect.poll(marked, soon).toEqual(["before:", "shape:"]);
      });
    });

    test("a name that is not known yet is not a warning", async () => {
      await run({}, async (editor) => {
        await editor.type("shape:Sal");
        await editor.shown(`${list} li`);
        await editor.page.waitForTimeout(500);
        expect(await editor.page.locator(".cm-lintRange").count()).toBe(0);
        expect(await editor.page.locator(".cm-sliceCql-hint").count()).toBe(0);
        await editor.press("Escape");
        await editor.shown(".cm-lintRange-warning");
        await editor.shown(".cm-sliceCql-hint-unresolved");
      });
    });
  });
});
