// Child processes of the benchmark: starting one, asking it, ending it.
import { type ChildProcess, execFile, fork } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";

/** A child that measures when asked. */
export interface Worker {
  /** Nanoseconds of CPU time a term, over at least so many milliseconds. */
  readonly round: (milliseconds: number) => Promise<number>;
  readonly stop: () => void;
}

/** Starts a child for one variant and one corpus, and waits until it is ready. */
export async function startWorker(variant: string, corpus: string): Promise<Worker> {
  const child = fork(join(import.meta.dirname, "worker.ts"), [variant, corpus]);
  await reply(child);
  return {
    round: async (milliseconds) => {
      child.send({ milliseconds });
      const answer = await reply(child);
      if (typeof answer === "object" && answer !== null && "nanoseconds" in answer)
        return Number(answer.nanoseconds);
      throw new Error(`${variant} did not measure ${corpus}`);
    },
    stop: () => child.kill(),
  };
}

/** Runs a program of the benchmark to its end and reads the JSON that it prints. */
export async function askOnce(
  file: string,
  args: readonly string[],
  flags: readonly string[] = [],
): Promise<unknown> {
  const { stdout } = await promisify(execFile)(process.execPath, [
    ...flags,
    join(import.meta.dirname, file),
    ...args,
  ]);
  const answer: unknown = JSON.parse(stdout);
  return answer;
}

/** The next message of a child; its end is an error. */
async function reply(child: ChildProcess): Promise<unknown> {
  return await new Promise((resolve, reject) => {
    const ended = (code: number | null): void =>
      reject(new Error(`a child ended with status ${String(code)}`));
    child.once("exit", ended);
    child.once("message", (message: unknown) => {
      child.off("exit", ended);
      resolve(message);
    });
  });
}

/** A number in the JSON that a child printed. */
export function numberIn(answer: unknown, name: string): number {
  const members = typeof answer === "object" && answer !== null ? Object.entries(answer) : [];
  const value: unknown = members.find(([key]) => key === name)?.[1];
  if (typeof value !== "number") throw new TypeError(`the child did not answer with the number ${name}`);
  return value;
}
