// A primary of Debian's PostgreSQL and its synchronous standby, on two ports that stay the same whichever of them is the primary.

import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { chownSync, mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Client } from "pg";
import { findProgram, identityOf } from "../../../scripts/engines/server.ts";

/** The two hosts. */
export interface Replicated {
  /** A URL that names both, the standby of the start first. */
  readonly url: string;
  /** Ends the primary as a crash does. */
  readonly crashPrimary: () => Promise<void>;
  /** Makes the standby the primary; the other one must be gone. */
  readonly promote: () => Promise<void>;
  /** Ends the standby as a crash does. */
  readonly crashStandby: () => Promise<void>;
  /** Starts the standby that has ended; its data are those of before. */
  readonly restartStandby: () => Promise<void>;
  /** Makes a new standby of the host that has ended, and waits until the primary writes nothing without it. */
  readonly addStandby: () => Promise<void>;
  readonly stop: () => Promise<void>;
}

/** A host, whether it runs or not. */
interface Host {
  readonly port: number;
  readonly folder: string;
  process: ChildProcess | undefined;
}

const folders = ["/usr/lib/postgresql/*/bin"];
const programAt = (name: string): string => findProgram(name, folders, "apt-get install postgresql");

/** Starts both. */
export async function startReplicated(): Promise<Replicated> {
  const folder = mkdtempSync(join(tmpdir(), "slice-replicated-"));
  const identity = process.getuid?.() === 0 ? identityOf("postgres") : undefined;
  if (identity !== undefined) chownSync(folder, identity.uid, identity.gid);
  const options = { cwd: folder, ...identity, stdio: "pipe" } as const;
  const hosts: [primary: Host, standby: Host] = [
    { port: await freePort(), folder: join(folder, "a"), process: undefined },
    { port: await freePort(), folder: join(folder, "b"), process: undefined },
  ];

  const run = (name: string, ...args: readonly string[]): void => {
    execFileSync(programAt(name), args, options);
  };
  const start = async (host: Host): Promise<void> => {
    const settings = ["unix_socket_directories=", "fsync=off", "max_wal_senders=10", "wal_keep_size=256MB"];
    const args = ["-D", host.folder, "-p", String(host.port), ...settings.flatMap((each) => ["-c", each])];
    host.process = spawn(programAt("postgres"), args, { ...options, stdio: "ignore" });
    await until(async () => (await ask(host, "select 1")).length === 1);
  };
  const crash = async (host: Host): Promise<void> => {
    const { process: child } = host;
    if (child === undefined || child.exitCode !== null) return;
    child.kill("SIGQUIT");
    await once(child, "exit");
  };
  const addStandby = async (): Promise<void> => {
    const [primary, standby] = hosts;
    rmSync(standby.folder, { recursive: true, force: true });
    const from = ["-h", "127.0.0.1", "-p", String(primary.port), "-U", "postgres"];
    run("pg_basebackup", "-D", standby.folder, "-R", "-X", "stream", "-c", "fast", "--no-sync", ...from);
    await start(standby);
    await ask(primary, "alter system set synchronous_standby_names = '*'");
    await ask(primary, "select pg_reload_conf()");
    const isSynchronous = "select from pg_stat_replication where sync_state = 'sync'";
    await until(async () => (await ask(primary, isSynchronous)).length === 1);
  };

  run(
    "initdb",
    "-D",
    hosts[0].folder,
    "-U",
    "postgres",
    "--auth=trust",
    "--no-sync",
    "--encoding=UTF8",
    "--locale=C",
  );
  await start(hosts[0]);
  await ask(hosts[0], "create database slice");
  await addStandby();
  return {
    url: `postgres://postgres@127.0.0.1:${hosts[1].port},127.0.0.1:${hosts[0].port}/slice`,
    crashPrimary: async () => await crash(hosts[0]),
    promote: async () => {
      hosts.reverse();
      await ask(hosts[0], "select pg_promote()");
    },
    crashStandby: async () => await crash(hosts[1]),
    restartStandby: async () => await start(hosts[1]),
    addStandby,
    stop: async () => {
      for (const host of hosts) await crash(host);
      rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
    },
  };
}

async function ask({ port }: Host, statement: string): Promise<readonly unknown[]> {
  const client = new Client({ host: "127.0.0.1", port, user: "postgres", database: "postgres" });
  client.on("error", () => undefined);
  await client.connect();
  try {
    return (await client.query(statement)).rows;
  } finally {
    await client.end();
  }
}

const patienceMs = 30_000;

async function until(isDone: () => Promise<boolean>): Promise<void> {
  const end = performance.now() + patienceMs;
  for (;;) {
    const done = await isDone().catch((error: unknown) => {
      if (performance.now() > end) throw error;
      return false;
    });
    if (done) return;
    if (performance.now() > end) throw new Error("The host is not ready.");
    await sleep(20);
  }
}

/** A port of this machine that nothing uses now. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  if (address === null || typeof address === "string") throw new Error("There is no port.");
  return address.port;
}
