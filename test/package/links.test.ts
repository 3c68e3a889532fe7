// Checks what is packed: the links of its pages work without a clone, and nothing is packed that only developers need.

import { readFileSync } from "node:fs";
import { join, posix } from "node:path";
import { describe, expect, test } from "vitest";
import { linksOf, type Page, readPage } from "../docs/markdown.ts";
import { root } from "../tidy/sources.ts";

const listed = readFileSync(join(root, "test/package/contents.txt"), "utf8").trimEnd().split("\n");
const packed: ReadonlySet<string> = new Set(listed);
const folders: ReadonlySet<string> = new Set([...packed].flatMap(foldersOf));
const pages: readonly Page[] = listed.filter((path) => path.endsWith(".md")).map(readPage);

describe("links of a packed page lead to packed files", () => {
  test.each(pages)("$path", (page) => {
    expect(deadLinks(page)).toEqual([]);
  });
});

test("a link to a file that is not packed would be found", () => {
  const text =
    "[a](language.md) [b](../test/package/links.test.ts) [c](backends) [d](https://a.example) [e](#e)";
  const page = { path: "docs/page.md", text };
  expect(deadLinks(page)).toEqual(["docs/page.md → test/package/links.test.ts"]);
});

test("no source, test, script, fixture, tool configuration, source map or page about the code is packed", () => {
  const own =
    /^(?:\.|bench\/|src\/|test\/|scripts\/|fixtures\/|etc\/|editors\/|packages\/|service\/|playground\/|coverage\/|[^/]+\.jsonc?$|docs\/(?:architecture|decisions|tutorial))|\.map$/u;
  expect([...packed].filter((path) => own.test(path) && path !== "package.json")).toEqual([]);
});

/** What the first page offers to those who have a clone, besides the package. */
const inClone = /^(?:(?:packages|service)\/.+\.(?:md|png)|CONTRIBUTING\.md|docs\/architecture\.md)$/u;

function deadLinks(page: Page): readonly string[] {
  const targets = linksOf(page)
    .filter((link) => !/^(?:[a-z]+:|#)/u.test(link))
    .map((link) => posix.join(posix.dirname(page.path), link.replace(/#.*$/u, "")).replace(/\/$/u, ""));
  return targets
    .filter((target) => !packed.has(target) && !folders.has(target))
    .filter((target) => !(page.path === "README.md" && inClone.test(target)))
    .map((target) => `${page.path} → ${target}`);
}

function foldersOf(path: string): readonly string[] {
  const folder = posix.dirname(path);
  return folder === "." ? [] : [folder, ...foldersOf(folder)];
}
