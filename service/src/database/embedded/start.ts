// Starts the PostgreSQL server of a data folder, or joins the one that runs there.

import { setTimeout as sleep } from "node:timers/promises";
import { type Binaries, prepareBinaries } from "./binaries.ts";
import { passwordOf, prepareCluster, superuser } from "./cluster.ts";
import { database, type EmbeddedConnection, isReady } from "./connect.ts";
import { explained, gaveUp } from "./failures.ts";
import { type Home, openHome } from "./home.ts";
import { type Joined, joinRunning, waitForEnd } from "./join.ts";
import { withLock } from "./lock.ts";
import { forgetStarter, recordStarter, removeStalePids } from "./postmaster.ts";
import { type EmbeddedServer, launch } from "./server.ts";
import { chooseAddress } from "./settings.ts";

/** A PostgreSQL server of a data folder, started or joined. */
export interface EmbeddedDatabase {
  /** How `pg` connects to it. */
  readonly connection: EmbeddedConnection;
  /** Whether this process started the server; a process that only joined must not stop it. */
  readonly isStartedHere: boolean;
  /** Stops the server if this process started it, else does nothing. Idempotent. */
  readonly stop: () => Promise<void>;
  /** Resolves if the server ends on its own, with the last lines of its log, which are not available to a process that only joined. */
  readonly ended: Promise<string>;
}

/** Maximum time for a start, in milliseconds: longer than PostgreSQL takes to recover from a crash. */
const startTimeoutMs = 120_000;

/** What the log says of a server that cannot start yet: processes of the one before it are still ending, or its port was taken. */
const passing: readonly RegExp[] = [
  /pre-existing shared memory block/,
  /lock file "[^"]*" already exists/,
  /Address already in use/,
];

/**
 * Starts the server of a folder, with the data in it, or joins the one that runs there. The folder is created if it is
 * missing. Throws a `DatabaseError` that says what to do. The server keeps no process alive, and ends with the one that
 * started it.
 */
export async function startEmbedded(folder: string): Promise<EmbeddedDatabase> {
  try {
    const home = openHome(folder);
    return await withLock(home.lock, async () => {
      const joined = await joinRunning(home);
      return joined === undefined ? await start(home) : joinedDatabase(home, joined);
    });
  } catch (error) {
    throw explained(error, folder);
  }
}

async function start(home: Home): Promise<EmbeddedDatabase> {
  const binaries = prepareBinaries(home);
  await prepareCluster(home, binaries);
  removeStalePids(home);
  const until = performance.now() + startTimeoutMs;
  for (;;) {
    const { server, connection } = await attempt(home, binaries, until);
    if (!server.hasEnded()) return startedDatabase(home, server, connection);
    await server.ended;
    const said = server.log();
    const isPassing = passing.some((message) => message.test(said));
    if (!isPassing || performance.now() > until) throw gaveUp("PostgreSQL", home.folder, said);
    await sleep(100);
  }
}

interface Attempt {
  readonly server: EmbeddedServer;
  readonly connection: EmbeddedConnection;
}

/** Starts a server, and waits until it is ready or has ended. */
async function attempt(home: Home, binaries: Binaries, until: number): Promise<Attempt> {
  const address = await chooseAddress(home);
  const { socketFolder: host = "127.0.0.1", port } = address;
  const connection = { host, port, user: superuser, password: passwordOf(home), database };
  // Before the server starts: if this process dies in between, the next one knows who started the server.
  recordStarter(home);
  const server = await launch(binaries, home, address);
  try {
    while (!server.hasEnded() && !(await isReady(connection, home))) {
      if (performance.now() > until) throw gaveUp("PostgreSQL", home.folder, server.log());
      await sleep(20);
    }
  } catch (error) {
    await server.stop();
    throw error;
  }
  return { server, connection };
}

function startedDatabase(
  home: Home,
  server: EmbeddedServer,
  connection: EmbeddedConnection,
): EmbeddedDatabase {
  let stopping: Promise<void> | undefined;
  const ended = Promise.withResolvers<string>();
  const tell = (): void => {
    if (stopping === undefined) ended.resolve(server.log());
  };
  void server.ended.then(tell);
  const stop = async (): Promise<void> => {
    // A server that has ended on its own may already have a successor that another process started.
    if (!server.hasEnded()) forgetStarter(home);
    await server.stop();
  };
  return {
    connection,
    isStartedHere: true,
    stop: async () => await (stopping ??= stop()),
    ended: ended.promise,
  };
}

function joinedDatabase(home: Home, { pid, connection }: Joined): EmbeddedDatabase {
  const leaving = new AbortController();
  const ended = Promise.withResolvers<string>();
  waitForEnd(home, pid, leaving.signal).then(
    () => ended.resolve("The process that started the database has stopped it, or has ended."),
    // This process left the server.
    () => undefined,
  );
  return { connection, isStartedHere: false, stop: async () => leaving.abort(), ended: ended.promise };
}
