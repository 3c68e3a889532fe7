// Tests the query box in a real browser: any input is one line, Enter submits, Tab leaves.

import { beforeAll, expect, test } from "vitest";
import { inOneProfile, type Site, servePage } from "../support/browser.ts";
import { body, type Editor, soon, withEditor } from "./editor.ts";
import type { Handles } from "./page.ts";

declare const handles: Handles;

inOneProfile("a query box", (harness) => {
  let site: Site;
  beforeAll(async () => {
    site = harness.keep(await servePage("test/codemirror/page.ts", { body }));
  });
  const run = async (doc: string, act: (editor: Editor) => Promise<void>): Promise<void> =>
    await withEditor(harness, site, { single: "", doc }, act);

  test.each([
    ["type:A\ntype:B", "type:A type:B"],
    ["type:A\r\ntype:B\n", "type:A type:B "],
    ['shape:"two\nlines"', 'shape:"two lines"'],
    ["a\n\nb", "a  b"],
  ])("pasting %j writes one line, in one step", async (pasted, expected) => {
    await run("", async ({ type, press, text, page }) => {
      await page.evaluate(async (copied) => await navigator.clipboard.writeText(copied), pasted);
      await type("");
      await press("Control+v");
      await expect.poll(text, soon).toBe(expected);
      expect(await page.locator(".cm-line").count()).toBe(1);
      await press("Control+z");
      expect(await text()).toBe("");
    });
  });

  test("Enter submits, and with a modifier inserts no line break", async () => {
    await run("type:Person", async ({ type, press, text, page }) => {
      await type("");
      await press("End", "Enter", "Shift+Enter", "Control+Enter");
      await expect
        .poll(async () => await page.evaluate(() => handles.submitted), soon)
        .toEqual(["type:Person"]);
      expect(await text()).toBe("type:Person");
    });
  });

  test("Enter submits what is written, not an unselected completion", async () => {
    await run("", async ({ type, press, text, page, offered }) => {
      await type("gma");
      await offered();
      await press("Enter");
      await expect.poll(async () => await page.evaluate(() => handles.submitted), soon).toEqual(["gma"]);
      expect(await text()).toBe("gma");
    });
  });

  test("Enter accepts a completion that an arrow key has selected, and then submits", async () => {
    await run("", async ({ type, press, text, page, offered }) => {
      await type("source:gma");
      await offered();
      await press("ArrowDown", "Enter");
      expect(await text()).toBe("source:gmail");
      expect(await page.evaluate(() => handles.submitted)).toEqual([]);
      await press("Enter");
      await expect
        .poll(async () => await page.evaluate(() => handles.submitted), soon)
        .toEqual(["source:gmail"]);
    });
  });

  test("Enter submits at once where the completion is already written", async () => {
    await run("", async ({ type, press, page, offered }) => {
      await type("source:gmail");
      await offered();
      await press("Enter");
      await expect
        .poll(async () => await page.evaluate(() => handles.submitted), soon)
        .toEqual(["source:gmail"]);
      await page.locator(".cm-tooltip-autocomplete").waitFor({ state: "detached" });
    });
  });

  test.each([
    ["Tab", "after"],
    ["Shift+Tab", ""],
  ])("%s leaves the field, also with a list open", async (key, id) => {
    await run("", async ({ type, press, shown, text, page }) => {
      await type("type:");
      await shown(".cm-tooltip-autocomplete");
      await press(key);
      expect(
        await page.evaluate(() => [document.activeElement?.tagName, document.activeElement?.id]),
      ).toEqual(["BUTTON", id]);
      expect(await text()).toBe("type:");
      await page.locator(".cm-tooltip-autocomplete").waitFor({ state: "detached" });
    });
  });

  test("Tab leaves the menu of fixes for the field, and the field after that", async () => {
    await run("Type:A", async ({ type, press, shown, page }) => {
      await type("");
      await shown(".cm-lintRange-error");
      await press("Control+.");
      await shown("[role=menu] button:focus");
      await press("Tab");
      expect(await page.locator(".cm-content:focus").count()).toBe(1);
      await press("Tab");
      expect(await page.locator("#after:focus").count()).toBe(1);
    });
  });

  test.each(["ArrowDown", "ArrowUp"])("%s does not close a list that has no answer yet", async (key) => {
    await withEditor(
      harness,
      site,
      { single: "", catalog: "silent" },
      async ({ type, press, shown, page }) => {
        await type("shape:sal");
        await shown(".cm-sliceCql-waiting");
        await press(key);
        expect(await page.locator(".cm-sliceCql-waiting").count()).toBe(1);
      },
    );
  });

  test("an arrow key that comes as the list opens does not close it, and the next one chooses", async () => {
    await run("", async ({ type, press, offered, text, page }) => {
      await type("source:gm");
      await offered("gmail");
      await press("Escape");
      await page.evaluate(() => {
        const observer = new MutationObserver(() => {
          if (document.querySelector(".cm-tooltip-autocomplete") === null) return;
          observer.disconnect();
          const early = new KeyboardEvent("keydown", { key: "ArrowDown", bubbles: true });
          document.querySelector(".cm-content")?.dispatchEvent(early);
        });
        observer.observe(document.body, { childList: true, subtree: true });
      });
      await page.keyboard.type("a");
      await offered("gmail");
      await press("ArrowDown", "Enter");
      expect(await text()).toBe("source:gmail");
    });
  });

  test("the query box is announced as a text box of one line", async () => {
    await run("", async ({ page }) => {
      const box = page.getByRole("textbox", { name: "Slice" });
      expect(await box.getAttribute("aria-multiline")).toBe("false");
    });
  });

  test.each([
    ["type:Person shape:Nope", "unresolved-shape"],
    ["type:Person before:2026-02-30", "date-nonexistent"],
    ["type:Person", ""],
  ])("the diagnostics of %s are submitted with it", async (doc, codes) => {
    await run(doc, async ({ type, press, page }) => {
      await type("");
      await press("Enter");
      await expect.poll(async () => await page.evaluate(() => handles.diagnosed), soon).toEqual([codes]);
    });
  });

  test.each(["silent", "down"])("a catalog that is %s does not hold the query for long", async (catalog) => {
    await withEditor(
      harness,
      site,
      { single: "", catalog, doc: "shape:Nope type:" },
      async ({ type, press, page }) => {
        await type("");
        await press("End", "Escape", "Enter");
        await expect
          .poll(async () => await page.evaluate(() => handles.diagnosed), soon)
          .toEqual(["missing-value"]);
      },
    );
  });
});

