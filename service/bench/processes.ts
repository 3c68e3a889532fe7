// Processes of a run: servers, commands, and what they take.

import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { fileURLToPath } from "node:url";
import { atEnd } from "./postgres.ts";

const program = fileURLToPath(new URL("../src/main.ts", import.meta.url));

/** A server that answers. */
export interface Server {
  readonly url: string;
  readonly pid: number;
  readonly stop: () => Promise<void>;
}

/** Starts the service, as people start it but for the limit of requests, and waits until it is ready. The log goes nowhere. */
export async function serve(
  flags: readonly string[],
  env: NodeJS.ProcessEnv = {},
  command = "serve",
): Promise<Server> {
  const child = spawn(process.execPath, [program, command, "--port", "0", ...flags], {
    env: { ...process.env, RATE_LIMIT_PER_MINUTE: "1000000", ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const lastWords = listenTo(child);
  const stop = async (): Promise<void> => await end(child);
  atEnd(stop);
  for await (const line of createInterface({ input: child.stdout })) {
    const url = /http:\/\/[\d.:]+/.exec(line)?.[0];
    if (url !== undefined) return { url, pid: child.pid ?? 0, stop };
  }
  throw new Error(`The server ended before it was ready: ${lastWords()}`);
}

/** Reads what a process writes to its log, and returns what gives the end of it: the reason, if it did not start. */
function listenTo({ stderr }: { readonly stderr: Readable }): () => string {
  let end = "";
  stderr.setEncoding("utf8").on("data", (text: string) => (end = (end + text).slice(-1000)));
  return () => end;
}

/** A worker that runs loops. */
export interface Worker {
  readonly id: string;
  readonly stop: () => Promise<void>;
  /** Ends it as a crash does. */
  readonly kill: () => void;
}

/** Starts a worker, and waits until it is ready. */
export async function work(env: NodeJS.ProcessEnv): Promise<Worker> {
  const child = spawn(process.execPath, [program, "worker"], {
    env: { ...process.env, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const lastWords = listenTo(child);
  const stop = async (): Promise<void> => await end(child);
  atEnd(stop);
  for await (const line of createInterface({ input: child.stdout })) {
    const { worker }: { readonly worker: string } = JSON.parse(line);
    return { id: worker, stop, kill: () => void child.kill("SIGKILL") };
  }
  throw new Error(`The worker ended before it was ready: ${lastWords()}`);
}

/** Runs a program of Node to its end. */
export async function runNode(args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<void> {
  const child = spawn(process.execPath, [...args], {
    env: { ...process.env, ...env },
    stdio: ["ignore", "ignore", "inherit"],
  });
  const [status]: readonly unknown[] = await once(child, "exit");
  if (status !== 0) throw new Error(`\`${args.join(" ")}\` failed`);
}

/** Runs a command of the service to its end. */
export async function runCommand(args: readonly string[], env: NodeJS.ProcessEnv): Promise<void> {
  await runNode([program, ...args], env);
}

/** Ends a process in order, and waits until it has ended. */
export async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, "exit");
  child.kill("SIGTERM");
  await gone;
}

/**
 * Megabytes that a process of Node and all that it started take: of Node what is resident (RSS), as it shares pages with the benchmark, which PSS
 * would halve; of the others their share (PSS). Linux alone can say.
 */
export function residentMegabytes(pid: number): number {
  const others = startedBy(pid).map((each) => kilobytes(each, "smaps_rollup", "Pss"));
  return (kilobytes(pid, "smaps_rollup", "Rss") + sum(others)) / 1000;
}

/** Megabytes that a process of Node and those that it started had in memory at most, each at its own worst moment. Linux alone can say. */
export function peakMegabytes(pid: number): number {
  return sum([pid, ...startedBy(pid)].map((each) => kilobytes(each, "status", "VmHWM"))) / 1000;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

/** What a process started, and what these did. */
function startedBy(pid: number): readonly number[] {
  const all = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  const parents = new Map(all.map((name) => [Number(name), parentOf(name)]));
  const isOurs = (each: number): boolean =>
    each === pid || (parents.has(each) && isOurs(parents.get(each) ?? 0));
  return [...parents.keys()].filter((each) => each !== pid && isOurs(each));
}

function parentOf(pid: string): number {
  // The name, in parentheses, may have spaces.
  const stat = readIfThere(`/proc/${pid}/stat`);
  return Number(stat.slice(stat.lastIndexOf(")")).split(" ")[2]);
}

function kilobytes(pid: number, file: "smaps_rollup" | "status", what: "Pss" | "Rss" | "VmHWM"): number {
  const kibibytes = new RegExp(`^${what}:\\s+(\\d+)`, "m").exec(readIfThere(`/proc/${pid}/${file}`))?.[1];
  return Number(kibibytes ?? 0) * 1.024;
}

/** Processes end while they are looked at. */
function readIfThere(path: string): string {
  try {
    return readFileSync(path, "latin1");
  } catch {
    return "";
  }
}
