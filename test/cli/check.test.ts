// Tests the command `check`: queries, files of slice bodies, and fixes.

import { expect, test } from "vitest";
import { validate } from "../../src/index.ts";
import { exampleCatalog } from "../support/example-catalog.ts";
import { present, runCli } from "./support.ts";

const files = {
  "catalog.json": JSON.stringify({
    shapes: [{ id: "10", name: "Sales CRM" }],
    sources: [{ id: "1", name: "gmail" }],
    types: ["Person"],
  }),
  "people.cql": "type:Person\r\n\n  Shape:CRM\r\n",
  "fine.cql": "type:Person\n",
};

test("a query without problems is reported as such", async () => {
  expect(await runCli(["check", "type:Person"])).toEqual({
    status: 0,
    stderr: "",
    stdout: "no problems\n",
    written: {},
  });
});

test("the count says that there may be more diagnostics than the maximum", async () => {
  const last = async (query: string): Promise<string | undefined> =>
    (await runCli(["check", query])).stdout.trimEnd().split("\n").at(-1);
  expect(await last("foo:x ".repeat(150))).toBe("100 warnings, and perhaps more");
  expect(await last("foo:x type:A ".repeat(20))).toBe("20 warnings, 19 notes");
});

test("an error is shown with its line, carets, its fix and the count", async () => {
  const { status, stderr, stdout } = await runCli(["check", "Type:Person type:Bug"]);
  expect({ status, stderr }).toEqual({ status: 1, stderr: "" });
  expect(stdout).toMatchInlineSnapshot(`
    "error[qualifier-case]: Qualifiers must be lowercase: write \`type:\`, not \`Type:\`.
      |
    1 | Type:Person type:Bug
      | ^^^^
      = fix: write \`type:\`
      |   type:Person type:Bug

    1 error
    "
  `);
});

test.each([
  ["type:A type:A", 0, "no problems, 1 note"],
  ["sort:a", 0, "no problems, 2 notes"],
  ["tpye:A type:B", 0, "1 warning"],
  ["tpye:A tpye:B type:C type:C", 0, "2 warnings, 1 note"],
  ["type: shape: tpye:A type:C", 1, "2 errors, 1 warning"],
  ["", 0, "no problems, 1 note"],
])("the last line counts the diagnostics of %j", async (query, status, line) => {
  const outcome = await runCli(["check", query]);
  expect(outcome.status).toBe(status);
  expect(outcome.stdout.trimEnd().split("\n").at(-1)).toBe(line);
});

test("names are reported as unchecked without a catalog, and are checked with one", async () => {
  const without = await runCli(["check", "shape:Inbox"]);
  expect(without.stdout).toBe("no problems (names are not checked without --catalog)\n");
  const { status, stdout } = await runCli(["check", "shape:Inbox", "--catalog", "catalog.json"], { files });
  expect(status).toBe(0);
  expect(stdout).toContain("warning[unresolved-shape]: No shape is named `Inbox`");
  expect(stdout).toMatch(/\n1 warning\n$/);
});

test("--json prints what validate returns", async () => {
  const query = 'Type:Person shape:"Sales CRN" after:7days sort:name';
  const { status, stdout } = await runCli(["check", query, "--json"]);
  expect(status).toBe(1);
  expect(JSON.parse(stdout)).toEqual(validate(query, { now: present }));
  expect(stdout).toMatch(/^[^\n]*\n$/);
});

test("--json prints no text for people unless the query is refused", async () => {
  expect((await runCli(["check", "tpye:A", "--json"])).stderr).toBe("");
  expect((await runCli(["check", "type:", "--json"])).stderr).toBe("1 error\n");
});

test("--now decides what is in the future", async () => {
  const query = "after:2026-06-01";
  expect((await runCli(["check", query])).stdout).toBe("no problems\n");
  expect((await runCli(["check", query, "--now", "2026-01-01T00:00:00Z"])).stdout).toContain(
    "warning[future-date]",
  );
});

test("a diagnostic in a file has its path, line and column", async () => {
  const { status, stdout } = await runCli(["check", "--file", "people.cql"], { files });
  expect(status).toBe(1);
  expect(stdout).toContain("people.cql:3:3: error[qualifier-case]: ");
  expect(stdout).toContain("\n3 |   Shape:CRM\n  |   ^^^^^\n");
});