inOneProfile("the options of a query box", (harness) => {
  let site: Site;
  beforeAll(async () => {
    site = harness.keep(await servePage("test/codemirror/page.ts", { body }));
  });
  const runWith = async (
    parameters: Readonly<Record<string, string>>,
    act: (editor: Editor) => Promise<void>,
  ): Promise<void> => await withEditor(harness, site, { single: "", doc: "", ...parameters }, act);

  test("Tab accepts the first completion, and leaves if none would change the text", async () => {
    await runWith({ tab: "" }, async ({ type, press, text, page, offered }) => {
      await type("shape:sal");
      await offered();
      await press("Tab");
      expect(await text()).toBe("shape:Sales");
      expect(await page.locator(".cm-content:focus").count()).toBe(1);
      await press("Tab");
      expect(await page.locator("#after:focus").count()).toBe(1);
      expect(await text()).toBe("shape:Sales");
    });
  });

  test("Tab accepts the completion that an arrow key has selected", async () => {
    await runWith({ tab: "" }, async ({ type, press, text, offered }) => {
      await type("shape:sal");
      await offered();
      await press("ArrowDown", "ArrowDown", "Tab");
      expect(await text()).toBe('shape:"Sales CRM"');
    });
  });

  test("Tab continues from a qualifier to its values, Escape releases it, and Enter still submits", async () => {
    await runWith({ tab: "" }, async ({ type, press, shown, text, page, offered }) => {
      await type("sourc");
      await offered("source");
      await press("Tab");
      await page.locator(".cm-tooltip-autocomplete li", { hasText: "gmail" }).waitFor();
      await press("Enter");
      await expect.poll(async () => await page.evaluate(() => handles.submitted), soon).toEqual(["source:"]);
      await type("g");
      await shown(".cm-tooltip-autocomplete li");
      await press("Escape", "Tab");
      expect(await page.locator("#after:focus").count()).toBe(1);
      expect(await text()).toBe("source:g");
    });
  });

  test.each(["a key", "a click"])("the list opens when %s brings the focus", async (how) => {
    await runWith({ open: "" }, async ({ press, shown, page, type, text, offered }) => {
      if (how === "a click") await page.locator(".cm-content").click();
      else {
        await page.getByRole("button", { name: "Before" }).focus();
        await press("Tab");
      }
      expect(await shown(".cm-tooltip-autocomplete li")).toContain("type");
      await page.waitForTimeout(300);
      expect(await page.locator(".cm-tooltip-autocomplete").count()).toBe(1);
      await type("sou");
      await offered("source");
      await press("Tab");
      await page.locator(".cm-tooltip-autocomplete").waitFor({ state: "detached" });
      expect(await text()).toBe("sou");
    });
  });

  test("the focus opens no list without the option", async () => {
    await runWith({}, async ({ page }) => {
      await page.locator(".cm-content").click();
      await page.waitForTimeout(300);
      expect(await page.locator(".cm-tooltip-autocomplete").count()).toBe(0);
    });
  });
});
