// What axe finds in a page.

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "playwright-core";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** The rules of axe that a page breaks. It is evaluated by the debugger, so that the policy of the page does not hold for it. */
export async function violationsOf(page: Page): Promise<readonly string[]> {
  await page.evaluate(axe);
  const found: readonly { readonly id: string; readonly nodes: readonly { readonly html: string }[] }[] =
    await page.evaluate("axe.run(document, { preload: false }).then(({ violations }) => violations)");
  return found.map(
    ({ id, nodes }) =>
      `${id}: ${nodes
        .slice(0, 3)
        .map((node) => node.html.slice(0, 160))
        .join("\n")}`,
  );
}
