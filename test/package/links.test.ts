// Holds what is packed: whoever has the package alone finds what its pages link to, and nothing that only those who change it need.

import { existsSync, readFileSync } from "node:fs";
import { join, posix } from "node:path";
import { describe, expect, test } from "vitest";
import { linksOf, type Page, readPage } from "../docs/markdown.ts";
import { library, root } from "../tidy/sources.ts";

const listed = readFileSync(join(root, "test/package/contents.txt"), "utf8").trimEnd().split("\n");
const sources = library
  .map(({ path }) => path)
  .filter((path) => !/^src\/(?:cli\/|lsp\/|exports\/lsp\.ts$)/u.test(path));
const packed: ReadonlySet<string> = new Set([...listed, ...sources]);
const folders: ReadonlySet<string> = new Set([...packed].flatMap(foldersOf));
const pages: readonly Page[] = listed.filter((path) => path.endsWith(".md")).map(readPage);

/** How the code is built, why, and what holds its promises: these pages lead into the repository, tests and scripts among it. */
const aboutTheCode = /^(?:SECURITY\.md$|docs\/(?:architecture\.md$|decisions\/|tutorial\/))/u;

describe("links to what is packed", () => {
  test.each(pages.filter(({ path }) => !aboutTheCode.test(path)))("$path", (page) => {
    expect(deadLinks(page)).toEqual([]);
  });
});

test("pages about the code link to the repository, and to nothing that is nowhere", () => {
  const about = pages.filter(({ path }) => aboutTheCode.test(path));
  const targets = about.flatMap(deadLinks).map((line) => line.slice(line.indexOf(" → ") + " → ".length));
  expect(targets.filter((target) => !existsSync(join(root, target)))).toEqual([]);
});

test("a link to what is not packed is found", () => {
  const text =
    "[a](language.md) [b](../test/package/links.test.ts) [c](decisions) [d](https://a.example) [e](#e)";
  const page = { path: "docs/page.md", text };
  expect(deadLinks(page)).toEqual(["docs/page.md → test/package/links.test.ts"]);
});

test("no test, script, fixture or setting of a tool is packed", () => {
  const own =
    /^(?:\.|bench\/|test\/|scripts\/|fixtures\/|etc\/|editors\/|service\/|playground\/|coverage\/|[^/]+\.jsonc?$)/u;
  expect([...packed].filter((path) => own.test(path) && path !== "package.json")).toEqual([]);
});

function deadLinks(page: Page): readonly string[] {
  const targets = linksOf(page)
    .filter((link) => !/^(?:[a-z]+:|#)/u.test(link))
    .map((link) => posix.join(posix.dirname(page.path), link.replace(/#.*$/u, "")).replace(/\/$/u, ""));
  return targets
    .filter((target) => !packed.has(target) && !folders.has(target))
    .map((target) => `${page.path} → ${target}`);
}

function foldersOf(path: string): readonly string[] {
  const folder = posix.dirname(path);
  return folder === "." ? [] : [folder, ...foldersOf(folder)];
}
