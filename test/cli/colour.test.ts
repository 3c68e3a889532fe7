// Tests when the output has colours, and what is coloured.

import { stripVTControlCharacters } from "node:util";
import { expect, test } from "vitest";
import { hasColours } from "../../src/cli/output/colour.ts";
import { runCli, type World } from "./support.ts";

const terminal: World = { terminals: ["stdout", "stderr"] };

test.each<readonly [choice: string | undefined, env: World["env"], isTTY: boolean, expected: boolean]>([
  [undefined, {}, true, true],
  [undefined, {}, false, false],
  ["auto", {}, true, true],
  ["auto", {}, false, false],
  ["always", { NO_COLOR: "1", TERM: "dumb" }, false, true],
  ["never", { FORCE_COLOR: "1" }, true, false],
  [undefined, { NO_COLOR: "1" }, true, false],
  [undefined, { NO_COLOR: "0" }, true, false],
  [undefined, { NO_COLOR: "" }, true, true],
  [undefined, { FORCE_COLOR: "1" }, false, true],
  [undefined, { FORCE_COLOR: "" }, false, true],
  [undefined, { FORCE_COLOR: "0" }, true, false],
  [undefined, { FORCE_COLOR: "false" }, true, false],
  [undefined, { FORCE_COLOR: "1", NO_COLOR: "1" }, true, false],
  [undefined, { TERM: "dumb" }, true, false],
  [undefined, { TERM: "xterm-256color" }, true, true],
])("--color %s with %j on a terminal: %s", (choice, env, isTTY, expected) => {
  expect(hasColours(choice, env ?? {}, isTTY)).toBe(expected);
});

const query = 'Type:Person type:A type:A tpye:A sort:a "^^"';

test("colours change nothing but the colour", async () => {
  const plain = await runCli(["check", query]);
  const coloured = await runCli(["check", query], terminal);
  expect(coloured.stdout).not.toBe(plain.stdout);
  expect(stripVTControlCharacters(coloured.stdout)).toBe(plain.stdout);
  // Each stream by itself: what goes into a file has no colours.
  expect(await runCli(["check", query], { terminals: ["stderr"] })).toEqual(plain);
  expect(await runCli(["check", query, "--color=always"])).toEqual(coloured);
  expect(await runCli(["check", query, "--color", "never"], terminal)).toEqual(plain);
  expect(await runCli(["check", query], { ...terminal, env: { NO_COLOR: "1" } })).toEqual(plain);
});

test("the severity, its carets and the count have the same colour", async () => {
  const { stdout } = await runCli(["check", "Type:A"], terminal);
  expect(stdout).toContain("\u001b[1;31merror[qualifier-case]\u001b[0m");
  expect(stdout).toContain("\u001b[1;31m^^^^\u001b[0m\n");
  expect(stdout).toContain("\n\u001b[1;31m1 error\u001b[0m\n");
  const warning = await runCli(["check", "type:B tpye:A"], terminal);
  expect(warning.stdout).toContain("\u001b[1;33mwarning[unknown-qualifier]\u001b[0m");
  expect(warning.stdout).toContain("\n\u001b[1;33m1 warning\u001b[0m\n");
  expect((await runCli(["check", "type:B"], terminal)).stdout).toBe("\u001b[32mno problems\u001b[0m\n");
});

test("only the carets are coloured, not carets of the query", async () => {
  const { stdout } = await runCli(["check", 'type:B "^^'], terminal);
  expect(stdout.split("\u001b[1;31m^")).toHaveLength(2);
});

test("standard output has no colours: it is for programs", async () => {
  for (const args of [
    ["tokens"],
    ["compile"],
    ["explain"],
    ["format"],
    ["sql", "--dialect", "sqlite"],
    ["check", "--fix"],
    ["check", "--json"],
  ]) {
    const { stdout } = await runCli([...args, "type:A", "--color", "always"], { terminals: ["stdout"] });
    expect(stdout).not.toContain("\u001b");
    expect(stdout).not.toBe("");
  }
});
