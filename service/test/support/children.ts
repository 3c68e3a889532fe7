// Servers and workers in processes of their own, on one database.

import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { onTestFinished } from "vitest";
import { contractAt } from "./contract.ts";

const program = fileURLToPath(new URL("../../src/main.ts", import.meta.url));

/** A process that can be killed. */
interface Killable {
  /** Ends it as a loss of power does, and waits until it has ended. */
  readonly kill: () => Promise<void>;
  readonly signal: (name: NodeJS.Signals) => void;
  readonly pid: number;
  /** Its status, once it has ended. */
  readonly ended: Promise<number | null>;
}

/** A server that can be killed. */
export interface Child extends Killable {
  readonly url: string;
}

/** A worker that can be killed. */
export interface WorkerChild extends Killable {
  readonly id: string;
}

const alive = new Set<ChildProcess>();
// Those that a test which took too long has started after its end.
process.once("exit", () => {
  for (const child of alive) child.kill("SIGKILL");
});

/** Starts a server, and waits until it answers. */
export async function startChild(
  databaseUrl: string,
  args: readonly string[] = [],
  env: NodeJS.ProcessEnv = {},
): Promise<Child> {
  const { child, ...one } = start(databaseUrl, ["serve", "--port", "0", ...args], env);
  const { url } = await firstLineOf(child);
  if (url === undefined) throw new Error("The server does not say where it is.");
  // What answers have to be like is read before anything is killed.
  await contractAt(url);
  return { ...one, url };
}

/** Starts a worker, and waits until it is registered. */
export async function startWorkerChild(
  databaseUrl: string,
  env: NodeJS.ProcessEnv = {},
): Promise<WorkerChild> {
  const { child, ...one } = start(databaseUrl, ["worker"], env);
  const { worker: id } = await firstLineOf(child);
  if (id === undefined) throw new Error("The worker does not say who it is.");
  return { ...one, id };
}

function start(databaseUrl: string, args: readonly string[], env: NodeJS.ProcessEnv) {
  const child = spawn(process.execPath, [program, ...args, "--log-level", "silent"], {
    env: { ...process.env, DATABASE_URL: databaseUrl, RATE_LIMIT_PER_MINUTE: "1000000", ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  // Not inherited: a process that outlived the tests would keep their output open, and what reads that would wait for it.
  child.stderr.on("data", (chunk: Buffer) => process.stderr.write(chunk));
  alive.add(child);
  child.once("exit", () => alive.delete(child));
  const ended = once(child, "exit").then(([status]: (number | null)[]) => status ?? null);
  const kill = async (): Promise<void> => {
    child.kill("SIGKILL");
    await ended;
  };
  return { child, pid: child.pid ?? 0, ended, kill, signal: (name: NodeJS.Signals) => void child.kill(name) };
}

/** The processes that a process has started, such as that in which a worker runs its loops. */
export function childrenOf(parent: number): readonly number[] {
  const rows = execFileSync("ps", ["-eo", "pid=,ppid=,comm="], { encoding: "utf8" }).split("\n");
  return rows.flatMap((row) => {
    const [pid, ppid, name] = row.trim().split(/\s+/);
    return Number(ppid) === parent && name !== "ps" ? [Number(pid)] : [];
  });
}

/** Stops processes where they are, until the function that is returned is called, or the test ends: a frozen one cannot, and keeps pipes open. */
export function freeze(pids: readonly number[]): () => void {
  const thaw = (): void => pids.forEach(resume);
  onTestFinished(thaw);
  for (const pid of pids) process.kill(pid, "SIGSTOP");
  return thaw;
}

/** Lets a process go on, unless it has ended. */
function resume(pid: number): void {
  try {
    process.kill(pid, "SIGCONT");
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "ESRCH")) throw error;
  }
}

/** What a process says when it is ready. */
interface Ready {
  readonly url?: string;
  readonly worker?: string;
}

async function firstLineOf(child: ChildProcess): Promise<Ready> {
  return await Promise.race([readyOf(child), once(child, "exit").then(refuse)]);
}

async function readyOf({ stdout }: ChildProcess): Promise<Ready> {
  if (stdout === null) throw new Error("The output is not piped.");
  for await (const line of createInterface({ input: stdout })) return JSON.parse(line);
  throw new Error("The process ended before it was ready.");
}

function refuse(): never {
  throw new Error("The process ended before it was ready.");
}
