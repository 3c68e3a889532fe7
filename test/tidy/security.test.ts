// Checks SECURITY.md against the code: each promise has its test, and each figure is that of the code.

import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import manifest from "../../package.json" with { type: "json" };
import { readEntities } from "../../src/cli/input/entities.ts";
import { jsonBound, queryBound } from "../../src/cli/input/read.ts";
import { asData } from "../../src/data/as-data.ts";
import { isRecord } from "../../src/data/guards.ts";
import { toMongo } from "../../src/exports/mongodb.ts";
import { defaultLimits } from "../../src/vocabulary/limits.ts";
import { codeSpans, readPage, type Table, tablesOf } from "../docs/markdown.ts";
import { root } from "./sources.ts";

const page = readPage("SECURITY.md");

describe("the test of each promise exists", () => {
  test.each(tableOf("promise").rows)("for %s", (_promise, file = "", title = "") => {
    const [path = ""] = codeSpans(file);
    expect(existsSync(join(root, path)), path).toBe(true);
    const [name = ""] = codeSpans(title);
    expect(name).not.toBe("");
    expect(readFileSync(join(root, path), "utf8")).toContain(name);
  });
});

describe("the limits of SECURITY.md are those of the code", () => {
  const limits = new Map(
    tableOf("limit").rows.map(([name = "", figure = ""]) => [
      name.replaceAll("`", ""),
      Number(figure.replaceAll(" ", "")),
    ]),
  );

  test.each(Object.entries(defaultLimits))("for %s", (name, value) => {
    expect(limits.get(name)).toBe(value);
  });

  test("for the number of keys in a path", () => {
    const most = limits.get("keys of a path, for a database") ?? 0;
    const filterOf = (length: number): Parameters<typeof toMongo>[0] => ({
      propertyFilters: [
        { path: Array.from({ length }, () => "a").join("."), operator: "exists", value: true },
      ],
    });
    expect(() => toMongo(filterOf(most))).not.toThrow();
    expect(() => toMongo(filterOf(most + 1))).toThrow(`at most ${String(most)}`);
  });

  test("for the length of a line that `match` reads", async () => {
    const longest = limits.get("length of a line that match reads") ?? 0;
    async function problemsWith(length: number): Promise<readonly unknown[]> {
      const found: unknown[] = [];
      async function* line(): AsyncGenerator<Uint8Array> {
        yield Buffer.alloc(length, " ");
      }
      for await (const { problem } of readEntities(line(), "e"))
        if (problem !== undefined) found.push(problem);
      return found;
    }
    expect(await problemsWith(longest)).toEqual([]);
    expect(await problemsWith(longest + 1)).toEqual([expect.stringContaining("the line is longer than")]);
  });

  test.each([
    ["size of a catalog or a file of slice bodies, for the command line", jsonBound],
    ["size of a file with a query, for the command line", queryBound],
  ])("for %s", (name, { bytes }) => {
    expect(limits.get(name)).toBe(bytes);
  });

  test("for the levels of a slice body", () => {
    const body = { level: { level: { level: { level: {} } } } };
    const levels: unknown[] = [];
    for (
      let [own, copy]: readonly unknown[] = [body, asData(body)];
      own !== copy;
      [own, copy] = [own, copy].map((each) => (isRecord(each) ? each["level"] : undefined))
    )
      levels.push(copy);
    expect(levels).toHaveLength(limits.get("levels of a slice body") ?? 0);
  });
});

test("the dependencies are the listed ones, and no install script runs", () => {
  const named = page.text.slice(page.text.indexOf("## Supply chain"));
  for (const name of Object.keys(manifest.dependencies)) expect(codeSpans(named)).toContain(name);
  expect(Object.keys(manifest.dependencies)).toHaveLength(4);
  expect(
    Object.keys(manifest.scripts).filter((name) => /^(?:pre|post)?install$|^prepare$/u.test(name)),
  ).toEqual([]);
});

test("while the package does not name its repository, the page explains what to do without it", () => {
  expect(page.text.includes("The package does not name its repository yet")).toBe(
    !Object.hasOwn(manifest, "repository"),
  );
});

function tableOf(first: string): Table {
  const table = tablesOf(page).find(({ header }) => header[0] === first);
  if (table === undefined) throw new Error(`SECURITY.md has no table whose first column is ${first}`);
  return table;
}