test("a query on standard input is read without its final line break", async () => {
  const { status, stdout } = await runCli(["check", "-"], { stdin: 'type:"Person\n' });
  expect(status).toBe(1);
  expect(stdout).toContain('  = fix: close the quote at the end\n  |   type:"Person"\n');
});

test("a terminal shows what the command is waiting for", async () => {
  expect(await runCli(["check", "-"], { stdin: "type:A\n", terminals: ["stdin"] })).toMatchObject({
    stdout: "no problems\n",
    stderr: "Type the query, then Ctrl+D on a line of its own (Windows: Ctrl+Z, Enter).\n",
  });
});

test("a byte order mark is not part of the query", async () => {
  const { stdout } = await runCli(["tokens", "-"], { stdin: "\ufefftype:A" });
  expect(stdout).toContain("0..6");
});

test("a word that looks like a file is a query, with a hint", async () => {
  const { status, stderr } = await runCli(["check", "people.cql"], { files });
  expect(status).toBe(0);
  expect(stderr).toMatch(
    /^slice-cql: `people\.cql` is read as a query; to read a file, write --file people\.cql\n/,
  );
  expect((await runCli(["check", "source:a.cql"])).stderr).not.toContain("taken as the query");
});

test("--fix prints the fixed query and reports what is left", async () => {
  const { status, stdout, stderr } = await runCli(["check", "Type:Person after:7days", "--fix"]);
  expect({ status, stdout, stderr }).toEqual({
    status: 0,
    stdout: "type:Person after:7d\n",
    stderr: "fixed; no problems\n",
  });
});

test("--fix reports the errors that are left", async () => {
  const { status, stdout, stderr } = await runCli(["check", "Type:Person after:2026-02-29", "--fix"]);
  expect({ status, stdout }).toEqual({ status: 1, stdout: "type:Person after:2026-02-29\n" });
  expect(stderr).toContain("error[date-nonexistent]");
  expect(stderr).toContain("1 | type:Person after:2026-02-29\n");
  expect(stderr).toMatch(/\nfixed; 1 error\n$/);
});

test("--fix reports that there is nothing to fix", async () => {
  const { stdout, stderr } = await runCli(["check", "shape:A", "--fix"]);
  expect({ stdout, stderr }).toEqual({
    stdout: "shape:A\n",
    stderr: "nothing to fix; no problems (names are not checked without --catalog)\n",
  });
});

test("--fix reports that no fix is unambiguous", async () => {
  const { status, stdout, stderr } = await runCli(["check", "shape:gmial", "--fix", "--catalog", "c"], {
    files: { c: '{"shapes": [{"id": "1", "name": "gmail"}]}' },
  });
  expect({ status, stdout }).toEqual({ status: 0, stdout: "shape:gmial\n" });
  expect(stderr).toMatch(/ = fix: [^]*\nno fix is unambiguous; 1 warning\n$/);
});

test("--fix writes a file back, with the line break at its end", async () => {
  const outcome = await runCli(["check", "--file", "people.cql", "--fix"], { files });
  expect(outcome).toMatchObject({ status: 0, stderr: "" });
  expect(outcome.written).toEqual({ "people.cql": "type:Person\r\n\n  shape:CRM\r\n" });
});

test("--fix leaves a correct file alone", async () => {
  const outcome = await runCli(["check", "--file", "fine.cql", "--fix"], { files });
  expect(outcome).toEqual({ status: 0, stderr: "", stdout: "nothing to fix; no problems\n", written: {} });
});

test("--fix --json prints the fixed query and the diagnostics", async () => {
  const { status, stdout, stderr } = await runCli(["check", "Type:Person", "--fix", "--json"]);
  expect({ status, stdout, stderr }).toEqual({
    status: 0,
    stdout: '{"fixed":"type:Person","diagnostics":[]}\n',
    stderr: "",
  });
});

const bodies = [
  { name: "People", cql: "Type:Person" },
  { name: "New", filter: { after: ["7days"] } },
  { name: "Both", cql: "type:A", filter: { type: ["B"] } },
  { name: "Named", cql: 'shape:"Sales CRN"', project_id: "p" },
  { cql: "type:A" },
  { name: "Misspelt", cqll: "type:A" },
  3,
];
const list = { ...files, "slices.json": JSON.stringify(bodies, null, 2) };

