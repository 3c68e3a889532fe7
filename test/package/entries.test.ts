// Checks the entries: what package.json exports has a source, documentation, an API report and a size budget.

import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import typedoc from "../../config/typedoc.json" with { type: "json" };
import manifest from "../../package.json" with { type: "json" };
import { entries } from "../../scripts/check/entries.ts";
import budgets from "../../scripts/check/size.json" with { type: "json" };
import { root } from "../tidy/sources.ts";
import { files, onNode, pure, withEditor, wrongAnswers } from "./programs/calls.ts";

const calls = [...pure, withEditor, onNode, ...files];

test("the entries are the root and the files of src/exports", () => {
  const files = readdirSync(join(root, "src/exports"))
    .filter((file) => file.endsWith(".ts"))
    .map((file) => `src/exports/${file}`);
  expect(entries.map(({ source }) => source).toSorted()).toEqual([...files, "src/index.ts"].toSorted());
});

test.each(entries)("$name has its types next to its code", ({ code, types }) => {
  expect(types).toBe(code.replace(/\.js$/, ".d.ts"));
});

test.each(entries)("$name is documented", ({ source }) => {
  expect(typedoc.entryPoints).toContain(`../${source}`);
});

test.each(entries)("$name has a size budget", ({ name }) => {
  expect(Object.keys(budgets.entries)).toContain(name);
});

test.each(entries)("$name has an API report", ({ report }) => {
  expect(readFileSync(join(root, `test/package/api/${report}.api.md`), "utf8")).toContain(
    "# The public declarations of",
  );
});

test("the test programs use every export", () => {
  const asked = [...calls, { entry: "slice-cql/lsp/worker" }].map(({ entry }) => entry);
  const exported = Object.keys(manifest.exports).map((name) => name.replace(/^\./u, "slice-cql"));
  expect(asked.toSorted()).toEqual(exported.toSorted());
});

test("the test programs give the expected results", async () => {
  expect(await wrongAnswers(calls)).toEqual([]);
});

test("the test programs report a wrong result and an error", async () => {
  const broken = [
    { entry: "a", ask: async () => 1, answer: 2 },
    { entry: "b", ask: async () => await Promise.reject(new Error("not there")), answer: 1 },
    { entry: "c", ask: async () => [1], answer: [1] },
  ];
  expect(await wrongAnswers(broken)).toEqual(["a answers 1, not 2", "b answers Error: not there, not 1"]);
});

test("an entry that never finishes is named, and its program fails", () => {
  const asking = `
    import { askAll } from ${JSON.stringify(join(root, "test/package/programs/ask-all.ts"))};
    void askAll([
      { entry: "a", ask: async () => 1, answer: 1 },
      { entry: "b", ask: () => new Promise(() => {}), answer: 1 },
    ]);
  `;
  const { status, stdout } = spawnSync(process.execPath, ["--input-type=module", "--eval", asking], {
    encoding: "utf8",
  });
  expect(stdout).toBe("b never answers\n");
  expect(status).toBe(1);
});

test("exactly four packages are installed with this one", () => {
  expect(Object.keys(manifest.dependencies)).toEqual([
    "@date-fns/utc",
    "chevrotain",
    "date-fns",
    "date-fns-tz",
  ]);
});
