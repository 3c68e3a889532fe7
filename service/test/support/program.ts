// The program in a process of its own, as people start it.

import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { inject, onTestFinished, vi } from "vitest";
import { run } from "../../src/cli/run.ts";

const main = fileURLToPath(new URL("../../src/main.ts", import.meta.url));

/** How a process ended, and all that it wrote. */
export interface Ended {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A server that is ready. */
export interface Running {
  readonly url: string;
  readonly port: number;
  readonly child: ChildProcess;
  /** What it has logged. */
  readonly log: () => readonly Readonly<Record<string, unknown>>[];
  /** What it has logged, as it is. */
  readonly stderr: () => string;
  readonly ended: Promise<Ended>;
}

/** A program that runs. */
export interface Started {
  readonly child: ChildProcess;
  /** What it has written once that has a line. */
  readonly firstLine: Promise<string>;
  readonly stderr: () => string;
  readonly ended: Promise<Ended>;
}

/** Runs the program to its end. */
export async function runProgram(
  args: readonly string[],
  env: NodeJS.ProcessEnv = {},
  program: string = main,
): Promise<Ended> {
  return await startProgram(args, env, program).ended;
}

/** Runs a command to its end in this process, which is faster. */
export async function runHere(args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<Ended> {
  const written = { stdout: "", stderr: "" };
  const spies = (["stdout", "stderr"] as const).map((stream) =>
    vi.spyOn(process[stream], "write").mockImplementation((text) => {
      written[stream] += String(text);
      return true;
    }),
  );
  try {
    return { status: await run(args, env), ...written };
  } finally {
    for (const spy of spies) spy.mockRestore();
  }
}

/** Starts a server on a free port, and kills it after the test if it is still there. */
export async function startServer(
  args: readonly string[] = [],
  env: NodeJS.ProcessEnv = {},
  program: string = main,
): Promise<Running> {
  const all = ["serve", "--port", "0", ...args];
  const { child, firstLine, stderr, ended } = startProgram(all, env, program);
  onTestFinished(() => void child.kill("SIGKILL"));
  const url = await Promise.race([firstLine.then(urlOf), ended.then(refuse)]);
  const log = (): ReturnType<Running["log"]> =>
    stderr()
      .split("\n")
      .filter((line) => line !== "")
      .map((line) => JSON.parse(line));
  return { url, port: Number(new URL(url).port), child, log, stderr, ended };
}

/** A program that serves the first project, and what it printed for people. */
export interface Greeted {
  readonly greeting: string;
  readonly child: ChildProcess;
  readonly ended: Promise<Ended>;
}

/** Runs `start` on a free port, and kills it after the test if it is still there. */
export async function startFirstProject(
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  program: string = main,
): Promise<Greeted> {
  const { child, firstLine, ended } = startProgram(["start", "--port", "0", ...args], env, program);
  onTestFinished(() => void child.kill("SIGKILL"));
  return { greeting: await Promise.race([firstLine, ended.then(refuse)]), child, ended };
}

/** Starts the program, or another one in its place, and leaves it to the caller to end it. */
export function startProgram(
  args: readonly string[],
  env: NodeJS.ProcessEnv = {},
  program: string = main,
): Started {
  const child = spawn(process.execPath, [program, ...args], {
    env: { ...process.env, DATABASE_URL: inject("shared"), ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const written = { stdout: "", stderr: "" };
  child.stderr.setEncoding("utf8").on("data", (chunk: string) => (written.stderr += chunk));
  const firstLine = new Promise<string>((resolve) => {
    child.stdout.setEncoding("utf8").on("data", (chunk: string) => {
      written.stdout += chunk;
      if (written.stdout.includes("\n")) resolve(written.stdout);
    });
  });
  const ended = once(child, "close").then(([status]: (number | null)[]) => ({
    status: status ?? null,
    ...written,
  }));
  return { child, firstLine, stderr: () => written.stderr, ended };
}

function urlOf(line: string): string {
  const { url }: { readonly url: string } = JSON.parse(line);
  return url;
}

function refuse({ status, stderr }: Ended): never {
  throw new Error(`The server ended with status ${String(status)} before it was ready:\n${stderr}`);
}
