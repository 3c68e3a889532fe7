// The console in a browser: opened with a key, and what goes wrong in its page.

import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import type { Change } from "slice-cql-client";
import { expect } from "vitest";
import type { Caller } from "../support/service.ts";

/** A page of the console. */
export interface ConsolePage {
  readonly page: Page;
  /** What the page logged as an error, threw, or asked of another origin. */
  readonly wrong: readonly string[];
  /** Goes to a place in the console, and waits until something of it is there. */
  readonly go: (fragment: string) => Promise<void>;
}

/** Opens the console with a key. */
export async function openConsole(
  browser: Browser,
  url: string,
  key: string,
  options: BrowserContextOptions = {},
): Promise<ConsolePage> {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 }, ...options });
  const wrong: string[] = [];
  page.on("console", (message) => {
    // The console of the browser repeats every answer that is a problem.
    if (message.type() === "error" && !message.text().startsWith("Failed to load"))
      wrong.push(message.text());
  });
  page.on("pageerror", ({ message }) => wrong.push(message));
  page.on("request", (request) => {
    if (!request.url().startsWith(url) && !request.url().startsWith("data:")) wrong.push(request.url());
  });
  await page.goto(`${url}/console`);
  await page.fill("input[name=key]", key);
  await page.keyboard.press("Enter");
  await page.waitForSelector("nav.rail");
  const go = async (fragment: string): Promise<void> => {
    await page.evaluate(`location.hash = ${JSON.stringify(fragment)}`);
    await page.waitForSelector("main h1");
    await soon(async () => await page.getByText("Loading …").count()).toBe(0);
  };
  return { page, wrong, go };
}

/** What a page shows soon: on a busy machine a browser takes seconds for what is instant on others. */
export function soon<Value>(read: () => Promise<Value>) {
  return expect.poll(read, { timeout: 15_000 });
}

/** A delta with people, what they are called in it, and what is decided about each of them. */
export async function staged(who: Caller, names: readonly string[]) {
  const entities = names.map((name) => ({ type: "Person", name }));
  const { body: delta } = await who.post("/v1/deltas", { entities });
  const read = async (): Promise<readonly Pick<Change, "change_id" | "decision" | "value">[]> =>
    (await who.get(`/v1/deltas/${delta.id}/changes`)).body.changes;
  const ids = (await read()).map(({ change_id }) => change_id);
  return {
    id: String(delta.id),
    ids,
    names: async () => (await read()).map(({ value }) => value["name"]),
    decisions: async () => (await read()).map(({ decision }) => decision),
  };
}
