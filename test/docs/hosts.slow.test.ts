// Builds and runs what docs/editors and docs/install.md show: in a page, in Node.js, and as a server.

import { describe, expect, test } from "vitest";
import extension from "../../editors/vscode/package.json" with { type: "json" };
import { weigh } from "../../scripts/check/bundle.ts";
import { commands } from "../../src/cli/run.ts";
import { inBrowser, servePage } from "../support/browser.ts";
import { type Block, blocksOf, codeSpans, pages, readPage, tablesOf } from "./markdown.ts";
import { entries, promisedOutput, runExample, typeErrors } from "./typescript.ts";

const paths = pages().flatMap(({ path }) => (/^docs\/(?:editors\/|install\.md$)/u.test(path) ? [path] : []));
const examples = paths.flatMap((path) =>
  blocksOf(readPage(path)).map(({ info, code, line }) => ({ info, code, name: `${path}:${String(line)}` })),
);
const inPages = examples.filter(({ info }) => info === "ts browser");
const inNode = examples.filter(({ info }) => info === "ts");

test("there are examples for pages and for Node", () => {
  expect(inPages.length).toBeGreaterThan(3);
  expect(inNode.length).toBeGreaterThan(0);
});

test("examples for a page have the right types", () => {
  expect(typeErrors(inPages, "browser")).toEqual([]);
});

describe("examples for Node", () => {
  test("have the right types", () => {
    expect(typeErrors(inNode)).toEqual([]);
  });

  test.each(inNode)("$name prints what the page shows", (example) => {
    expect(promisedOutput(example.code)).not.toBe("");
    expect(runExample(example)).toBe(promisedOutput(example.code));
  });
});

inBrowser("examples for a page", ({ open, keep }) => {
  test.each(inPages)("$name shows an editor with the problems of its query", async ({ name, code }) => {
    const site = keep(await servePage(name, { code, body: "<main></main>" }));
    const { page, problems, foreign, close } = await open(site.url);
    await page.locator(markOf(code)).first().waitFor();
    expect({ problems, foreign }).toEqual({ problems: [], foreign: [] });
    await close();
  });
});

describe("other hosts", () => {
  test("the command of the Neovim example starts the server", () => {
    const lua = blocksIn("docs/editors/neovim.md", "lua").find(({ code }) => code.includes("cmd = "));
    expect(/cmd = \{ "slice-cql", "(\w+)" \}/u.exec(lua?.code ?? "")?.[1]).toBe("lsp");
    expect(commands.map(({ name }) => name)).toContain("lsp");
  });

  test("the command for VS Code is a script of the extension", () => {
    const line = blocksIn("docs/editors/README.md", "sh").find(({ code }) => code.includes("editors/vscode"));
    const script = /npm run (\w+) -w editors\/vscode/u.exec(line?.code ?? "")?.[1];
    expect(Object.keys(extension.scripts)).toContain(script);
  });
});

test("the weights in the table are right", async () => {
  const table = tablesOf(readPage("docs/editors/README.md")).find(({ header }) => header[1] === "kB");
  for (const [what = "", stated] of table?.rows ?? []) {
    const [name = "", entry = ""] = codeSpans(what);
    const { gzip } = await weigh(`export { ${name} } from "./${entries[entry] ?? ""}";`);
    expect(Math.abs(gzip - Number(stated)), name).toBeLessThanOrEqual(1);
  }
  expect(table?.rows).toHaveLength(4);
});

test("the weights in the text are right", async () => {
  const { text } = readPage("docs/editors/README.md");
  const decision = readPage("docs/decisions/0016-one-language-service.md").text;
  const chevrotain = await weigh('export * from "./dist/syntax/engine.js";');
  const clock = await weigh('export * from "./src/dates/show-in-zone.ts";');
  const stated = (page: string, pattern: RegExp): number => Number(pattern.exec(page)?.[1]);
  expect(Math.abs(chevrotain.gzip - stated(text, /is ([\d.]+) kB of each/u))).toBeLessThanOrEqual(0.5);
  for (const [page, pattern] of [
    [text, /([\d.]+) kB more/u],
    [decision, /date: ([\d.]+) kB that/u],
  ] as const)
    expect(Math.abs(clock.gzip - stated(page, pattern))).toBeLessThanOrEqual(1);
});

function blocksIn(path: string, info: string): readonly Block[] {
  return blocksOf(readPage(path)).filter((block) => block.info === info);
}

/** What an editor draws under a place that something is wrong with. */
function markOf(code: string): string {
  return code.includes("slice-cql/monaco") ? ".squiggly-error, .squiggly-warning" : ".cm-lintRange";
}
