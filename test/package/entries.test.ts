// Holds the entries together: what package.json exports has a source, documentation, an API report and a size budget.

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import manifest from "../../package.json" with { type: "json" };
import { entries } from "../../scripts/check/entries.ts";
import budgets from "../../scripts/check/size.json" with { type: "json" };
import typedoc from "../../typedoc.json" with { type: "json" };
import { root } from "../tidy/sources.ts";

test("the entries are the root and the files of src/exports", () => {
  const files = readdirSync(join(root, "src/exports")).map((file) => `src/exports/${file}`);
  expect(entries.map(({ source }) => source).toSorted()).toEqual([...files, "src/index.ts"].toSorted());
});

test.each(entries)("$name has its types beside its code", ({ code, types }) => {
  expect(types).toBe(code.replace(/\.js$/, ".d.ts"));
});

test.each(entries)("$name is documented", ({ source }) => {
  expect(typedoc.entryPoints).toContain(source);
});

test.each(entries)("$name has a size budget", ({ name }) => {
  expect(Object.keys(budgets.entries)).toContain(name);
});

test.each(entries)("$name has an API report", ({ report }) => {
  expect(readFileSync(join(root, `etc/${report}.api.md`), "utf8")).toContain("## API Report File");
});

test("four packages are installed with this one", () => {
  expect(Object.keys(manifest.dependencies)).toEqual([
    "@date-fns/utc",
    "chevrotain",
    "date-fns",
    "date-fns-tz",
  ]);
});
