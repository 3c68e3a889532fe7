// Tests that everybody can use the playground, in a browser: axe in both themes and at both widths, keys alone, little motion, small screens.

import { beforeAll, describe, expect, test } from "vitest";
import { eventually, type Playground, type Shared } from "./page.ts";

const everything =
  "type:Release shape:Shells sort:created_at urgent source:opensl after:2020-01-01 before:today";
const refused = 'Type:Release shape: Shells after:2026-02-29 source:"bash';

/** Defines the tests, on a page that all of them share. */
export function accessTests(shared: Shared): void {
  describe("the playground for everybody", () => {
    let playground: Playground;
    beforeAll(() => {
      playground = shared.playground();
    });

    test("keyboard only: the skip link leads to the editor, Escape closes its list, Tab leaves it in both directions", async () => {
      const { page } = playground;
      const focused = async (): Promise<string> =>
        await page.evaluate("document.activeElement.id || document.activeElement.className");
      await page.keyboard.press("Tab");
      expect(await focused()).toBe("skip");
      const address = page.url();
      await page.keyboard.press("Enter");
      expect(await focused()).toContain("cm-content");
      expect(page.url()).toBe(address);
      await page.keyboard.press("Control+End");
      await page.keyboard.press("Control+Space");
      await page.locator(".cm-tooltip-autocomplete").waitFor();
      await page.keyboard.press("Escape");
      await page.locator(".cm-tooltip-autocomplete").waitFor({ state: "detached" });
      expect(await focused()).toContain("cm-content");
      await page.keyboard.press("Tab");
      expect(await focused()).toBe("format");
      await page.keyboard.press("Shift+Tab");
      expect(await focused()).toContain("cm-content");
      await page.keyboard.press("Shift+Tab");
      expect(await focused()).toContain("chip");
    });

    test.each(["language", "diagnostics"])("axe finds nothing on the page %s.html", async (name) => {
      const { page, axe, problems, close } = await shared.open(`${shared.site().url}playground/${name}.html`);
      expect(await page.locator("h1").count()).toBe(1);
      expect(await axe()).toEqual([]);
      expect(problems).toEqual([]);
      await close();
    });

    test.each([
      ["wide and light, with a list of names open", 1280, "light", `${everything} shape:`, "tree"],
      ["wide and dark", 1280, "dark", everything, "definition"],
      ["narrow and light", 360, "light", everything, "sql"],
      ["narrow and dark", 360, "dark", refused, "tokens"],
    ] as const)("axe finds nothing, %s", async (name, width, colorScheme, query, tab) => {
      const { page, axe, screenshot } = playground;
      await page.setViewportSize({ width, height: 800 });
      await page.emulateMedia({ colorScheme });
      await playground.visit({ query });
      if (!(await page.locator("#catalog").isVisible())) await page.locator("#catalog-pane summary").click();
      await page.locator("#catalog").fill("{");
      await page.locator("#catalog-problem .callout").waitFor();
      await page.locator(`#${tab}-tab`).click();
      await page.locator(".cm-lintRange").first().waitFor();
      await page.locator(".cm-content").focus();
      await page.keyboard.press("Control+End");
      if (query.endsWith(":")) await page.keyboard.press("Control+Space");
      await eventually(async () => await page.locator(".cm-tooltip-autocomplete").count()).toBe(
        query.endsWith(":") ? 1 : 0,
      );
      expect(await axe()).toEqual([]);
      await screenshot(`playground ${name}`.replaceAll(/,? /g, "-"));
      // Nothing is cut off, and nothing scrolls sideways but what says so.
      expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(width);
      await page.keyboard.press("Escape");
      await page.setViewportSize({ width: 1280, height: 800 });
    });

    test("every Tab stop is visible: it has an outline, and the stops end", async () => {
      const { page } = playground;
      await playground.visit({ query: everything });
      // After the last of all that can have the focus the first is next.
      await page.locator("footer a").focus();
      await page.keyboard.press("Tab");
      const unseen: string[] = [];
      let stops = 0;
      await page.keyboard.press("Tab");
      while ((await page.evaluate("document.activeElement !== document.body")) && stops < 80) {
        stops += 1;
        const missing: string | null = await page.evaluate(`(() => {
        const node = document.activeElement;
        // The editor says it by a bar at its edge.
        const style = getComputedStyle(node.closest("#editor") ?? node);
        const isSeen = style.outlineStyle !== "none" || style.boxShadow !== "none";
        return isSeen ? null : node.outerHTML.slice(0, 120);
      })()`);
        if (missing !== null) unseen.push(missing);
        await page.keyboard.press("Tab");
      }
      expect(unseen).toEqual([]);
      expect(stops).toBeGreaterThan(25);
      expect(stops).toBeLessThan(80);
    });

    test("with reduced motion there is none", async () => {
      await playground.page.emulateMedia({ reducedMotion: "reduce" });
      const moving: number = await playground.page.evaluate(
        `[...document.querySelectorAll("*")].filter((node) => {
        const style = getComputedStyle(node);
        return parseFloat(style.transitionDuration) > 0 || (style.animationName !== "none" && !node.closest(".cm-editor"));
      }).length`,
      );
      expect(moving).toBe(0);
      await playground.page.emulateMedia({ reducedMotion: "no-preference" });
    });

    test("in forced-colors mode, selected items still differ from others", async () => {
      const { page } = playground;
      await playground.visit({ query: "" });
      await page.emulateMedia({ forcedColors: "active" });
      for (const [chosen, other] of [
        [".chip[aria-pressed=true]", ".chip[aria-pressed=false]"],
        [".tab[aria-selected=true]", ".tab[aria-selected=false]"],
      ] as const) {
        const frameOf = async (selector: string): Promise<unknown> =>
          await page.evaluate(
            `getComputedStyle(document.querySelector(${JSON.stringify(selector)})).borderBottom`,
          );
        expect(await frameOf(chosen)).not.toBe(await frameOf(other));
      }
      await page.emulateMedia({ forcedColors: "none" });
    });

    test("the count is announced once typing pauses, and so is a refusal", async () => {
      await playground.visit({ query: "" });
      await playground.type("type:Package");
      await eventually(async () => await playground.text("#announcer")).toBe(
        "693 of 10\u{202F}255 entities.",
      );
      await playground.type("edge:closes shape:nope");
      await eventually(async () => await playground.text("#announcer")).toBe(
        "0 of 10\u{202F}255 entities. 1 term does not narrow it. 1 unknown name.",
      );
      await playground.type("type:");
      await playground.page.locator(".cm-tooltip-autocomplete").waitFor();
      await playground.page.keyboard.press("Escape");
      await eventually(async () => await playground.text("#announcer")).toContain("refused");
    });
  });
}
