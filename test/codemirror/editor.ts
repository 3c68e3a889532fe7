// One open editor in a browser, and what the tests do with it.

import type { Page } from "playwright-core";
import { expect } from "vitest";
import type { Harness, OpenPage, Site } from "../support/browser.ts";
import type { Handles } from "./page.ts";

declare const handles: Handles;

/** How long a test waits for what is to come, on a machine that has much to do. */
export const soon: { readonly timeout: number } = { timeout: 20_000 };

/** An editor in a page that is open. */
export interface Editor extends OpenPage {
  /** The text, as it is now. */
  readonly text: () => Promise<string>;
  /** Types where the focus is, after a click into the editor. */
  readonly type: (text: string) => Promise<void>;
  readonly press: (...keys: readonly string[]) => Promise<void>;
  /** Waits until something is announced to screen readers. */
  readonly announced: (text: string) => Promise<void>;
  /** Waits until an element is shown, and returns its text. */
  readonly shown: (selector: string) => Promise<string>;
  /** Waits until the first completion of the list contains a text, and keys act on the list. */
  readonly offered: (text?: string) => Promise<void>;
  /** Moves the pointer over the character at an offset. */
  readonly hover: (offset: number) => Promise<void>;
}

/** The surroundings of the editor: an element before it and one after it, to move the focus to. */
export const body = `<style>body { font: 14px system-ui, sans-serif; margin: 24px } #root { margin: 40px 0 }</style>
  <main><h1>Slices</h1><button>Before</button><div id="root"></div><button id="after">After</button></main>`;

/** Opens an editor, runs a test on it, and holds that nothing went wrong in the page. */
export async function withEditor(
  { open }: Harness,
  { url }: Site,
  parameters: Readonly<Record<string, string>>,
  test: (editor: Editor) => Promise<void>,
): Promise<void> {
  const search = new URLSearchParams(parameters).toString();
  const opened = await open(`${url}?${search}`, { permissions: ["clipboard-read", "clipboard-write"] });
  await test(editorIn(opened));
  expect(await opened.page.evaluate("globalThis.hacked"), "no script of a name has run").toBeUndefined();
  expect(opened.problems).toEqual([]);
  expect(opened.foreign).toEqual([]);
  await opened.close();
}

function editorIn(opened: OpenPage): Editor {
  const { page } = opened;
  return {
    ...opened,
    text: async () => await page.evaluate(() => handles.text()),
    type: async (text) => {
      await page.locator(".cm-content").focus();
      await page.keyboard.type(text);
    },
    press: async (...keys) => {
      for (const key of keys) await page.keyboard.press(key);
    },
    announced: async (text) => {
      const announced = async (): Promise<string> => await page.evaluate(() => handles.announced.join("\n"));
      await expect.poll(announced, soon).toContain(text);
    },
    shown: async (selector) => {
      const found = page.locator(selector).first();
      await found.waitFor();
      return (await found.textContent()) ?? "";
    },
    offered: async (text = "") => {
      const first = page.locator(".cm-tooltip-autocomplete li").first();
      await expect.poll(async () => await first.textContent(), soon).toContain(text);
      // CodeMirror ignores keys for 75 ms after the list opens.
      await page.waitForTimeout(150);
    },
    hover: async (offset) => await hover(page, offset),
  };
}

async function hover(page: Page, offset: number): Promise<void> {
  const at = await page.evaluate((where) => handles.coords(where), offset);
  if (at === null) throw new Error(`There is no character at ${String(offset)}`);
  await page.mouse.move(at.left + 2, (at.top + at.bottom) / 2);
}
