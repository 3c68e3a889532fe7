// What the command line writes: nothing in it makes a terminal do something, or hides a part of it.

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

test("JSON that is written says what it said", async () => {
  const { stdout } = await runCli(["compile", "--json", `type:A ${hostile}`], { files });
  expect(JSON.parse(stdout)).toMatchObject({ ok: true, scope_warnings: [hostile] });
});

test.each([
  ["a file", ["match", "type:A", hostile]],
  ["a catalog", ["check", "type:A", "--catalog", `${hostile}x`]],
  ["a flag", ["check", `--${hostile}`]],
  ["a command", [hostile]],
  ["an instant", ["check", "type:A", "--now", hostile]],
])("nor of the name of %s", async (_, args) => {
  const { stdout, stderr } = await runCli(args, { files });
  expect(actsIn(stdout + stderr)).toEqual([]);
});

test("nor of slices and catalogs", async () => {
  const { stdout, stderr } = await runCli(["check", "slices.json"], { files });
  expect(actsIn(stdout + stderr)).toEqual([]);
  const explained = await runCli(["explain", "shape:an", "--catalog", "catalog.json"], { files });
  expect(actsIn(explained.stdout + explained.stderr)).toEqual([]);
});

test("format and check --fix write the query as it is, for a program to read", async () => {
  const text = `sort:${hostile} type:A`;
  expect((await runCli(["format", text])).stdout).toBe(`${text}\n`);
  expect((await runCli(["check", "--fix", "sort:\u009b   Type:A"])).stdout).toContain("type:A");
});
