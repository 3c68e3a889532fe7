// Servers and workers in processes of their own, whose log a test reads.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { onTestFinished } from "vitest";

const program = fileURLToPath(new URL("../../src/main.ts", import.meta.url));

/** A process, until the test ends. */
export interface Logged {
  /** The lines of its log so far. */
  readonly lines: readonly any[];
  /** What it has written to standard output. */
  readonly output: () => string;
  /** Stops it, and says how many milliseconds that took. */
  readonly stop: () => Promise<number>;
}

/** Starts the program with a log. */
export function startLogged(args: readonly string[], env: NodeJS.ProcessEnv): Logged {
  const child = spawn(process.execPath, [program, ...args], {
    env: { ...process.env, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const lines: any[] = [];
  let rest = "";
  let output = "";
  child.stdout.on("data", (chunk) => (output += chunk));
  child.stderr.on("data", (chunk) => {
    const [last = "", ...whole] = `${rest}${chunk}`.split("\n").toReversed();
    rest = last;
    lines.push(...whole.toReversed().map((line) => JSON.parse(line)));
  });
  const gone = once(child, "exit");
  const stop = async (): Promise<number> => {
    const from = performance.now();
    child.kill("SIGTERM");
    await gone;
    return performance.now() - from;
  };
  onTestFinished(async () => void (await stop()));
  return { lines, output: () => output, stop };
}
