// Tests how the editor looks and reads, in light and in dark: axe finds nothing in any state, and the focus is visible.

import { beforeAll, expect, test } from "vitest";
import { inBrowser, type Site, servePage } from "../support/browser.ts";
import { body, type Editor, soon, withEditor } from "./editor.ts";

const doc =
  'type:Person tpye:X shape:"Sales CRM" shape:Nope source:gmail after:3mo before:2026-02-30 sort:name "free text" type:Person';

interface State {
  readonly name: string;
  readonly parameters: Readonly<Record<string, string>>;
  readonly reach: (editor: Editor) => Promise<unknown>;
}

const states: readonly State[] = [
  { name: "problems", parameters: { doc }, reach: async ({ shown }) => await shown(".cm-lintRange-error") },
  { name: "empty", parameters: { doc: "" }, reach: async ({ type }) => await type("") },
  {
    name: "names",
    parameters: { doc: "" },
    reach: async ({ type, shown }) => {
      await type("shape:s");
      await shown(".cm-tooltip-autocomplete [aria-selected]");
    },
  },
  {
    name: "waiting",
    parameters: { doc: "", catalog: "silent" },
    reach: async ({ type, shown }) => {
      await type("shape:sal");
      await shown(".cm-sliceCql-waiting");
    },
  },
  {
    name: "phone",
    parameters: { doc: "after:3mo shape:Nope before:30d source:unheard-of " },
    reach: async ({ page, type, press, shown }) => {
      await page.setViewportSize({ width: 390, height: 800 });
      await type("");
      await press("Control+End");
      await page.keyboard.type("shape:sal");
      await shown(".cm-tooltip-autocomplete li");
    },
  },
  {
    name: "qualifiers",
    parameters: { doc: "" },
    reach: async ({ type, press, shown }) => {
      await type("");
      await press("Control+Space");
      await shown(".cm-tooltip-autocomplete [aria-selected]");
    },
  },
  {
    name: "dates",
    parameters: { doc: "" },
    reach: async ({ type, shown }) => {
      await type("after:");
      await shown(".cm-tooltip-autocomplete [aria-selected]");
    },
  },
  {
    name: "message",
    parameters: { doc },
    reach: async ({ shown, hover }) => {
      await shown(".cm-lintRange-warning");
      await hover(13);
      await shown(".cm-diagnostic");
    },
  },
  {
    name: "menu",
    parameters: { doc: "Type:Person type:Person" },
    reach: async ({ type, press, shown }) => {
      await type("");
      await shown(".cm-lintRange-error");
      await press("Control+.");
      await shown("[role=menu] button:focus");
    },
  },
  {
    name: "query-box",
    parameters: { single: "", doc: "type:Person after:3mo shape:Nope" },
    reach: async ({ type, shown }) => {
      await type("");
      await shown(".cm-sliceCql-hint-unresolved");
      await shown(".cm-lintRange-warning");
    },
  },
];

inBrowser("the looks", (harness) => {
  let site: Site;
  beforeAll(async () => {
    site = harness.keep(await servePage("test/codemirror/page.ts", { body }));
  });

  const looks = states.flatMap((state) => [
    { ...state, mode: "light" },
    { ...state, mode: "dark" },
  ]);
  test.each(looks)("axe finds nothing: $name, $mode", async ({ name, mode, parameters, reach }) => {
    const all = mode === "dark" ? { ...parameters, dark: "" } : parameters;
    await withEditor(harness, site, all, async (editor) => {
      await reach(editor);
      await editor.screenshot(`codemirror-${name}-${mode}`);
      expect(await editor.axe()).toEqual([]);
    });
  });

  test.each([
    [{ single: "" }, "rgb(140, 149, 159)"],
    [{ single: "", dark: "" }, "rgb(123, 134, 147)"],
  ])("the border of a query box is that of the palette: %o", async (parameters, colour) => {
    await withEditor(harness, site, parameters, async ({ page }) => {
      const border = await page.locator(".cm-editor").evaluate((editor) => getComputedStyle(editor).border);
      expect(border).toBe(`1px solid ${colour}`);
    });
  });

  test.each([{}, { single: "" }])(
    "a page that centres its text does not centre that of a query: %o",
    async (parameters) => {
      await withEditor(harness, site, parameters, async ({ page }) => {
        const align = await page.locator(".cm-line").evaluate((line) => {
          document.body.style.textAlign = "center";
          return getComputedStyle(line).textAlign;
        });
        expect(align).toBe("start");
      });
    },
  );

  test.each([{}, { single: "" }, { dark: "" }, { single: "", dark: "" }])(
    "the focus is visible: %o",
    async (parameters) => {
      await withEditor(harness, site, parameters, async ({ page, type }) => {
        const outline = async (): Promise<string> =>
          await page.locator(".cm-editor").evaluate((editor) => getComputedStyle(editor).outline);
        const before = await outline();
        await type("");
        await expect.poll(outline, soon).toContain("2px");
        expect(await outline()).not.toBe(before);
      });
    },
  );
});
