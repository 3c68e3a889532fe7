// Checks the unit of systemd: what it says about the program, and how far it is locked in, by systemd's own tool where that is installed.

import { execFileSync, spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { mistakeIn, readDeployed, secondsOf } from "../support/deploy.ts";

const path = fileURLToPath(new URL("../../deploy/slice-service.service", import.meta.url));
const rows = readDeployed("slice-service.service")
  .split("\n")
  .flatMap((line) => {
    const { name, value } = /^(?<name>[A-Z]\w*)=(?<value>.*)$/.exec(line)?.groups ?? {};
    return name === undefined ? [] : [{ name, value: value ?? "" }];
  });

function valueOf(name: string): string {
  const found = rows.filter((row) => row.name === name);
  if (found.length !== 1) throw new Error(`${name} is there ${String(found.length)} times`);
  return found[0]?.value ?? "";
}

test("it starts the program with a command, flags and settings that there are", () => {
  const [node, program, ...args] = valueOf("ExecStart").split(" ");
  expect(node).toMatch(/\/node$/);
  expect(program).toMatch(/\/node_modules\/slice-service\/bin\/slice-service\.js$/);
  const variables = rows.filter(({ name }) => name === "Environment").map(({ value }) => value.split("="));
  const env = Object.fromEntries(variables.filter(([name]) => name?.startsWith("NODE_") !== true));
  expect(mistakeIn(args, env)).toBeUndefined();
});

test("it has more time to stop than the program takes", () => {
  expect(secondsOf(valueOf("TimeoutStopSec"))).toBeGreaterThan(10 + 5);
});

test("it is not started again for a wrong flag or setting", () => {
  expect(valueOf("RestartPreventExitStatus")).toBe("2");
});

const hasTool = spawnSync("systemd-analyze", ["--version"]).status === 0;

test.skipIf(!hasTool)("systemd takes it, and rates its exposure as low", () => {
  const said = execFileSync("systemd-analyze", ["security", "--offline=yes", "--threshold=15", path], {
    encoding: "utf8",
  });
  expect(Number(/exposure level for \S+ (\d+\.\d)/.exec(said)?.[1])).toBeLessThanOrEqual(1.5);
});