test("every body of a file is checked under its name", async () => {
  const { status, stderr, stdout } = await runCli(["check", "slices.json", "--catalog", "catalog.json"], {
    files: list,
  });
  expect({ status, stderr }).toEqual({ status: 1, stderr: "" });
  const titles = stdout.split("\n").filter((line) => line.startsWith("slices.json"));
  expect(titles.map((line) => line.slice(0, line.indexOf("]") + 1))).toEqual([
    'slices.json, slice 1 "People": error[qualifier-case]',
    'slices.json, slice 2 "New": error[offset-unit-unknown]',
    'slices.json, slice 3 "Both": information[filter-ignored]',
    'slices.json, slice 3 "Both": information[unknown-type]',
    'slices.json, slice 4 "Named": warning[unresolved-shape]',
    "slices.json, slice 5: error[malformed-body]",
    'slices.json, slice 6 "Misspelt": error[malformed-body]',
    "slices.json, slice 7: error[malformed-body]",
  ]);
  // What is wrong in a filter is shown in the query that says the same.
  expect(stdout).toContain("1 | after:7days\n  |       ^^^^^\n");
  expect(stdout).toMatch(/\n5 errors, 1 warning, 2 notes in 7 slices\n$/);
});

test("--json prints one object per body", async () => {
  const { status, stdout } = await runCli(["check", "--file", "slices.json", "--json"], { files: list });
  expect(status).toBe(1);
  const results: readonly {
    readonly name: unknown;
    readonly diagnostics: readonly { readonly code: string }[];
  }[] = JSON.parse(stdout);
  expect(results.map(({ name, diagnostics }) => [name, diagnostics.map(({ code }) => code)])).toEqual([
    ["People", ["qualifier-case"]],
    ["New", ["offset-unit-unknown"]],
    ["Both", ["filter-ignored"]],
    ["Named", []],
    [null, ["malformed-body"]],
    ["Misspelt", ["malformed-body"]],
    [null, ["malformed-body"]],
  ]);
  const [diagnostic] = validate("Type:Person", { catalog: exampleCatalog });
  expect(results[0]?.diagnostics).toEqual([{ ...diagnostic, path: "/cql" }]);
});

test.each([
  ["[]", "no problems in 0 slices\n"],
  ['[{"name": "a", "cql": "type:A"}]', "no problems in 1 slice\n"],
  [
    '[{"name": "a", "cql": "shape:A"}, {"name": "b", "filter": {"type": ["A"]}}]',
    "no problems in 2 slices (names are not checked without --catalog)\n",
  ],
])("the slices %s have no problems", async (text, stdout) => {
  expect(await runCli(["check", "S.JSON"], { files: { "S.JSON": text } })).toMatchObject({
    status: 0,
    stdout,
  });
});

test("a name with terminal control characters is shown escaped", async () => {
  const hostile = { "s.json": JSON.stringify([{ name: "a\u001b[2J\nb", cql: "type:" }]) };
  const { stdout } = await runCli(["check", "s.json"], { files: hostile });
  expect(stdout).toContain('s.json, slice 1 "a<U+001B>[2J<U+000A>b": error[missing-value]');
});

test("a query that ends in .json is a query if it has a qualifier", async () => {
  expect(await runCli(["check", "type:a.json"])).toMatchObject({ status: 0, stdout: "no problems\n" });
  expect(await runCli(["check", "my slices.json"], { files: { "my slices.json": "[]" } })).toMatchObject({
    stdout: "no problems in 0 slices\n",
  });
});

test("one body is accepted as well as a list", async () => {
  const body = { "b.json": '{"name": "People", "cql": "Type:Person"}' };
  const { status, stdout } = await runCli(["check", "b.json"], { files: body });
  expect(status).toBe(1);
  expect(stdout).toContain('b.json, slice 1 "People": error[qualifier-case]');
  const json = await runCli(["check", "b.json", "--json"], { files: body });
  expect(JSON.parse(json.stdout)).toMatchObject([{ name: "People", diagnostics: [{}] }]);
});

test("format --fix prints the fixed query in its canonical spelling", async () => {
  expect(await runCli(["format", "Type:Person   after:7days", "--fix"])).toEqual({
    status: 0,
    stdout: "type:Person after:7d\n",
    stderr: "",
    written: {},
  });
  const refused = await runCli(["format", "Type:Person after:2026-02-29", "--fix"]);
  expect(refused).toMatchObject({ status: 1, stdout: "" });
  expect(refused.stderr).toContain("error[date-nonexistent]");
});
