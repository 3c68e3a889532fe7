// Runs the benchmark with few entities: every section works, and no data is left in the database.

import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import { sections } from "../../bench/page.ts";
import type { Results } from "../../bench/results.ts";

const program = fileURLToPath(new URL("../../bench/run.ts", import.meta.url));

/** Starts a run whose temporary folders are all in one. */
function startRun() {
  const folder = mkdtempSync(join(tmpdir(), "slice-bench-test-"));
  // PostgreSQL has to get into it, also as another account.
  chmodSync(folder, 0o755);
  const child = spawn(process.execPath, [program, "--entities", "2000"], {
    env: { ...process.env, TMPDIR: folder },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const ended = statusOf(child);
  onTestFinished(async () => {
    // As Ctrl-C: what it has started ends, too, unless it hangs.
    child.kill("SIGINT");
    const timer = setTimeout(() => child.kill("SIGKILL"), 30_000);
    await ended;
    clearTimeout(timer);
    rmSync(folder, { recursive: true, force: true });
  });
  return { child, folder, ended };
}

async function statusOf(child: ChildProcess): Promise<unknown> {
  const [status]: readonly unknown[] = await once(child, "close");
  return status;
}

test("a run yields a figure for every goal, and leaves no data", async () => {
  const { child, folder, ended } = startRun();
  const [stdout, stderr, status] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
  expect(status, stderr).toBe(0);
  const results: Results = JSON.parse(stdout);
  // The labelled sets are not in the repository.
  const measurable = sections.filter(({ id }) => id !== "quality");
  expect(Object.keys(results.sections)).toEqual(measurable.map(({ id }) => id));
  for (const { goals } of Object.values(results.sections)) {
    expect(goals.length).toBeGreaterThan(0);
    for (const { figure } of goals) expect(figure).toBeGreaterThan(0);
  }
  expect(readdirSync(folder)).toEqual([]);
}, 400_000);

test("Ctrl-C ends a run, and leaves no data", async () => {
  const { child, folder, ended } = startRun();
  await once(child.stderr, "data");
  expect(readdirSync(folder)).not.toEqual([]);
  child.kill("SIGINT");
  expect(await ended).toBe(130);
  expect(readdirSync(folder)).toEqual([]);
}, 120_000);
