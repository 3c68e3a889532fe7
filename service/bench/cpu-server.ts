// Servers whose CPU time is measured.

import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { atEnd } from "./postgres.ts";
import { end } from "./processes.ts";
import { callers } from "./requests.ts";
import type { Run } from "./section.ts";

/** How it is asked. */
interface Load {
  readonly requests: number;
  readonly connections: number;
}

/** A server in a process of its own, which tells its CPU time. */
export interface MeasuredServer {
  readonly url: string;
  readonly stop: () => Promise<void>;
  /** Microseconds of CPU time that a request takes. */
  readonly costOf: (run: Run, ask: () => Promise<unknown>, load?: Load) => Promise<number>;
}

/** Starts one: a variant of `cpu.worker.ts`, with what its handlers answer. */
export async function startMeasured(
  variant: string,
  answer: string,
  env: NodeJS.ProcessEnv,
): Promise<MeasuredServer> {
  const program = fileURLToPath(new URL("cpu.worker.ts", import.meta.url));
  const child = fork(program, [variant, answer], { env, stdio: ["ignore", "ignore", "ignore", "ipc"] });
  const stop = async (): Promise<void> => await end(child);
  atEnd(stop);
  const { url } = await firstLineOf(child);
  return {
    url: String(url),
    stop,
    costOf: async (run, ask, load = { requests: 3000, connections: 20 }) => {
      const requests = run.rounds(load.requests);
      const before = await timeOf(child);
      await callers(load.connections, ask, (begun) => begun < requests);
      return ((await timeOf(child)) - before) / requests;
    },
  };
}

async function timeOf(child: ChildProcess): Promise<number> {
  const answer = firstLineOf(child);
  child.send("time");
  return Number((await answer)["microseconds"]);
}

async function firstLineOf(child: ChildProcess): Promise<Readonly<Record<string, unknown>>> {
  const [message]: readonly Readonly<Record<string, unknown>>[] = await once(child, "message");
  if (message === undefined) throw new Error("The server said nothing.");
  return message;
}
