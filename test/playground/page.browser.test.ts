// Tests the playground in a browser: one page, opened once, is used by all tests of this folder that need a page.

import { afterEach, beforeAll, expect, test } from "vitest";
import { writePlayground } from "../../scripts/playground/build.ts";
import { inBrowser, type Site, serveFolder } from "../support/browser.ts";
import { accessTests } from "./access-tests.ts";
import { isFine, openPlayground, type Playground, type Shared } from "./page.ts";
import { queryTests } from "./query-tests.ts";
import { resultTests } from "./results-tests.ts";
import { settingTests } from "./settings-tests.ts";
import { typingTests } from "./typing-tests.ts";

inBrowser("the playground", ({ open, keep }) => {
  let site: Site;
  let playground: Playground;
  beforeAll(async () => {
    writePlayground();
    site = keep(await serveFolder("docs"));
    playground = await openPlayground({ open }, site, { query: "type:" });
  });
  afterEach(() => isFine(playground));

  test("shows no rows and no count when it is opened with a refused query, and reports that there were none before", async () => {
    const { page, count, text } = playground;
    expect(await count()).toBeNull();
    expect(await text("#brief")).toBe("Refused 1 error");
    expect(await page.locator("#samples tbody tr").count()).toBe(0);
    expect(await text("#samples .note")).toBe("No query has compiled yet.");
    expect(await text("figcaption")).toContain("No query has compiled yet.");
  });

  const shared: Shared = { open, site: () => site, playground: () => playground };
  // First, as it begins with the first stop of the Tab key.
  accessTests(shared);
  queryTests(shared);
  typingTests(shared);
  resultTests(shared);
  settingTests(shared);
});
