// Tests the help: every text, that it fits a terminal, and that its examples work as they are printed.

import { expect, test } from "vitest";
import manifest from "../../package.json" with { type: "json" };
import { hasFlag } from "../../src/cli/command.ts";
import { flags } from "../../src/cli/flags.ts";
import { commands } from "../../src/cli/run.ts";
import { runCli } from "./support.ts";

const names = commands.map(({ name }) => name);

test("the program has exactly these commands", () => {
  expect(names).toEqual([
    "check",
    "compare",
    "compile",
    "explain",
    "format",
    "lsp",
    "match",
    "sql",
    "tokens",
  ]);
});

test("--version prints the version", async () => {
  const expected = { status: 0, stdout: `${manifest.version}\n`, stderr: "", written: {} };
  expect(await runCli(["--version"])).toEqual(expected);
  expect(await runCli(["check", "--version"])).toEqual(expected);
});

test("the help of the program is as recorded", async () => {
  const { status, stdout, stderr } = await runCli(["--help"]);
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  await expect(stdout).toMatchFileSnapshot("help/slice-cql.txt");
});

test.each(names)("the help of %s is as recorded", async (name) => {
  const { status, stdout, stderr } = await runCli([name, "--help"]);
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  await expect(stdout).toMatchFileSnapshot(`help/${name}.txt`);
});

test("help can be requested in other ways", async () => {
  const program = await runCli(["--help"]);
  expect(await runCli(["-h"])).toEqual(program);
  expect(await runCli(["help"])).toEqual(program);
  const command = await runCli(["check", "--help"]);
  expect(await runCli(["check", "-h"])).toEqual(command);
  expect(await runCli(["help", "check"])).toEqual(command);
  expect(await runCli(["check", "type:A", "--fix", "--help"])).toEqual(command);
});

test.each([[], ...names.map((name) => [name])])("the help of %s fits a terminal", async (...args) => {
  const { stdout } = await runCli([...args, "--help"]);
  const lines = stdout.split("\n");
  expect(lines.filter((line) => line.length > 105)).toEqual([]);
  expect(lines.filter((line) => line !== line.trimEnd())).toEqual([]);
});

test("every flag is in the help of the commands that have it, and in no other", async () => {
  for (const command of commands) {
    const { stdout } = await runCli([command.name, "--help"]);
    const [, listed = ""] = stdout.split("\nFlags:\n");
    const shown = flags.filter(({ name }) => listed.split("\nExamples:")[0]?.includes(`--${name} `));
    const having = flags.filter((flag) => hasFlag(command, flag));
    expect(shown).toEqual(having);
  }
});

const catalog = '{"shapes": [{"id": "1", "name": "Sales CRM"}], "sources": [{"id": "2", "name": "gmail"}]}';
const files = {
  "people.cql": 'type:"Person"\n',
  "people.slice-cql": '# People\ntype:"Person"\n\nshape:"Sales CRM" source:gmail\n',
  "catalog.json": catalog,
  "slices.json": '[{"name": "People", "cql": "type:Person"}, {"name": "New", "filter": {"after": ["7d"]}}]',
  "entities.ndjson": '{"type":"Person","shape_id":"1","created_at":"2026-11-01T00:00:00.000Z"}\n',
};
const examples = commands.flatMap(({ name, examples: rows }) => rows.map(({ line }) => `${name} ${line}`));

test.each(examples)("the example works: slice-cql %s", async (line) => {
  const [words = "", input] = line.split(" < ");
  const stdin = input === "entities.ndjson" ? files[input] : "";
  const { status, stdout, stderr, written } = await runCli(wordsOf(words), { files, stdin });
  const wrong = line.startsWith("check 'Type:Person") && !line.includes("--fix");
  expect({ line, status, stderr }).toEqual({ line, status: wrong ? 1 : 0, stderr });
  expect(stdout + stderr + Object.values(written).join("")).not.toBe("");
});

test("the example of slice bodies in the help of check is valid", async () => {
  const { stdout } = await runCli(["check", "--help"]);
  const example = stdout.split("\n").find((line) => line.startsWith("  [{"));
  const outcome = await runCli(["check", "s.json"], { files: { "s.json": example ?? "" } });
  expect(outcome).toMatchObject({ status: 0, stdout: "no problems in 2 slices\n" });
});

test("the example of a catalog in the help of the program is valid", async () => {
  const { stdout } = await runCli(["--help"]);
  const example = /^ {2}\{ "shapes"[^]*?\]\s\}$/m.exec(stdout)?.[0] ?? "";
  const args = ["compile", 'type:Person shape:"Sales CRM" source:gmail', "--catalog", "c.json"];
  expect(await runCli(args, { files: { "c.json": example } })).toMatchObject({ status: 0, stderr: "" });
});

/** The words of a command line as a shell makes them; single quotes are all that the examples use. */
function wordsOf(line: string): readonly string[] {
  return [...line.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, bare]) => quoted ?? bare ?? "");
}
