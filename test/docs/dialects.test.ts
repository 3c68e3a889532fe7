// Checks that each dialect has what it needs besides its file and its table; a test fails for each part that a new one lacks.

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { dialectNames, dialectOf } from "../../src/backends/sql/dialects.ts";
import { root } from "../tidy/sources.ts";
import { codeSpans, linksOf, readPage, type Table, tablesOf } from "./markdown.ts";

const folder = "docs/backends";
const { rows } = tableOf("README.md", "the entities are in");

describe.each(dialectNames)("the dialect %s", (name) => {
  test("is tested by a driver in the process, or by a contender of the nightly run", () => {
    // Read, as what a contender connects to needs a server.
    const sources = ["test/support/backends/drivers.ts", ...filesIn("scripts/engines")].map((path) =>
      readFileSync(join(root, path), "utf8"),
    );
    expect(sources.join("")).toContain(`dialect: "${name}",`);
  });

  test("has a page, and a row in the list of the pages", () => {
    expect(existsSync(join(root, folder, `${name}.md`))).toBe(true);
    const row = rows.find((cells) => linksIn(cells).includes(`${name}.md`));
    expect(row?.slice(0, 2)).toEqual([expect.stringContaining(dialectOf(name).title), "`toSql`"]);
  });

  test("has a column in the table of types, and is an option", () => {
    expect(tableOf("sql.md", "`type`").header).toContain(`\`${name}\``);
    const [, meaning = ""] =
      tableOf("sql.md", "option").rows.find(([option]) => option === "`dialect`") ?? [];
    expect(codeSpans(meaning)).toContain(name);
  });
});

function filesIn(path: string): readonly string[] {
  return readdirSync(join(root, path))
    .filter((name) => name.endsWith(".ts"))
    .map((name) => `${path}/${name}`);
}

function linksIn(cells: readonly string[]): readonly string[] {
  return linksOf({ path: folder, text: cells.join(" ") });
}

function tableOf(name: string, first: string): Table {
  const table = tablesOf(readPage(`${folder}/${name}`)).find(({ header }) => header[0] === first);
  if (table === undefined) throw new Error(`${name} has no table whose first column is ${first}`);
  return table;
}
