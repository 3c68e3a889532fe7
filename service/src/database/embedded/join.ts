// Joins the server that runs in a data folder, unless it is about to stop.

import { setTimeout as sleep } from "node:timers/promises";
import { DatabaseError } from "../database-error.ts";
import { passwordOf, superuser } from "./cluster.ts";
import { database, type EmbeddedConnection, isReady } from "./connect.ts";
import type { Home } from "./home.ts";
import { type Postmaster, postmasterOf, starterState } from "./postmaster.ts";
import { tellToStop } from "./server.ts";

/** A server that another process started. */
export interface Joined {
  readonly pid: number;
  readonly connection: EmbeddedConnection;
}

/** Maximum wait for a server that starts or stops, in milliseconds: a stop may have much to write. */
const timeoutMs = 120_000;

/** Returns the running server; undefined as soon as there is none. Waits for one that is stopping. */
export async function joinRunning(home: Home): Promise<Joined | undefined> {
  const until = performance.now() + timeoutMs;
  for (;;) {
    const postmaster = postmasterOf(home);
    if (postmaster === undefined) return undefined;
    const starter = starterState(home);
    const connection = starter === "alive" ? connectionTo(postmaster, home) : undefined;
    // The process that started it may have died since: its server answers until the watcher notices.
    if (connection !== undefined && (await isReady(connection, home)) && starterState(home) === "alive")
      return { pid: postmaster.pid, connection };
    // Its watcher does the same where a shell could run one; sending it twice is harmless.
    if (starter === "dead") tellToStop(postmaster.pid);
    if (performance.now() > until) throw new DatabaseError(stuck(postmaster.pid, home));
    await sleep(20);
  }
}

/** Resolves when a server that this process did not start has ended, unless the signal comes first. */
export async function waitForEnd(home: Home, pid: number, signal: AbortSignal): Promise<void> {
  while (postmasterOf(home)?.pid === pid) await sleep(500, undefined, { ref: false, signal });
}

function connectionTo({ host, port, isStopping }: Postmaster, home: Home): EmbeddedConnection | undefined {
  if (host === undefined || isStopping) return undefined;
  return { host, port, user: superuser, password: passwordOf(home), database };
}

function stuck(pid: number, { folder }: Home): string {
  return (
    `the database server in ${folder} (process ${String(pid)}) has neither answered nor ended for two minutes; ` +
    "end the programs that use the folder and start again"
  );
}
