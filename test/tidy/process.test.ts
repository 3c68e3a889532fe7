// Tests how the scripts run programs: CI must end, and say why, whatever a program leaves.

import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";
import { root, run } from "../../scripts/check/process.ts";

const node = process.execPath;
/** Code that starts a program which stays for a minute, and holds the output. */
const starts = (options: object): string =>
  `require("node:child_process").spawn(process.execPath, ["-e", "setTimeout(() => {}, 60_000)"], ${JSON.stringify({ stdio: "inherit", ...options })})`;

test("a program has ended although a process that it left holds its output", async () => {
  const begun = performance.now();
  const left = `const child = ${starts({ detached: true })}; child.unref(); console.log(child.pid); process.exitCode = 3`;
  const { status, output } = await run(node, ["-e", left]);
  process.kill(Number(output), "SIGKILL");
  expect(status).toBe(3);
  expect(performance.now() - begun).toBeLessThan(20_000);
});

test("a program that takes longer than its limit has failed, with what it wrote until then, and leaves nothing", async () => {
  const hangs = `const child = ${starts({})}; console.log(child.pid)`;
  const { status, output } = await run(node, ["-e", hangs], root, 2000);
  expect(status).toBe(1);
  await expect.poll(() => isAlive(Number(output))).toBe(false);
});

/** Whether a process runs: one that has ended may wait for somebody to ask how. */
function isAlive(pid: number): boolean {
  const { stdout } = spawnSync("ps", ["-o", "stat=", "-p", String(pid)], { encoding: "utf8" });
  return /^[^Z\s]/.test(stdout);
}
