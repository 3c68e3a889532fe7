// Servers in processes of their own, on one database.

import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { contractAt } from "./contract.ts";

const program = fileURLToPath(new URL("../../src/main.ts", import.meta.url));

/** A server that can be killed. */
export interface Child {
  readonly url: string;
  /** Ends it as a loss of power does, and waits until it is gone. */
  readonly kill: () => Promise<void>;
}

/** Starts one, and waits until it answers. */
export async function startChild(databaseUrl: string): Promise<Child> {
  const child = spawn(process.execPath, [program, "serve", "--port", "0", "--log-level", "silent"], {
    env: { ...process.env, DATABASE_URL: databaseUrl, RATE_LIMIT_PER_MINUTE: "1000000" },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const url = await Promise.race([urlOf(child), once(child, "exit").then(refuse)]);
  // What answers have to be like is read before anything is killed.
  await contractAt(url);
  const kill = async (): Promise<void> => {
    const gone = once(child, "exit");
    child.kill("SIGKILL");
    await gone;
  };
  return { url, kill };
}

async function urlOf({ stdout }: ChildProcess): Promise<string> {
  if (stdout === null) throw new Error("The output is not piped.");
  for await (const line of createInterface({ input: stdout })) return JSON.parse(line).url;
  throw new Error("The server ended before it was ready.");
}

function refuse(): never {
  throw new Error("The server ended before it was ready.");
}
