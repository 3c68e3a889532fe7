// Databases of folders that last as long as a test, in this process or in one of their own.

import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { Client, type QueryResultRow } from "pg";
import { afterAll, onTestFinished } from "vitest";
import { type EmbeddedDatabase, startEmbedded } from "../../src/database/embedded/start.ts";

const program = fileURLToPath(new URL("embedded.child.ts", import.meta.url));

/** What a process of its own says: one of these a line. */
export interface Said {
  readonly isStartedHere?: boolean;
  readonly connection?: EmbeddedDatabase["connection"];
  readonly kept?: number;
  readonly stopping?: boolean;
  readonly error?: string;
}

/** A process that has started or joined a database, or has failed to. */
export interface Other {
  readonly child: ChildProcess;
  readonly said: readonly Said[];
  readonly ended: Promise<void>;
}

/** An empty folder that is removed after the test, when no server uses it any more. */
export function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "slice-embedded-"));
  onTestFinished(async () => {
    await serverIsGone(folder);
    rmSync(folder, { recursive: true, force: true });
  }, 20_000);
  return folder;
}

/** Makes folders with a database that is stopped, for the tests of one file; each is removed after its test. To make one takes longer than to copy it. */
export function databaseFolders(): () => Promise<string> {
  let template: Promise<string> | undefined;
  afterAll(async () => {
    if (template !== undefined) rmSync(await template, { recursive: true, force: true });
  });
  return async () => {
    const folder = newFolder();
    template ??= makeTemplate();
    execFileSync("cp", ["-a", `${await template}/.`, folder]);
    return folder;
  };
}

async function makeTemplate(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), "slice-embedded-template-"));
  const database = await startEmbedded(folder);
  await database.stop();
  return folder;
}

/** Starts or joins in this process, and stops after the test. */
export async function start(folder: string): Promise<EmbeddedDatabase> {
  const database = await startEmbedded(folder);
  onTestFinished(database.stop, 20_000);
  return database;
}

/** Starts or joins in a process of its own, which is killed after the test. */
export async function startOther(folder: string, task = "", ids: { uid?: number } = {}): Promise<Other> {
  const child = spawn(process.execPath, [program, folder, task], {
    stdio: "pipe",
    ...ids,
  });
  child.stderr.on("data", (chunk: Buffer) => process.stderr.write(chunk));
  onTestFinished(() => void child.kill("SIGKILL"));
  const said: Said[] = [];
  createInterface({ input: child.stdout }).on("line", (line) => said.push(JSON.parse(line)));
  const ended = new Promise<void>((resolve) => child.once("close", () => resolve()));
  let hasEnded = false;
  void ended.then(() => (hasEnded = true));
  await until(() => said.length > 0 || hasEnded);
  return { child, said, ended };
}

/** Asks a database one thing. */
export async function query(
  connection: EmbeddedDatabase["connection"] | undefined,
  statement: string,
): Promise<readonly QueryResultRow[]> {
  if (connection === undefined) throw new Error("There is no database.");
  const client = new Client(connection);
  await client.connect();
  try {
    return (await client.query(statement)).rows;
  } finally {
    await client.end();
  }
}

/** The number of the server's process; undefined if there is none. */
export function serverOf(folder: string): number | undefined {
  const path = join(folder, "cluster", "postmaster.pid");
  if (!existsSync(path)) return undefined;
  const pid = Number(readFileSync(path, "utf8").split("\n")[0]);
  return isThere(pid) ? pid : undefined;
}

/** Kills the server of a folder, as the system does when memory runs out. */
export function killServer(folder: string): void {
  const pid = serverOf(folder);
  if (pid === undefined) throw new Error("There is no server.");
  process.kill(pid, "SIGKILL");
}

/** Waits. The time limit of the test ends it. */
export async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await sleep(10);
}

/** A server that does not end by itself, which is a failure of the test, must not outlive it all the same. */
async function serverIsGone(folder: string): Promise<void> {
  const limit = performance.now() + 5000;
  for (let pid = serverOf(folder); pid !== undefined; pid = serverOf(folder)) {
    if (performance.now() > limit) process.kill(pid, "SIGKILL");
    await sleep(50);
  }
}

function isThere(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
