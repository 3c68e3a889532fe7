// Runs a program for the scripts, and says shortly how a check went.

import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";

/** The folder of the project, without a slash at its end. */
export const root: string = fileURLToPath(new URL("../..", import.meta.url)).replace(/[/\\]$/, "");

/** What a finished program left: its exit status and everything it wrote, both streams in the order of arrival. */
export interface Finished {
  readonly status: number;
  readonly output: string;
}

/** Runs a program to its end, with no input and no colours. */
export async function run(command: string, args: readonly string[], cwd: string = root): Promise<Finished> {
  return await new Promise((resolve, reject) => {
    const env = { ...process.env, NO_COLOR: "1", FORCE_COLOR: undefined };
    const child = spawn(command, args, { cwd, env, stdio: ["ignore", "pipe", "pipe"] });
    const chunks: Buffer[] = [];
    child.stdout.on("data", (chunk: Buffer) => chunks.push(chunk));
    child.stderr.on("data", (chunk: Buffer) => chunks.push(chunk));
    child.on("error", reject);
    child.on("close", (status) => resolve({ status: status ?? 1, output: Buffer.concat(chunks).toString() }));
  });
}

/** Runs a program that must succeed, and returns its output. */
export async function mustRun(command: string, args: readonly string[], cwd: string = root): Promise<string> {
  const { status, output } = await run(command, args, cwd);
  if (status !== 0) fail(`${[command, ...args].join(" ")} failed with status ${String(status)}\n${output}`);
  return output;
}

/** Ends the script as failed, with a message that says what to do. */
export function fail(message: string): never {
  console.error(message);
  process.exit(1);
}
