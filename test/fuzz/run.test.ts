// The command: what it prints, how it ends, and that it gets out of what hangs.

import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { expect, test } from "vitest";
import { isCounted } from "../../scripts/fuzz/coverage.ts";
import { readOptions } from "../../scripts/fuzz/options.ts";
import { root } from "../tidy/sources.ts";

function node(args: readonly string[]): {
  readonly status: number | null;
  readonly stdout: string;
  readonly signal: string | null;
} {
  const { NODE_V8_COVERAGE: _, ...env } = process.env;
  return spawnSync(process.execPath, args, { cwd: root, encoding: "utf8", env });
}

const program = join(root, "scripts/fuzz/run.ts");

test("it searches by the code that runs, and says how much it tried", () => {
  const { status, stdout } = node([program, "--minutes", "0.05", "--target", "parse"]);
  expect(stdout).toMatch(/^target +inputs +a second +kept +finds +promise$/mu);
  expect(stdout).toMatch(/^parse +[\d ]+ 0 {2}total/mu);
  expect(stdout).toMatch(/characters of src ran in all/u);
  expect(status).toBe(0);
});

test("a target that had no turn is told, and is no success", () => {
  const { status, stdout } = node([program, "--minutes", "1e-9", "--target", "parse", "--target", "compile"]);
  expect(stdout).toMatch(/^Not tried: .*\bcompile\b/mu);
  expect(stdout).not.toContain("NaN");
  expect(status).toBe(1);
});

test("code of src counts, and no other, wherever the project is", () => {
  const home = "https://a.example/src/slice-cql/";
  expect(isCounted(`${home}src/syntax/parse.ts`, home)).toBe(true);
  expect(isCounted(`${home}scripts/fuzz/campaign.ts`, home)).toBe(false);
  expect(isCounted(`${home}node_modules/chevrotain/src/api.js`, home)).toBe(false);
  expect(isCounted(new URL("../../src/index.ts", import.meta.url).href)).toBe(true);
});

test("it repeats one input, and refuses targets that are none", () => {
  expect(node([program, "--target", "compile", "--replay", '{"text":"type:a","world":3}'])).toMatchObject({
    status: 0,
    stdout: "compile: nothing is broken\n",
  });
  expect(node([program, "--target", "nothing"]).status).toBe(2);
});

test("an input that hangs is told, and the search ends", () => {
  const hanging = `
    import { startWatchdog } from ${JSON.stringify(join(root, "scripts/fuzz/watchdog.ts"))};
    startWatchdog(1000).watch("parse", '{"text":"a"}');
    const start = Date.now();
    while (Date.now() - start < 20_000);
  `;
  const { stdout, signal } = node(["--input-type=module", "--eval", hanging]);
  expect(stdout).toContain("FOUND in parse: it takes longer than 1 s");
  expect(stdout).toContain(`--target parse --replay '{"text":"a"}'`);
  expect(signal).toBe("SIGKILL");
});

test.each([
  [["--minutes", "0"], "--minutes must be a number above 0"],
  [["--inputs", "x"], "--inputs"],
  [["--inputs", "0"], "--inputs must be a number above 0"],
])("flags that are wrong are named: %j", (args, message) => {
  expect(() => readOptions(args)).toThrow(message);
});
