// Starts, watches and stops a server process.

import { type ChildProcess, type SpawnOptions, spawn } from "node:child_process";
import { once } from "node:events";
import { Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import type { Binaries } from "./binaries.ts";
import { cannotRun, codeOf } from "./failures.ts";
import type { Home } from "./home.ts";
import { type Address, argumentsFor } from "./settings.ts";

/** A server that this process started. */
export interface EmbeddedServer {
  /** Its last output. */
  readonly log: () => string;
  readonly hasEnded: () => boolean;
  /** Resolves when it has ended in any way. */
  readonly ended: Promise<void>;
  /** Shuts it down: connections are cut, no data is lost. */
  readonly stop: () => Promise<void>;
}

/** Lines of the log that are kept. */
const keptLines = 30;
/** Maximum time of a stop, which writes memory to the disk; after that the next start recovers the data. */
const stopMs = 60_000;

/** Starts a server; it may not be ready yet. */
export async function launch(binaries: Binaries, home: Home, address: Address): Promise<EmbeddedServer> {
  // In its own process group: Ctrl-C reaches only this process, which then stops the server.
  const options = { ...spawnOptions(home), cwd: home.folder, env: binaries.env };
  const child = await begin(binaries.postgres, argumentsFor(home, address), options);
  const log = tailOf(child);
  const ended = waitForExit(child);
  const watcher = watch(child, home);
  void ended.then(() => endGroup(watcher));
  const hasEnded = (): boolean => child.exitCode !== null || child.signalCode !== null;
  release(child);
  return { log, hasEnded, ended, stop: async () => await stop(child, ended) };
}

/** Stops a server whose starter has died. */
export function tellToStop(pid: number): void {
  try {
    process.kill(pid, "SIGINT");
  } catch (error) {
    if (codeOf(error) !== "ESRCH") throw error;
  }
}

async function begin(program: string, args: readonly string[], options: SpawnOptions): Promise<ChildProcess> {
  try {
    const child = spawn(program, args, { ...options, stdio: ["ignore", "ignore", "pipe"] });
    await once(child, "spawn");
    return child;
  } catch (error) {
    throw cannotRun("postgres", error);
  }
}

function spawnOptions({ account }: Home): SpawnOptions {
  return { detached: true, ...(account === undefined ? {} : { uid: account.uid, gid: account.gid }) };
}

function tailOf(child: ChildProcess): () => string {
  let text = "";
  child.stderr?.setEncoding("utf8").on("data", (chunk: string) => {
    text = `${text}${chunk}`
      .split("\n")
      .slice(-keptLines - 1)
      .join("\n");
  });
  return () => text.trim();
}

async function waitForExit(child: ChildProcess): Promise<void> {
  const closed = once(child, "close");
  await once(child, "exit");
  // The last lines may still be in the pipe, which processes of the server can hold open for longer.
  await Promise.race([closed, sleep(500, undefined, { ref: false })]);
}

/**
 * Stops the server when this process ends in any way, even if it is killed: then a pipe closes. Without a
 * shell, as in some containers and on Windows, the next start finds the server and stops it.
 */
function watch({ pid }: ChildProcess, home: Home): ChildProcess | undefined {
  if (process.platform === "win32") return undefined;
  const script = `cat >/dev/null; kill -INT ${String(pid)}`;
  const watcher = spawn("/bin/sh", ["-c", script], {
    ...spawnOptions(home),
    cwd: "/",
    stdio: ["pipe", "ignore", "ignore"],
  });
  watcher.on("error", () => undefined);
  watcher.stdin?.on("error", () => undefined);
  release(watcher);
  return watcher;
}

/** The server does not keep this process alive. */
function release(child: ChildProcess): void {
  child.unref();
  for (const stream of child.stdio) if (stream instanceof Socket) stream.unref();
}

async function stop(child: ChildProcess, ended: Promise<void>): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.ref();
  child.kill("SIGINT");
  const timer = setTimeout(() => child.kill("SIGQUIT"), stopMs);
  await ended;
  clearTimeout(timer);
}

/** The watcher must not outlive the server: its process ID may be reused. */
function endGroup(watcher: ChildProcess | undefined): void {
  if (watcher?.pid === undefined || watcher.exitCode !== null || watcher.signalCode !== null) return;
  try {
    process.kill(-watcher.pid, "SIGKILL");
  } catch {
    // It has just ended; systems report that with different codes.
  }
}
