// Tests the editor in a real browser: mistakes, fixes, completion, explanations and inline dates, by keyboard and pointer.

import { beforeAll, expect, test } from "vitest";
import { inOneProfile, type Site, servePage } from "../support/browser.ts";
import { body, type Editor, soon, withEditor } from "./editor.ts";
import { hostileName, multilineName, quotedName } from "./names.ts";
import type { Handles } from "./page.ts";

declare const handles: Handles;

inOneProfile("an editor of several lines", (harness) => {
  let site: Site;
  beforeAll(async () => {
    site = harness.keep(await servePage("test/codemirror/page.ts", { body }));
  });
  const run = async (doc: string, act: (editor: Editor) => Promise<void>): Promise<void> =>
    await withEditor(harness, site, { doc }, act);

  test("a mistake gets a squiggle, and a message with a link", async () => {
    await run("", async ({ type, shown, hover, page }) => {
      await type("before:2026-02-30");
      await expect.poll(() => shown(".cm-lintRange-error"), soon).toBe("2026-02-30");
      await hover(10);
      expect(await shown(".cm-diagnostic-error .cm-diagnosticText")).toContain("is not a day");
      expect(await page.locator(".cm-diagnostic a").getAttribute("href")).toBe(
        "https://docs.example/diagnostics#date-nonexistent",
      );
    });
  });

  test("unnecessary text is faded", async () => {
    await run("type:Person type:Person", async ({ shown }) => {
      expect(await shown(".cm-sliceCql-unnecessary")).toContain("type");
    });
  });

  test("a fix is applied by the keyboard alone", async () => {
    await run("Type:Person", async ({ type, press, shown, text, page }) => {
      await type("");
      await shown(".cm-lintRange-error");
      await press("F8");
      await shown(".cm-tooltip-lint");
      await press("Control+.");
      expect(await shown("[role=menu] button:focus")).toBe("write type:");
      expect(await page.locator(".cm-tooltip-lint").count(), "nothing is offered twice").toBe(0);
      await press("Enter");
      expect(await text()).toBe("type:Person");
      await page.keyboard.type("x");
      expect(await text(), "the cursor is back in the text, after the fix").toBe("typex:Person");
    });
  });

  test("a fix is applied by its button in the message, even if the text has moved", async () => {
    await run("Type:Person", async ({ type, press, shown, hover, page, text }) => {
      await shown(".cm-lintRange-error");
      await type("");
      await press("Home");
      await page.keyboard.type("source:gmail ");
      await shown(".cm-lintRange-error");
      await hover(14);
      await page.locator(".cm-diagnosticAction").first().click();
      expect(await text()).toBe("source:gmail type:Person");
    });
  });

  test("the menu of fixes is operated by keys and closed without a change", async () => {
    await run("tpye:Person", async ({ type, press, shown, text, page }) => {
      await type("");
      await shown(".cm-lintRange-warning");
      await press("Control+.");
      const first = await shown("[role=menu] button:focus");
      await press("ArrowDown");
      const second = await shown("[role=menu] button:focus");
      expect(second).not.toBe(first);
      await press("Home");
      expect(await shown("[role=menu] button:focus")).toBe(first);
      await press("ArrowUp");
      await press("Escape");
      await page.locator("[role=menu]").waitFor({ state: "detached" });
      expect(await text()).toBe("tpye:Person");
      expect(await page.locator(".cm-content:focus").count()).toBe(1);
    });
  });

  test("a screen reader announces that there is nothing to fix", async () => {
    await run("type:Person", async ({ type, press, announced }) => {
      await type("");
      await press("Control+.");
      await announced("No fixes here.");
    });
  });

  test("F8 goes to the next problem, and reads its message", async () => {
    await run("type:Person shape:Nope", async ({ type, press, announced, shown }) => {
      await type("");
      await shown(".cm-lintRange-warning");
      await press("Control+Home", "F8");
      await announced("No shape is named `Nope`");
    });
  });

  test("a name with spaces is completed, and quoted", async () => {
    await run("", async ({ type, press, text, page, offered }) => {
      await type("shape:crm");
      await offered("Sales CRM");
      await press("Enter");
      expect(await text()).toBe('shape:"Sales CRM"');
      expect(await page.evaluate(() => handles.cursor())).toBe(17);
    });
  });

  test("a qualifier is followed by its values", async () => {
    await run("", async ({ type, press, text, offered }) => {
      // What an earlier key brought may still be shown.
      await type("sour");
      await offered("source");
      await press("Enter");
      await offered("gmail");
      await press("Enter");
      expect(await text()).toBe("source:gmail");
    });
  });

  test("a quote closes itself, and completion inside replaces the quoted value", async () => {
    await run("", async ({ type, press, text, offered }) => {
      await type('shape:"');
      expect(await text()).toBe('shape:""');
      await type("Inb");
      await offered();
      await press("Enter");
      expect(await text()).toBe("shape:Inbox");
    });
  });

  test("hovering a date shows it in UTC and on the reader's clock", async () => {
    await run("after:3mo", async ({ hover, shown }) => {
      await hover(7);
      const said = await shown(".cm-sliceCql-paragraphs");
      expect(said).toContain("2026-08-20 12:00 UTC");
      expect(said).toContain("America/New_York");
    });
  });

  test("a key explains the term at the cursor", async () => {
    await run("after:3mo", async ({ type, press, shown, announced, page }) => {
      await type("");
      await press("End", "Control+k", "Control+i");
      expect(await shown(".cm-sliceCql-paragraphs")).toContain("2026-08-20 12:00 UTC");
      await announced("2026-08-20 12:00 UTC");
      await press("ArrowLeft");
      await page.locator(".cm-sliceCql-paragraphs").waitFor({ state: "detached" });
      await press("Control+k", "Control+i");
      await shown(".cm-sliceCql-paragraphs");
      await page.locator("#after").focus();
      await page.locator(".cm-sliceCql-paragraphs").waitFor({ state: "detached" });
    });
  });

  test("Escape closes what the pointer has opened", async () => {
    await run("after:3mo", async ({ type, hover, shown, press, page }) => {
      await type("");
      await hover(7);
      await shown(".cm-sliceCql-paragraphs");
      await press("Escape");
      await page.locator(".cm-sliceCql-paragraphs").waitFor({ state: "detached" });
    });
  });

  test("a click elsewhere closes the menu of fixes", async () => {
    await run("Type:Person", async ({ type, press, shown, page }) => {
      await type("");
      await shown(".cm-lintRange-error");
      await press("Control+.");
      await shown("[role=menu] button:focus");
      // Where the menu is not above it, however large the fonts of the machine are.
      const after = page.locator("#after");
      await after.evaluate(({ style }) =>
        Object.assign(style, { position: "fixed", right: "0", bottom: "0" }),
      );
      await after.click();
      await page.locator("[role=menu]").waitFor({ state: "detached" });
      expect(await page.locator("#after:focus").count()).toBe(1);
    });
  });

  test("a relative date is shown inline; the cursor skips it, and it is not part of the text", async () => {
    await run("after:3mo type:Person", async ({ type, press, shown, text, page }) => {
      await expect.poll(() => shown(".cm-sliceCql-hint"), soon).toBe("2026-08-20 12:00 UTC");
      expect(await page.locator(".cm-sliceCql-hint").getAttribute("aria-hidden")).toBe("true");
      await type("");
      await press("Home", ...Array<string>(10).fill("ArrowRight"));
      expect(await page.evaluate(() => handles.cursor())).toBe(10);
      expect(await text()).toBe("after:3mo type:Person");
    });
  });

  test("typing and deleting work next to a hint", async () => {
    await run("type:Person after:3mo", async ({ type, press, shown, text, page }) => {
      await shown(".cm-sliceCql-hint");
      await type("");
      await press("Control+End");
      const seen: string[] = [];
      for (const key of ["x", "Backspace", "Space", "y", "Backspace", "Backspace", "ArrowLeft", "z"]) {
        await press(key);
        await page.waitForTimeout(300);
        seen.push((await text()).slice(12));
      }
      const typed = ["after:3mox", "after:3mo", "after:3mo ", "after:3mo y", "after:3mo ", "after:3mo"];
      expect(seen).toEqual([...typed, "after:3mo", "after:3mzo"]);
    });
  });

  test.each(["type:A after:3mo", "type:A after:3mo ", "after:3mo type:A"])(
    "the cursor next to a hint is in its line, and select all replaces the whole text: %j",
    async (doc) => {
      await run(doc, async ({ type, press, shown, text, page }) => {
        await shown(".cm-sliceCql-hint");
        const at = doc.indexOf("3mo") + 3;
        const [end, before] = await page.evaluate((o) => [handles.coords(o), handles.coords(o - 1)], at);
        expect(Math.abs((end?.top ?? 0) - (before?.top ?? 0)), "in the line").toBeLessThan(4);
        expect(Math.abs((end?.left ?? 0) - (before?.left ?? 0)), "after its term").toBeLessThan(20);
        await type("");
        await press("Control+a", "s");
        expect(await text()).toBe("s");
      });
    },
  );

  test.each([1280, 390])("a hint is on the line on which its term ends, at %i pixels", async (width) => {
    const doc = [
      "after:3mo before:1mo source:nope shape:Sideways",
      "source-shape:a-name-that-is-rather-long type:Person type:Company after:12mo before:30d",
      'shape:"Some words that nobody knows" source:Ünbekannt after:today before:now source:日本語の名前 type:Person',
    ].join(" ");
    await run(doc, async ({ shown, page }) => {
      await page.setViewportSize({ width, height: 800 });
      await shown(".cm-sliceCql-hint");
      for (let padding = 0; padding < 12; padding++) {
        await page.locator(".cm-content").evaluate((content, pixels) => {
          content.style.paddingRight = `${String(pixels)}px`;
        }, padding * 6);
        const astray = await page.locator(".cm-sliceCql-hint").evaluateAll((hints) => {
          const middleOf = ({ top, bottom }: DOMRect): number => (top + bottom) / 2;
          return hints.flatMap((hint) => {
            const walker = document.createTreeWalker(document.querySelector(".cm-content") ?? hint, 4);
            let before: Node | null = null;
            for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
              if (hint.contains(node)) break;
              if (!(node.parentElement?.classList.contains("cm-sliceCql-hint") ?? true)) before = node;
            }
            const range = document.createRange();
            const length = before?.textContent?.length ?? 0;
            if (before === null || length === 0) return ["no term"];
            range.setStart(before, length - 1);
            range.setEnd(before, length);
            const term = middleOf(range.getBoundingClientRect());
            const rects = [...hint.getClientRects()];
            return rects.every((rect) => Math.abs(middleOf(rect) - term) < 8)
              ? []
              : [`${before.textContent ?? ""} ${hint.textContent ?? ""}`];
          });
        });
        expect(astray).toEqual([]);
      }
    });
  });

  test("a name that the catalog learns is no longer unresolved", async () => {
    await run("shape:New", async ({ shown, page }) => {
      expect(await shown(".cm-sliceCql-hint-unresolved")).toBe("unresolved");
      await shown(".cm-lintRange-warning");
      await page.evaluate(() => handles.addName("New"));
      await page.locator(".cm-sliceCql-hint-unresolved").waitFor({ state: "detached" });
      await page.locator(".cm-lintRange-warning").waitFor({ state: "detached" });
    });
  });

  test("a message stays open while nothing changes, however often it is refreshed", async () => {
    await run("Type:Person", async ({ shown, hover, page, text }) => {
      await shown(".cm-lintRange-error");
      await hover(1);
      await shown(".cm-tooltip-lint");
      const tooltip = await page.locator(".cm-tooltip-lint").elementHandle();
      for (let times = 0; times < 2; times++) {
        await page.evaluate(() => handles.refresh());
        await page.waitForTimeout(400);
      }
      expect(await tooltip?.isVisible()).toBe(true);
      await page.locator(".cm-diagnosticAction").click();
      expect(await text()).toBe("type:Person");
    });
  });

  test("a catalog that fails is reported, names are not checked, and everything else works", async () => {
    await withEditor(
      harness,
      site,
      { doc: "shape:Inbox after:3mo Type:x", catalog: "down" },
      async (editor) => {
        const { shown, page, type, press } = editor;
        await expect.poll(() => shown(".cm-lintRange-error"), soon).toBe("Type");
        await expect.poll(() => shown(".cm-sliceCql-hint"), soon).toBe("2026-08-20 12:00 UTC");
        await type("");
        await expect.poll(() => shown(".cm-lintRange-warning"), soon).toBe("s");
        await press("Control+End", "F8");
        expect(await shown(".cm-diagnostic-warning")).toBe(
          "The catalog could not be read, so names are not checked: no network",
        );
        await page.evaluate(() => handles.mendCatalog());
        await page.locator(".cm-lintRange-warning").waitFor({ state: "detached" });
      },
    );
  });

  test("a destroyed editor aborts its requests, and reports nothing", async () => {
    await withEditor(harness, site, { doc: "shape:Inbox", catalog: "silent" }, async ({ page }) => {
      await page.waitForTimeout(400);
      await page.evaluate(() => handles.destroy());
      expect(await page.evaluate(() => handles.givenUp()), "squiggles and hints").toBe(2);
    });
  });

  test.each([
    ["Shift+Alt+f", '  type:"Person"   after:7d', "type:Person after:7d"],
    ["Shift+Alt+.", "Type:Person Source:gmail", "type:Person source:gmail"],
  ])("%s formats or fixes the query, in one step of the history", async (key, doc, expected) => {
    await run(doc, async ({ type, press, text }) => {
      await type("");
      await press(key);
      await expect.poll(text, soon).toBe(expected);
      await press("Control+z");
      expect(await text(), "one step of the history").toBe(doc);
    });
  });

  test.each([
    ["an element", hostileName],
    ["two lines", multilineName],
    ["quotes", quotedName],
  ])("a name with %s is shown as text everywhere", async (_what, name) => {
    const doc = `shape:"${name.replaceAll('"', '\\"')}" shape:"no ${name.replaceAll('"', '\\"')}"`;
    await run(doc, async ({ hover, shown, type, page }) => {
      await shown(".cm-lintRange-warning");
      await hover(8);
      expect(await shown(".cm-sliceCql-paragraphs code")).not.toBe("");
      await type("");
      await page.keyboard.press("Control+End");
      await page.keyboard.type(" source-shape:");
      const list = page.locator(".cm-tooltip-autocomplete");
      await list.waitFor();
      const offered = async (): Promise<string | undefined> =>
        (await list.textContent())?.replaceAll("\n", "");
      await expect.poll(offered, soon).toContain(name.replaceAll("\n", ""));
      expect(await page.locator(".cm-editor img:not(.cm-widgetBuffer)").count()).toBe(0);
    });
  });
});
