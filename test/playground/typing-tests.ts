// Tests that the page is calm during typing, in a browser: nothing jumps or flashes, and no count is shown that is not that of the query.

import { beforeAll, describe, expect, test } from "vitest";
import { countOf, eventually, type Playground, type Shared } from "./page.ts";

/** Defines the tests, on a page that all of them share. */
export function typingTests(shared: Shared): void {
  describe("the playground while typing", () => {
    let playground: Playground;
    beforeAll(() => {
      playground = shared.playground();
    });

    test("the count keeps its place, and disappears while the query is refused; the refusal and its reason appear when typing pauses", async () => {
      const { page, count, text } = playground;
      await playground.visit({ query: "type:Bug" });
      await page.locator(".cm-content").focus();
      await page.keyboard.press("Control+End");
      await page.evaluate(watch);
      await page.keyboard.type(" shape:Shells after:", { delay: 20 });
      // While the list is open, a date may still come.
      await page.locator(".cm-tooltip-autocomplete").waitFor();
      await page.waitForTimeout(600);
      expect(await count()).toBeNull();
      expect(await text("#count")).toBe("…");
      await page.keyboard.press("Escape");
      await eventually(async () => await text("#count")).toContain("Refused");
      const seen: Seen = await page.evaluate("window.seen");
      // From the last frame without a rest back to the first key.
      expect(seen.tops).toHaveLength(1);
      expect(seen.held).toBeGreaterThan(0);
      expect(seen.wrong).toEqual([]);
      expect(await text("#brief")).toBe("Refused 1 error");
      expect(await count()).toBeNull();
      expect(await text("#problems")).toContain("after:");
    });

    test("half a name finds nothing, and no count shows that until typing pauses", async () => {
      const { page, count, text } = playground;
      await playground.visit({ query: "type:Bug " });
      await page.locator(".cm-content").focus();
      await page.keyboard.press("Control+End");
      await page.evaluate(`window.counts = []; new MutationObserver(() => counts.push(document.querySelector("#count").textContent))
        .observe(document.getElementById("count"), { childList: true })`);
      for (const letter of "shape:She") {
        await page.keyboard.type(letter);
        await page.waitForTimeout(500);
      }
      expect(await page.evaluate("counts.filter((each) => /^0 of/.test(each))")).toEqual([]);
      expect(await text("#count")).toBe("…");
      await page.keyboard.press("Enter");
      await eventually(count).toBe(countOf(await playground.query()));
      expect(await playground.query()).toBe("type:Bug shape:Shells");
      await page.keyboard.type("x");
      await page.keyboard.press("Escape");
      await eventually(count).toBe(0);
      expect(await text("#problems")).toContain("Shellsx");
    });

    test("changes without typing show at once: a fix, an example, a link", async () => {
      const { page, count } = playground;
      await playground.visit({ query: "type:Bug shape:" });
      expect(await page.locator("#problems").isVisible()).toBe(true);
      expect(await playground.text("#count")).toContain("Refused");
      await page.getByRole("button", { name: "One week in 2006" }).click();
      await page.evaluate(twoFrames);
      expect(await page.evaluate("document.body.dataset.held")).toBe("");
      expect(await count()).toBe(countOf(await playground.query()));
      expect(await page.locator("#problems").isVisible()).toBe(false);
    });

    test("fixes of a text that is being edited cannot be pressed", async () => {
      const { page } = playground;
      await playground.visit({ query: "Type:Bug" });
      await page.locator(".cm-content").focus();
      await page.keyboard.press("Control+End");
      await page.evaluate(`window.inert = []; new MutationObserver(() => inert.push(problems.inert))
        .observe(document.getElementById("problems"), { attributeFilter: ["inert"] })`);
      await page.keyboard.type("s");
      await eventually(async () => await page.evaluate("inert")).toEqual([true, false]);
      await page.keyboard.press("Escape");
      await page.locator("#problems .fix").click();
      await eventually(playground.query).toBe("type:Bugs");
    });
  });
}

/** What was seen in the frames of typing: the places of the count, how many frames had none, and texts with a count that was not theirs. */
interface Seen {
  readonly tops: readonly number[];
  readonly held: number;
  readonly wrong: readonly string[];
}

const twoFrames = "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))";

/** Looks at each frame until the problems are shown. */
const watch = `(() => {
  const [tops, wrong] = [new Set(), []];
  window.seen = { tops: [], wrong, held: 0 };
  const look = () => {
    const { held, refused } = document.body.dataset;
    if (refused === "true") return;
    tops.add(Math.round(document.getElementById("found").getBoundingClientRect().top));
    seen.tops = [...tops];
    const isRefused = /:(?: |$)/.test(document.querySelector(".cm-line").textContent);
    if (held === "all") seen.held += 1;
    // The page may show the text of a frame ago.
    const isCounted = [/\\d/.test(brief.textContent), document.querySelector("#found [data-count], #found b"),
      document.querySelector("#samples .note").checkVisibility({ visibilityProperty: true })].some(Boolean);
    if (isRefused && isCounted && seen.was) wrong.push(document.querySelector(".cm-line").textContent);
    seen.was = isRefused;
    requestAnimationFrame(look);
  };
  look();
})()`;
