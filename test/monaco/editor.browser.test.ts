// Tests the adapter in a real Monaco, in a real browser: markers, fixes, completion, hovers, hints, colours, and hostile names.

import { beforeAll, expect, test } from "vitest";
import { soon } from "../codemirror/editor.ts";
import { hostileName, multilineName, quotedName } from "../codemirror/names.ts";
import { inBrowser, type OpenPage, type Site, servePage } from "../support/browser.ts";
import type { Handles } from "./page.ts";

declare const handles: Handles;

interface Editor extends OpenPage {
  readonly text: () => Promise<string>;
  readonly type: (text: string) => Promise<void>;
  readonly shown: (selector: string, text?: string) => Promise<string>;
  readonly hover: (offset: number) => Promise<void>;
  readonly codes: () => Promise<readonly string[]>;
  /** The labels of the suggestions that are shown. */
  readonly rows: () => Promise<readonly string[]>;
}

function editorIn(opened: OpenPage): Editor {
  const { page } = opened;
  return {
    ...opened,
    text: async () => await page.evaluate(() => handles.text()),
    type: async (text) => {
      await page.evaluate(() => handles.focus());
      await page.keyboard.type(text);
    },
    shown: async (selector, text = "") => {
      const found = page.locator(selector).filter({ hasText: text }).first();
      await found.waitFor();
      return ((await found.textContent()) ?? "").replaceAll("\u00a0", " ");
    },
    // What comes into the line meanwhile moves the character, or takes the hover away: then once more.
    hover: async (offset) => {
      const seen = page.locator(".monaco-hover p").first();
      for (let tries = 0; tries < 10 && !(await seen.isVisible()); tries++) {
        const place = await page.evaluate((where) => handles.coords(where), offset);
        if (place === undefined) throw new Error(`There is no character at ${String(offset)}`);
        await page.mouse.move(place.left + 3, place.top + 60);
        await page.mouse.move(place.left + 3, place.top);
        await seen.waitFor({ timeout: 3_000 }).catch(() => null);
      }
    },
    rows: async () =>
      (await page.locator(".suggest-widget.visible .monaco-list-row .label-name").allTextContents()).map(
        (each) => each.replaceAll("\u00a0", " "),
      ),
    codes: async () =>
      await page.evaluate(() =>
        handles.markers().map(({ code }) => (typeof code === "object" ? code.value : (code ?? ""))),
      ),
  };
}

