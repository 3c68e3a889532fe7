// Files of queries on the command line: the diagnostics of each query, with their positions.

import { expect, test } from "vitest";
import { splitQueries } from "../../src/syntax/query-file.ts";
import { present, runCli } from "./support.ts";

const text = `# People
type:Person

# Others
Type:Company
  # from everywhere
after:7days

type:Person
`;
const files = {
  "q.slice-cql": text,
  "fine.slice-cql": '# c\n\ntype:A  source:x\n\ntype:"B"\n',
  "one.slice-cql": "# c\n\ntype:A\n# d\nafter:7d\n",
  "empty.slice-cql": "# c\n\n",
  "open.slice-cql": 'shape:"A\n\ntype:B\n',
  "catalog.json": '{"shapes": [{"id": "1", "name": "A"}]}',
};

test("each query is checked, with its line in the file", async () => {
  const { status, stdout, stderr } = await runCli(["check", "q.slice-cql"], { files });
  expect({ status, stderr }).toEqual({ status: 1, stderr: "" });
  expect(stdout).toMatchInlineSnapshot(`
    "q.slice-cql:5:1: error[qualifier-case]: Qualifiers must be lowercase: write \`type:\`, not \`Type:\`.
      |
    5 | Type:Company
      | ^^^^
      = fix: write \`type:\`
      |   type:Company

    q.slice-cql:7:7: error[offset-unit-unknown]: \`days\` is not a unit; the units are \`h\`, \`d\`, \`w\`, \`mo\` or \`y\`: write \`7d\`.
      |
    7 | after:7days
      |       ^^^^^
      = fix: write \`7d\`
      |   after:7d

    q.slice-cql:9:1: warning: this is the same slice as the one in line 2.

    2 errors, 1 warning in 3 queries
    "
  `);
});

test("an unclosed quote does not swallow the next query", async () => {
  const { stdout } = await runCli(["check", "open.slice-cql", "--json"], { files });
  expect(JSON.parse(stdout)).toMatchObject([
    { line: 1, diagnostics: [{ code: "unterminated-quote" }] },
    { line: 3, diagnostics: [] },
  ]);
});

test("--json gives positions in the file, also with --file", async () => {
  const { status, stdout } = await runCli(["check", "--file", "q.slice-cql", "--json"], { files });
  expect(status).toBe(1);
  const results: readonly {
    readonly line: number;
    readonly diagnostics: readonly { readonly span: { readonly start: number; readonly end: number } }[];
    readonly sameAs?: unknown;
  }[] = JSON.parse(stdout);
  expect(results.map(({ line, diagnostics, sameAs }) => [line, diagnostics.length, sameAs])).toEqual([
    [2, 0, undefined],
    [5, 2, undefined],
    [9, 0, { index: 0, always: true }],
  ]);
  const words = results.flatMap(({ diagnostics }) =>
    diagnostics.map(({ span }) => text.slice(span.start, span.end)),
  );
  expect(words).toEqual(["Type", "7days"]);
});

test("--fix writes the file back, with its comments and as many queries", async () => {
  const { status, stdout, written } = await runCli(["check", "q.slice-cql", "--fix"], { files });
  expect({ status, written }).toEqual({
    status: 0,
    written: { "q.slice-cql": text.replace("Type:", "type:").replace("7days", "7d") },
  });
  expect(stdout).toMatch(/\nfixed; 1 warning in 3 queries\n$/);
  expect(await runCli(["check", "fine.slice-cql", "--fix"], { files })).toEqual({
    status: 0,
    stdout: "nothing to fix; no problems in 2 queries (names are not checked without --catalog)\n",
    stderr: "",
    written: {},
  });
  const json = await runCli(["check", "q.slice-cql", "--fix", "--json"], { files });
  expect(JSON.parse(json.stdout)).toMatchObject({
    fixed: json.written["q.slice-cql"],
    queries: [{ line: 2 }, { line: 5 }, { line: 9 }],
  });
});

test.each<readonly [args: readonly string[], file: string]>([
  [["check", "--fix", "--file"], "q.cql"],
  [["check", "--fix", "--file"], "q.slice-cql"],
  [["format", "--fix", "--file"], "q.cql"],
  [["format", "--fix", "--file"], "q.slice-cql"],
])("%j leaves the byte order mark of %s where it is", async (args, file) => {
  const outcome = await runCli([...args, file], { files: { [file]: "\ufeffType:A" } });
  expect(outcome).toMatchObject({ status: 0, written: { [file]: "\ufefftype:A" } });
});

test("no fix joins two queries, however often it is applied", async () => {
  const same = "type:A\n\ntype:A\n\ntype:A type:A\n# c\ntype:A\n";
  const { written } = await runCli(["check", "f.slice-cql", "--fix"], { files: { "f.slice-cql": same } });
  expect(written).toEqual({ "f.slice-cql": "type:A\n\ntype:A\n\ntype:A\n# c\ntype:A\n" });
  expect(splitQueries(written["f.slice-cql"] ?? "").queries).toHaveLength(3);
});

test("format formats each query, and leaves the rest of the file alone", async () => {
  const formatted = "# c\n\ntype:A source:x\n\ntype:B\n";
  expect(await runCli(["format", "--file", "fine.slice-cql"], { files })).toMatchObject({
    status: 0,
    stdout: formatted,
    written: {},
  });
  const rewritten = await runCli(["format", "--file", "fine.slice-cql", "--fix"], { files });
  expect(rewritten).toMatchObject({ status: 0, stdout: "", written: { "fine.slice-cql": formatted } });
  const refused = await runCli(["format", "--file", "q.slice-cql"], { files });
  expect(refused).toMatchObject({ status: 1, stdout: "", written: {} });
  expect(refused.stderr).toContain("q.slice-cql:5:1: error[qualifier-case]");
  const json = await runCli(["format", "--file", "q.slice-cql", "--fix", "--json"], { files });
  expect(JSON.parse(json.stdout)).toEqual({ formatted: json.written["q.slice-cql"] });
});

test("a command for one query accepts a file that has one, and reports positions in it", async () => {
  const { status, stdout } = await runCli(["compile", "--file", "one.slice-cql"], { files });
  expect(status).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({
    filter_definition: {
      entityTypes: ["A"],
      dateRange: { start: new Date(present - 7 * 86_400_000).toISOString() },
    },
  });
  const wrong = await runCli(["explain", "--file", "x.slice-cql"], {
    files: { "x.slice-cql": "# c\n\ntype:A\n# d\n  after:x\n" },
  });
  expect(wrong.stderr).toContain("x.slice-cql:5:9: error[date-unknown]");
  expect(wrong.stderr).toContain("\n5 |   after:x\n");
});

test.each([
  [
    ["compile", "--file", "q.slice-cql"],
    "q.slice-cql has 3 queries, in lines 2, 5, 9, but only one is allowed; `check` and `format` accept several",
  ],
  [["explain", "--file", "empty.slice-cql"], "empty.slice-cql has no query, only comments and empty lines"],
  [["check", "q.slice-cql", "type:A"], "type:A is an extra argument: pass a query or a file"],
  [["format", "type:A", "--file", "q.slice-cql"], "type:A is an extra argument: pass a query or a file"],
])("wrong usage of a file of queries is reported: slice-cql %j", async (args, message) => {
  expect(await runCli(args, { files })).toMatchObject({
    status: 2,
    stdout: "",
    stderr: `slice-cql: ${message}\n`,
  });
});

test("a file without queries has no problems", async () => {
  expect(await runCli(["check", "empty.slice-cql"], { files })).toMatchObject({
    status: 0,
    stdout: "no problems in 0 queries\n",
  });
});
