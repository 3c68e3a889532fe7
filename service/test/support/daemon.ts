// A server of the system's packages in a temporary folder of its own.

import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { chownSync, globSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

/** A folder of a user that servers can run as: root is refused by most. */
export interface Home {
  readonly folder: string;
  /** Runs a program to its end. */
  readonly run: (program: string, ...args: readonly string[]) => void;
  /** Starts a program, which stays in the foreground. */
  readonly start: (program: string, ...args: readonly string[]) => ChildProcess;
  /** Removes the folder; what was started must have ended. */
  readonly remove: () => void;
}

/** Creates a folder. It belongs to `postgres` if this process is root's. */
export function createHome(): Home {
  const folder = mkdtempSync(join(tmpdir(), "slice-home-"));
  const identity = process.getuid?.() === 0 ? { uid: idOf("-u"), gid: idOf("-g") } : undefined;
  if (identity !== undefined) chownSync(folder, identity.uid, identity.gid);
  const options = { cwd: folder, ...identity };
  return {
    folder,
    run: (program, ...args) => void execFileSync(program, args, { ...options, stdio: "pipe" }),
    start: (program, ...args) => spawn(program, args, { ...options, stdio: "ignore" }),
    remove: () => rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }),
  };
}

function idOf(flag: string): number {
  return Number(execFileSync("id", [flag, "postgres"], { encoding: "utf8" }));
}

/** A program of Debian's PostgreSQL, of the newest version. */
export function postgresProgram(name: string): string {
  const found = globSync(`/usr/lib/postgresql/*/bin/${name}`).toSorted((a, b) =>
    b.localeCompare(a, "en", { numeric: true }),
  );
  if (found[0] === undefined) throw new Error(`There is no ${name}; install postgresql.`);
  return found[0];
}

/** Creates the files of a cluster that anyone on this machine may use. */
export function initialize({ run }: Home, folder: string): void {
  const auth = ["-U", "postgres", "--auth=trust"];
  run(postgresProgram("initdb"), "-D", folder, ...auth, "--no-sync", "--encoding=UTF8", "--locale=C");
}

/** Ends a server at once, and waits until it has ended. */
export async function endNow(child: ChildProcess | undefined): Promise<void> {
  if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
  child.kill("SIGQUIT");
  await once(child, "exit");
}

const patienceMs = 30_000;

/** Waits until something is true; an error counts as not yet. */
export async function until(isDone: () => Promise<boolean>): Promise<void> {
  const end = performance.now() + patienceMs;
  for (;;) {
    const done = await isDone().catch((error: unknown) => {
      if (performance.now() > end) throw error;
      return false;
    });
    if (done) return;
    if (performance.now() > end) throw new Error("The server is not ready.");
    await sleep(20);
  }
}