inBrowser("Monaco", ({ open, keep }) => {
  let site: Site;
  beforeAll(async () => {
    site = keep(await servePage("test/monaco/page.ts"));
  });

  async function run(
    parameters: Readonly<Record<string, string>>,
    act: (editor: Editor) => Promise<void>,
  ): Promise<void> {
    const opened = await open(`${site.url}?${new URLSearchParams(parameters).toString()}`);
    await act(editorIn(opened));
    expect(await opened.page.evaluate("globalThis.hacked"), "no script of a name has run").toBeUndefined();
    expect(opened.problems).toEqual([]);
    expect(opened.foreign).toEqual([]);
    await opened.close();
  }

  test("markers appear and disappear with the text, and link to their codes", async () => {
    await run({ doc: "" }, async ({ type, codes, shown, page }) => {
      await type("before:2026-02-30");
      await expect.poll(codes, soon).toEqual(["date-nonexistent"]);
      await shown(".squiggly-error");
      const address = await page.evaluate(() => {
        const code = handles.markers()[0]?.code;
        return typeof code === "object" ? code.target.toString() : "";
      });
      expect(decodeURIComponent(address)).toBe("https://docs.example/diagnostics#date-nonexistent");
      await page.keyboard.press("Backspace");
      await page.keyboard.type("1");
      await expect.poll(codes, soon).toEqual(["date-nonexistent"]);
      await page.keyboard.press("Backspace");
      await page.keyboard.press("Backspace");
      await page.keyboard.type("28");
      await expect.poll(codes, soon).toEqual([]);
    });
  });

  test("a fix is applied by the keyboard alone", async () => {
    await run({ doc: "Type:Person" }, async ({ type, text, codes, shown, page }) => {
      await expect.poll(codes, soon).toEqual(["qualifier-case"]);
      await type("");
      await page.keyboard.press("Control+.");
      await shown(".action-widget", "write");
      await page.keyboard.press("Enter");
      await expect.poll(text, soon).toBe("type:Person");
      await expect.poll(codes, soon).toEqual([]);
    });
  });

  test("a name with spaces is completed, and quoted", async () => {
    await run({ doc: "" }, async ({ type, text, shown, page }) => {
      await type("shape:crm");
      await shown(".suggest-widget .monaco-list-row.focused", "Sales CRM");
      await page.keyboard.press("Enter");
      await expect.poll(text, soon).toBe('shape:"Sales CRM"');
    });
  });

  test("completions keep the order of the language service, even while typing", async () => {
    await run({ doc: "" }, async ({ type, shown, page }) => {
      await type('shape:"s');
      await shown(".suggest-widget .monaco-list-row.focused", "Sales");
      await page.keyboard.type("ales a");
      await shown(".suggest-widget .monaco-list-row.focused", "Sales Archive");
    });
  });

  test("a space inside quotes keeps the list open, and one after a term opens none", async () => {
    await run({ doc: "" }, async ({ type, rows, text, page }) => {
      await type('shape:"Sales ');
      await expect.poll(rows, soon).toEqual(["Sales CRM", "Sales⏎North", "Sales Archive"]);
      await page.keyboard.type("C");
      await expect.poll(async () => (await rows())[0], soon).toBe("Sales CRM");
      await page.keyboard.press("Enter");
      await expect.poll(text, soon).toBe('shape:"Sales CRM"');
      await page.keyboard.type(" ");
      await page.waitForTimeout(500);
      expect(await rows()).toEqual([]);
    });
  });

  test("shorter names are offered first, with their letters marked, and none that the query already has", async () => {
    await run({ doc: "shape:Inbox type:Person " }, async ({ type, rows, page }) => {
      await type("");
      await page.keyboard.press("Control+End");
      await page.keyboard.type("shape:sal");
      await expect.poll(async () => (await rows()).slice(0, 2), soon).toEqual(["Sales", "Sales CRM"]);
      const marked = page.locator(".suggest-widget .monaco-list-row .highlight");
      expect(await marked.first().textContent()).toBe("Sal");
      await page.keyboard.type(" type:");
      await expect.poll(rows, soon).toEqual(["Company"]);
    });
  });

  test("every row of a date shows its instant", async () => {
    await run({ doc: "" }, async ({ type, page, shown, screenshot }) => {
      await type("after:");
      await shown(".suggest-widget .monaco-list-row.focused");
      const details = await page.locator(".suggest-widget .monaco-list-row .details-label").allTextContents();
      expect(details.length).toBeGreaterThan(3);
      expect(details.filter((each) => !each.includes("UTC"))).toEqual([]);
      await screenshot("monaco-dates");
    });
  });

  test("the term being written is not marked while its list is open", async () => {
    await run({ doc: "type: " }, async ({ type, codes, shown, page }) => {
      await expect.poll(codes, soon).toEqual(["missing-value"]);
      await type("");
      await page.keyboard.press("Control+End");
      await page.keyboard.type("shape:");
      await shown(".suggest-widget.visible .monaco-list-row");
      await page.waitForTimeout(600);
      expect(await codes()).toEqual(["missing-value"]);
      await page.keyboard.press("Escape");
      await expect.poll(codes, soon).toEqual(["missing-value", "missing-value"]);
    });
  });

  test("no marker is held back after the arrow keys leave the list", async () => {
    await run({ doc: "" }, async ({ type, codes, shown, page }) => {
      await type("shape:");
      await shown(".suggest-widget.visible .monaco-list-row");
      await page.keyboard.press("Home");
      await expect.poll(codes, soon).toEqual(["missing-value"]);
    });
  });

  test.each([1280, 390])("a hint is on the line on which its term ends, at %i pixels", async (width) => {
    const doc =
      "after:3mo before:1mo source:nope shape:Sideways type:Person after:12mo type:Company before:30d";
    await run({ doc }, async ({ page, shown, screenshot }) => {
      await shown(".view-line", "UTC");
      for (let narrower = 0; narrower < 8; narrower++) {
        await page.setViewportSize({ width: width - narrower * 3, height: 800 });
        await page.evaluate(() => handles.layout());
        const lines = async (): Promise<readonly string[]> =>
          (await page.locator(".view-line").allTextContents()).map((each) => each.replaceAll("\u00a0", " "));
        await expect.poll(async () => (await lines()).length, soon).toBeGreaterThan(0);
        const astray = (await lines()).filter((each) => /^\s*(?:unresolved|\d|UTC)/u.test(each));
        expect(astray).toEqual([]);
      }
      await screenshot(`monaco-hints-${String(width)}`);
    });
  });

  test("all occurrences of a name are highlighted when the cursor is in one", async () => {
    await run({ doc: "shape:Inbox type:Inbox source-shape:Inbox" }, async ({ type, page }) => {
      await type("");
      await page.evaluate(() => handles.select(8));
      const places = page.locator(".wordHighlightText, .wordHighlight, .wordHighlightStrong");
      await expect.poll(async () => await places.count(), soon).toBe(2);
    });
  });

  test("a qualifier is followed by its values", async () => {
    await run({ doc: "" }, async ({ type, text, shown, page }) => {
      await type("sourc");
      await shown(".suggest-widget .monaco-list-row.focused", "source");
      await page.keyboard.press("Enter");
      await shown(".suggest-widget .monaco-list-row.focused", "gmail");
      await page.keyboard.press("Enter");
      await expect.poll(text, soon).toBe("source:gmail");
    });
  });

  test("a value of several lines is replaced as a whole", async () => {
    await run({ doc: 'shape:"Inb\nox" type:Person' }, async ({ text, shown, page }) => {
      await page.evaluate(() => handles.focus());
      await page.evaluate(() => handles.select(10));
      await page.evaluate(() => handles.run("editor.action.triggerSuggest"));
      await shown(".suggest-widget .monaco-list-row.focused", "Inbox");
      await page.keyboard.press("Enter");
      await expect.poll(text, soon).toBe("shape:Inbox type:Person");
    });
  });

  test("hovering a date shows it in UTC and on the reader's clock", async () => {
    await run({ doc: "after:3mo" }, async ({ hover, shown }) => {
      await hover(7);
      const said = await shown(".monaco-hover", "UTC");
      expect(said).toContain("2026-08-20 12:00 UTC");
      expect(said).toContain("America/New_York");
    });
  });

  test("a relative date is shown inline, and a name that the catalog learns is no longer unresolved", async () => {
    await run({ doc: "after:3mo shape:New" }, async ({ shown, codes, page }) => {
      expect(await shown(".view-line", "UTC")).toContain("after:3mo2026-08-20 12:00 UTC");
      await shown(".view-line", "unresolved");
      await expect.poll(codes, soon).toEqual(["unresolved-shape"]);
      await page.evaluate(() => handles.addName("New"));
      await expect.poll(codes, soon).toEqual([]);
      await page.locator(".view-line", { hasText: "unresolved" }).waitFor({ state: "detached" });
    });
  });

  test.each([
    ["an element", hostileName],
    ["two lines", multilineName],
    ["quotes", quotedName],
  ])("a name with %s is shown as text everywhere", async (_what, name) => {
    const quoted = name.replaceAll('"', '\\"');
    await run({ doc: `shape:"${quoted}" shape:"no ${quoted}"` }, async ({ hover, codes, shown, page }) => {
      await expect.poll(codes, soon).toContain("unresolved-shape");
      await hover(8);
      await shown(".monaco-hover code", name.slice(0, 3));
      expect(await page.locator(".monaco-hover img").count()).toBe(0);
      await page.evaluate(() => handles.focus());
      await page.keyboard.press("Control+End");
      await page.keyboard.type(" source-shape:");
      await shown(".suggest-widget .monaco-list-row", name.slice(0, 3));
      expect(await page.locator(".suggest-widget img").count()).toBe(0);
    });
  });

  test.each([
    ["by its words", {}],
    ["by semantic tokens", { semantic: "" }],
  ])("a query is coloured %s", async (_how, parameters) => {
    const doc = 'type:Person shape:"Sales CRM" after:3mo before:2026-01-01';
    await run({ ...parameters, doc }, async ({ page, shown }) => {
      await shown(".view-line", "Person");
      const colours = async (): Promise<number> =>
        await page.evaluate(
          () =>
            new Set(
              [...document.querySelectorAll(".view-line span span")].map(
                (each) => getComputedStyle(each).color,
              ),
            ).size,
        );
      await expect.poll(colours, soon).toBeGreaterThanOrEqual(4);
    });
  });

  test("formatting writes the canonical spelling", async () => {
    await run({ doc: '  type:"Person"   after:7d' }, async ({ type, text, page }) => {
      await type("");
      await page.evaluate(() => handles.run("editor.action.formatDocument"));
      await expect.poll(text, soon).toBe("type:Person after:7d");
    });
  });

  test("renaming writes the name everywhere", async () => {
    await run({ doc: "shape:Inbox source-shape:Inbox" }, async ({ type, text, shown, page }) => {
      await type("");
      await page.evaluate(() => handles.select(8));
      await page.keyboard.press("F2");
      // Monaco shows the box first, and gives it the keys a moment later.
      await shown(".rename-box input:focus");
      await page.keyboard.press("Control+a");
      await page.keyboard.type("Out box");
      await page.keyboard.press("Enter");
      await expect.poll(text, soon).toBe('shape:"Out box" source-shape:"Out box"');
    });
  });

  test.each(["light", "dark"])(
    "the widgets that show our content have no new accessibility violations: %s",
    async (mode) => {
      await run({ doc: "type:Person", [mode]: "" }, async ({ axe, shown, screenshot }) => {
        await shown(".view-line", "Person");
        await screenshot(`monaco-${mode}`);
        expect(await axe()).toEqual([]);
      });
    },
  );

  test("disposing removes all markers", async () => {
    await run({ doc: "Type:Person" }, async ({ codes, page }) => {
      await expect.poll(codes, soon).toEqual(["qualifier-case"]);
      await page.evaluate(() => handles.dispose());
      expect(await codes()).toEqual([]);
    });
  });
});
