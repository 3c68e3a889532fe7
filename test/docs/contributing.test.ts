// Holds the pages for contributors against the manifest: their commands are scripts, and what is left to the first publication is not there yet.

import { expect, test } from "vitest";
import vscode from "../../editors/vscode/package.json" with { type: "json" };
import manifest from "../../package.json" with { type: "json" };
import service from "../../service/package.json" with { type: "json" };
import { codeSpans, type Page, pages, readPage } from "./markdown.ts";

const page = readPage("CONTRIBUTING.md");

/** The scripts of each workspace that pages name; those of the root are under "". */
const scripts: ReadonlyMap<string, object> = new Map<string, object>([
  ["", manifest.scripts],
  ["editors/vscode", vscode.scripts],
  ["service", service.scripts],
]);

test("the commands of all pages are scripts", () => {
  const all = pages().filter(({ path }) => path !== "CHANGELOG.md");
  expect(missingIn(page)).toEqual([]);
  expect(all.flatMap(missingIn)).toEqual([]);
  expect(missingIn({ path: "a.md", text: "`npm run no-such` and `npm run demo -w service`" })).toEqual([
    "a.md: npm run no-such",
    "a.md: npm run demo -w service",
  ]);
});

function missingIn({ path, text }: Page): readonly string[] {
  const commands = Array.from(text.matchAll(/npm run ([\w:-]*\w)(?: -w ([\w/]+))?/gu));
  return commands
    .filter(([, name = "", workspace = ""]) => !Object.hasOwn(scripts.get(workspace) ?? {}, name))
    .map(([command]) => `${path}: ${command}`);
}

test.each(["repository", "homepage", "bugs"])("`%s` is left to the first publication", (member) => {
  const spans = codeSpans(readPage("docs/publishing.md").text);
  expect(spans.some((span) => span.startsWith(`"${member}"`))).toBe(!Object.hasOwn(manifest, member));
});
