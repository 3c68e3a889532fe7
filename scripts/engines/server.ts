// Starts a database server of its own in a temporary folder, and leaves nothing there.

import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { chownSync, globSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

/** A program of the server is not installed; the message says what to install. */
export class MissingProgram extends Error {}

/** A server that runs. */
export interface Server {
  /** Its folder, in which its socket is too. */
  readonly folder: string;
  /** Stops it and removes the folder. */
  readonly stop: () => Promise<void>;
}

/** How a server is made, in an existing, empty folder. */
export interface Recipe {
  /** The user to run as if the script is root, which no database server likes. */
  readonly user: string;
  /** The program that makes the files of the server. */
  readonly prepare: (folder: string) => Command;
  /** The server itself, staying in the foreground. */
  readonly serve: (folder: string) => Command;
  /** Fails as long as the server does not answer. */
  readonly knock: (folder: string) => Promise<void>;
  /** The signal that asks it to stop at once, in order. */
  readonly signal: "SIGINT" | "SIGTERM";
}

/** A program with its arguments. */
export type Command = readonly [program: string, ...args: readonly string[]];

const patience = 60_000;

/** The first of the folders' programs with this name. The folders are glob patterns; of several versions in one the newest counts. */
export function findProgram(name: string, folders: readonly string[], install: string): string {
  const [found] = folders.flatMap((folder) =>
    globSync(join(folder, name)).toSorted((a, b) => b.localeCompare(a, "en", { numeric: true })),
  );
  if (found === undefined) throw new MissingProgram(`there is no ${name}; install it: ${install}`);
  return found;
}

/** Starts a server and waits until it answers. However the script ends, nothing of it stays. */
export async function startServer({ user, prepare, serve, knock, signal }: Recipe): Promise<Server> {
  const folder = mkdtempSync(join(tmpdir(), "engines-"));
  const identity = process.getuid?.() === 0 ? identityOf(user) : undefined;
  if (identity !== undefined) chownSync(folder, identity.uid, identity.gid);
  let child: ChildProcess | undefined;
  const clean = (): void => {
    child?.kill("SIGKILL");
    rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  };
  process.on("exit", clean);
  const stop = async (): Promise<void> => {
    if (child?.exitCode === null && child.kill(signal))
      await Promise.race([once(child, "exit"), sleep(patience, undefined, { ref: false })]);
    clean();
    process.off("exit", clean);
  };
  try {
    const options = { cwd: folder, ...identity };
    const [maker, ...given] = prepare(folder);
    execFileSync(maker, given, { ...options, stdio: "pipe" });
    const [program, ...args] = serve(folder);
    child = spawn(program, args, { ...options, stdio: ["ignore", "ignore", "pipe"] });
    await untilReady(child, () => knock(folder));
    return { folder, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

function identityOf(user: string): { readonly uid: number; readonly gid: number } {
  const number = (flag: string): number => Number(execFileSync("id", [flag, user], { encoding: "utf8" }));
  return { uid: number("-u"), gid: number("-g") };
}

async function untilReady(child: ChildProcess, knock: () => Promise<void>): Promise<void> {
  const said: Buffer[] = [];
  child.stderr?.on("data", (chunk: Buffer) => said.push(chunk));
  const start = performance.now();
  for (;;) {
    try {
      return await knock();
    } catch (error) {
      if (child.exitCode !== null || performance.now() - start > patience)
        throw new Error(`the server did not start\n${Buffer.concat(said).toString()}`, { cause: error });
    }
    await sleep(100);
  }
}
