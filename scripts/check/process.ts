// Runs a program for the scripts, and says shortly how a check went.

import { type ChildProcess, spawn } from "node:child_process";
import { fileURLToPath } from "node:url";

/** The folder of the project, without a slash at its end. */
export const root: string = fileURLToPath(new URL("../..", import.meta.url)).replace(/[/\\]$/, "");

/** What a finished program left: its exit status and everything it wrote, both streams in the order of arrival. */
export interface Finished {
  readonly status: number;
  readonly output: string;
}

/** How long output may arrive after the end of its program, in milliseconds: what it wrote is in the pipe already. */
const drainMs = 1000;

/**
 * Ends a program that was started detached, and all that it has started: after so many milliseconds, or with this process. A test that loops could not
 * end itself, and npm would end without it.
 */
export function endAfter(child: ChildProcess, mostMs: number): void {
  const end = (): void => {
    if (child.pid !== undefined) process.kill(-child.pid, "SIGKILL");
  };
  const exit = (): void => process.exit(1);
  const timer = setTimeout(end, mostMs);
  process.on("exit", end).on("SIGINT", exit).on("SIGTERM", exit);
  child.once("exit", () => {
    clearTimeout(timer);
    process.off("exit", end).off("SIGINT", exit).off("SIGTERM", exit);
  });
}

/** Runs a program to its end, with no input and no colours; one that takes longer than so many milliseconds is ended, with all that it has started. */
export async function run(
  command: string,
  args: readonly string[],
  cwd: string = root,
  mostMs?: number,
): Promise<Finished> {
  return await new Promise((resolve, reject) => {
    const env = { ...process.env, NO_COLOR: "1", FORCE_COLOR: undefined };
    const detached = mostMs !== undefined;
    const child = spawn(command, args, { cwd, env, stdio: ["ignore", "pipe", "pipe"], detached });
    if (mostMs !== undefined) endAfter(child, mostMs);
    const { stdout, stderr } = child;
    const chunks: Buffer[] = [];
    for (const stream of [stdout, stderr]) stream.on("data", (chunk: Buffer) => chunks.push(chunk));
    child.on("error", reject);
    child.on("exit", () => {
      // A process that it has left may keep the pipes open for ever, and `close` would never come.
      setTimeout(() => {
        stdout.destroy();
        stderr.destroy();
      }, drainMs).unref();
    });
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
