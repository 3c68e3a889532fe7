// Tests that nothing in the output of the command line controls a terminal, or hides a part of the output.

import { expect, test } from "vitest";
import { controlCharacters, invisibleCharacters } from "../../src/text/characters.ts";
import { runCli } from "../cli/support.ts";

/** Colours, a title of the window, another order of the letters, a control of one byte. */
const hostile = "\u001b[31m\u001b]0;title\u0007\u202eevil\u009b2J\u200b\u{1d173}\u{e0061}";
const name = "an \\u001b[31m\\u009b2J\\u202e name";
const catalog = `{"shapes":[{"id":"s","name":"${name}"}]}`;
const files = {
  [hostile]: "",
  "catalog.json": catalog,
  "slices.json": JSON.stringify([
    { name: JSON.parse(`"${name}"`), cql: `type:A sort:${hostile}` },
    { name: "b", cql: "type:A" },
  ]),
};

const queries: readonly string[] = [
  `type:A ${hostile} sort:${hostile}`,
  `type:${hostile}`,
  `shape:${hostile}`,
  `after:${hostile}`,
  hostile,
];

const commands: readonly (readonly string[])[] = [
  ["check"],
  ["check", "--json"],
  ["compile"],
  ["compile", "--json"],
  ["explain"],
  ["explain", "--json"],
  ["explain", "--dialect", "sqlite"],
  ["tokens"],
  ["tokens", "--json"],
  ["format", "--json"],
  ["sql", "--dialect", "postgres"],
  ["sql", "--dialect", "postgres", "--json"],
  ["compare", "type:B"],
  ["compare", "type:B", "--json"],
];

/** What a terminal would act upon or hide, but for line ends. */
function actsIn(text: string): readonly string[] {
  return [...text.matchAll(controlCharacters), ...text.matchAll(invisibleCharacters)].map(([found]) => found);
}

test.each(commands.map((args) => [args.join(" "), args] as const))(
  "%s writes no control or invisible character of a query",
  async (_, args) => {
    for (const query of queries) {
      for (const more of [[], ["--catalog", "catalog.json"]]) {
        const { stdout, stderr } = await runCli([...args, query, ...more], { files });
        expect(actsIn(stdout + stderr), query).toEqual([]);
        expect(stdout + stderr).not.toBe("");
      }
    }
  },
);

test("JSON with escaped characters has the same value", async () => {
  const { stdout } = await runCli(["compile", "--json", `type:A ${hostile}`], { files });
  expect(JSON.parse(stdout)).toMatchObject({ ok: true, scope_warnings: [hostile] });
});

test.each([
  ["a file", ["match", "type:A", hostile]],
  ["a catalog", ["check", "type:A", "--catalog", `${hostile}x`]],
  ["a flag", ["check", `--${hostile}`]],
  ["a command", [hostile]],
  ["an instant", ["check", "type:A", "--now", hostile]],
])("no control or invisible character is written from the name of %s", async (_, args) => {
  const { stdout, stderr } = await runCli(args, { files });
  expect(actsIn(stdout + stderr)).toEqual([]);
});

test("no control or invisible character is written from slices and catalogs", async () => {
  const { stdout, stderr } = await runCli(["check", "slices.json"], { files });
  expect(actsIn(stdout + stderr)).toEqual([]);
  const explained = await runCli(["explain", "shape:an", "--catalog", "catalog.json"], { files });
  expect(actsIn(explained.stdout + explained.stderr)).toEqual([]);
});

const catalogs: Readonly<Record<string, unknown>> = {
  "a member that is not one": { [hostile]: [] },
  "no catalog at all": null,
  "a list that is not one": { shapes: [{ id: "s", name: "a" }, hostile] },
  "hostile names and ids": {
    shapes: [{ id: hostile, name: hostile }],
    sources: [{ id: hostile, name: "gmail" }],
    types: [hostile],
  },
};

test.each(Object.entries(catalogs))(
  "no control or invisible character is written from a catalog: %s",
  async (_, data) => {
    const path = `${hostile}.json`;
    for (const args of commands) {
      for (const query of [...queries, "shape:evil source:gmail type:evil", `shape:"${hostile}x"`]) {
        const { stdout, stderr } = await runCli([...args, query, "--catalog", path], {
          files: { ...files, [path]: JSON.stringify(data) },
        });
        expect(actsIn(stdout + stderr), query).toEqual([]);
      }
    }
  },
);

test.each([
  ["nothing", ""],
  ["no JSON", hostile],
  ["JSON that ends too early", "["],
  ["a string that is not closed", `{"${hostile}`],
  ["a list", `[{"a":1}]`],
  ["UTF-16", "\u00ff\u00fe"],
  ["gzip", "\u001f\u008b"],
])("no control or invisible character is written from the name of a file that has %s", async (_, content) => {
  const path = `${hostile}.json`;
  const world = { files: { ...files, [path]: Buffer.from(content, "latin1") }, unwritable: "EROFS" };
  for (const args of [
    ["check", path],
    ["check", "type:A", "--catalog", path],
    ["check", "--file", path.replace("json", "cql")],
    ["check", "--fix", "--file", hostile],
    ["format", "--fix", "--file", path],
    ["match", "type:A", path],
    ["match", "type:A", path, "--skip-bad"],
    ["check", "a", path],
    ["check", path, path],
    ["compare", "a", "b", path],
    ["check", "a", "--color", hostile],
    ["sql", "a", "--dialect", hostile],
    ["lsp", "--clientProcessId", hostile],
    ["help", hostile],
  ]) {
    const { stdout, stderr } = await runCli(args, world);
    expect(actsIn(stdout + stderr), args.join(" ")).toEqual([]);
  }
});

test("no control or invisible character is written for a line that is too long", async () => {
  const files = { [hostile]: new Uint8Array(65 * 2 ** 20).fill(32) };
  const { stderr } = await runCli(["match", "type:A", hostile, "--skip-bad"], { files });
  expect(stderr).toContain("longer than 64 MiB");
  expect(actsIn(stderr)).toEqual([]);
});

test.each(["p", "q", "r"])(
  "no control or invisible character is written from the values that --by %s counts, and --json keeps them",
  async (path) => {
    const entity = { p: hostile, q: { [hostile]: [hostile] }, r: `<U+001B> ${hostile}` };
    const world = { files: { e: JSON.stringify(entity) } };
    const table = await runCli(["match", "", "e", "--by", path], world);
    expect(actsIn(table.stdout)).toEqual([]);
    const { stdout } = await runCli(["match", "", "e", "--by", path, "--json"], world);
    expect(actsIn(stdout)).toEqual([]);
    expect(JSON.parse(stdout)).toEqual([
      { value: Object.entries(entity).find(([key]) => key === path)?.[1], count: 1 },
    ]);
  },
);

test("no control or invisible character is written from a bug, whose trace keeps its lines", async () => {
  let looks = 0;
  const { status, stderr } = await runCli(["check", "type:A"], {
    get tick() {
      if (looks++ === 0) return 0;
      throw Object.assign(new Error(hostile), { stack: `Error: ${hostile}\n    at ${hostile}` });
    },
  });
  expect(status).toBe(2);
  expect(stderr.split("\n")).toHaveLength(3);
  expect(actsIn(stderr)).toEqual([]);
});

test("format and check --fix write the query verbatim", async () => {
  const text = `sort:${hostile} type:A`;
  expect((await runCli(["format", text])).stdout).toBe(`${text}\n`);
  expect((await runCli(["check", "--fix", "sort:\u009b   Type:A"])).stdout).toContain("type:A");
});
