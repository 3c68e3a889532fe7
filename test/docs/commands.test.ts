// Checks that each `npm run` command in a page is a script.

import { expect, test } from "vitest";
import vscode from "../../editors/vscode/package.json" with { type: "json" };
import manifest from "../../package.json" with { type: "json" };
import consoleManifest from "../../packages/console/package.json" with { type: "json" };
import service from "../../service/package.json" with { type: "json" };
import { type Page, pages } from "./markdown.ts";

/** The scripts of each workspace that pages name, by its folder. */
const scripts: ReadonlyMap<string, object> = new Map<string, object>([
  ["", manifest.scripts],
  ["editors/vscode", vscode.scripts],
  ["packages/console", consoleManifest.scripts],
  ["service", service.scripts],
]);

test("every `npm run` command in a page is a script", () => {
  const all = pages().filter(({ path }) => path !== "CHANGELOG.md");
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
