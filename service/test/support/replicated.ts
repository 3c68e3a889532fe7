// A primary of Debian's PostgreSQL and its synchronous standby, on two ports that stay the same whichever of them is the primary.

import type { ChildProcess } from "node:child_process";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { Client } from "pg";
import { freePort } from "../../src/database/embedded/settings.ts";
import { createHome, endNow, initialize, postgresProgram, until } from "./daemon.ts";

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

/** Starts both. */
export async function startReplicated(): Promise<Replicated> {
  const home = createHome();
  const hosts: [primary: Host, standby: Host] = [
    { port: await freePort(), folder: join(home.folder, "a"), process: undefined },
    { port: await freePort(), folder: join(home.folder, "b"), process: undefined },
  ];

  const start = async (host: Host): Promise<void> => {
    const settings = ["unix_socket_directories=", "fsync=off", "max_wal_senders=10", "wal_keep_size=256MB"];
    const args = ["-D", host.folder, "-p", String(host.port), ...settings.flatMap((each) => ["-c", each])];
    host.process = home.start(postgresProgram("postgres"), ...args);
    await until(async () => (await ask(host, "select 1")).length === 1);
  };
  const addStandby = async (): Promise<void> => {
    const [primary, standby] = hosts;
    rmSync(standby.folder, { recursive: true, force: true });
    const from = ["-h", "127.0.0.1", "-p", String(primary.port), "-U", "postgres"];
    const to = ["-D", standby.folder, "-R", "-X", "stream", "-c", "fast", "--no-sync"];
    home.run(postgresProgram("pg_basebackup"), ...to, ...from);
    await start(standby);
    await ask(primary, "alter system set synchronous_standby_names = '*'");
    await ask(primary, "select pg_reload_conf()");
    const isSynchronous = "select from pg_stat_replication where sync_state = 'sync'";
    await until(async () => (await ask(primary, isSynchronous)).length === 1);
  };

  initialize(home, hosts[0].folder);
  await start(hosts[0]);
  await ask(hosts[0], "create database slice");
  await addStandby();
  return {
    url: `postgres://postgres@127.0.0.1:${hosts[1].port},127.0.0.1:${hosts[0].port}/slice`,
    crashPrimary: async () => await endNow(hosts[0].process),
    promote: async () => {
      hosts.reverse();
      await ask(hosts[0], "select pg_promote()");
    },
    crashStandby: async () => await endNow(hosts[1].process),
    restartStandby: async () => await start(hosts[1]),
    addStandby,
    stop: async () => {
      for (const host of hosts) await endNow(host.process);
      home.remove();
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
