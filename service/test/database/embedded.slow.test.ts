// Tests that the embedded database starts, is joined, stops, and keeps its data however a process ends.

import { spawn, spawnSync } from "node:child_process";
import {
  chmodSync,
  chownSync,
  existsSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, onTestFinished, test } from "vitest";
import {
  databaseFolders,
  killServer,
  newFolder,
  query,
  serverOf,
  start,
  startOther,
  until,
} from "../support/embedded.ts";

const databaseFolder = databaseFolders();

/** A process number that nothing has any more. */
function deadPid(): number {
  return spawnSync(process.execPath, ["--version"]).pid;
}

/** The shells that watch for the end of a process. */
function watchersOf(pid: number): readonly number[] {
  return pgrep("-P", String(pid), "-x", "sh");
}

/** The processes with a text in their command. */
function processesWith(text: string): readonly number[] {
  return pgrep("-f", text);
}

function pgrep(...args: readonly string[]): readonly number[] {
  const [program] = ["pgrep"] as const;
  const { stdout } = spawnSync(program, args, { encoding: "utf8" });
  return stdout.split("\n").filter(Boolean).map(Number);
}

/** Of two processes that start at once, each has a cluster of this identity, or there were two. */
const identity = "select system_identifier::text as identity from pg_control_system()";

test("a first start creates the database, and a second one finds its data within seconds", async () => {
  const folder = newFolder();
  const first = await start(folder);
  expect(first.isStartedHere).toBe(true);
  expect(watchersOf(process.pid)).toHaveLength(1);
  expect(first.connection).toMatchObject({ host: folder, user: "slice", database: "slice" });
  await query(first.connection, "create table kept as select 42 as answer");
  await first.stop();
  await first.stop();
  expect(serverOf(folder)).toBeUndefined();
  // The number that the watcher would tell to stop may be another program's by the time this process ends.
  await until(() => watchersOf(process.pid).length === 0);
  const begun = performance.now();
  const second = await start(folder);
  expect(performance.now() - begun).toBeLessThan(2000);
  expect(await query(second.connection, "table kept")).toEqual([{ answer: 42 }]);
});

test("the server is PostgreSQL 18 with the extensions that the service needs, and safe settings", async () => {
  const { connection } = await start(newFolder());
  const names = ["btree_gin", "pg_trgm", "unaccent"];
  const list = names.map((name) => `'${name}'`).join();
  expect(
    await query(connection, `select name from pg_available_extensions where name in (${list}) order by name`),
  ).toEqual(names.map((name) => ({ name })));
  const settings = {
    server_version: "18.4",
    listen_addresses: "",
    fsync: "on",
    full_page_writes: "on",
    synchronous_commit: "on",
    data_checksums: "on",
    jit: "off",
    TimeZone: "UTC",
    server_encoding: "UTF8",
    max_connections: "50",
    shared_buffers: "64MB",
    log_min_messages: "warning",
  };
  for (const [name, value] of Object.entries(settings))
    expect([name, await query(connection, `show ${name}`)]).toEqual([name, [{ [name]: value }]]);
});

test("the password is random, required, and readable by one account", async () => {
  const folder = newFolder();
  const { connection } = await start(folder);
  expect(connection.password).toMatch(/^[\w-]{32}$/);
  expect(statSync(join(folder, "password")).mode & 0o777).toBe(0o600);
  await expect(query({ ...connection, password: "guessed" }, "select 1")).rejects.toThrow(
    "password authentication",
  );
});

test("nothing of this process's environment reaches the server", async () => {
  process.env["A_SECRET"] = "a-secret";
  const folder = newFolder();
  const { connection } = await start(folder);
  delete process.env["A_SECRET"];
  await query(connection, "create table environment (line text)");
  await query(connection, "copy environment from program 'env'");
  const lines = (await query(connection, "table environment")).map(({ line }) =>
    String(line).replace(/=.*/, ""),
  );
  expect(lines).toContain("TZ");
  expect(lines).not.toContain("A_SECRET");
  expect(lines).not.toContain("HOME");
});

test("a path that is too long for a socket is served over TCP, to this machine alone and with the password", async () => {
  const base = newFolder();
  chmodSync(base, 0o755);
  const folder = join(base, "d".repeat(110));
  const database = await start(folder);
  const { connection } = database;
  expect(connection.host).toBe("127.0.0.1");
  expect(await query(connection, "show listen_addresses")).toEqual([{ listen_addresses: "127.0.0.1" }]);
  await expect(query({ ...connection, password: "guessed" }, "select 1")).rejects.toThrow(
    "password authentication",
  );
  const guest = await start(folder);
  expect([guest.isStartedHere, guest.connection]).toEqual([false, connection]);
  await database.stop();
});

test("a folder whose name has commas, quotes and spaces works like any other", async () => {
  const base = newFolder();
  chmodSync(base, 0o755);
  const database = await start(join(base, `a "b", c'd`));
  expect(database.connection.host).toBe(join(base, `a "b", c'd`));
  expect(await query(database.connection, "select 1 as one")).toEqual([{ one: 1 }]);
  await database.stop();
});

describe("a second process", () => {
  test("joins, sees the same data, and leaves the server running when it exits", async () => {
    const folder = await databaseFolder();
    const { connection } = await start(folder);
    const other = await startOther(folder, "write");
    expect(other.said[0]).toEqual({ isStartedHere: false, connection });
    await until(() => other.said.some(({ kept }) => kept !== undefined));
    other.child.stdin?.write("stop\n");
    await other.ended;
    expect(await query(connection, "select count(*) > 0 as some from kept")).toEqual([{ some: true }]);
  });

  test("is notified when the server that it joined ends, and can then start it", async () => {
    const folder = await databaseFolder();
    const other = await startOther(folder);
    const guest = await start(folder);
    expect([other.said[0]?.isStartedHere, guest.isStartedHere]).toEqual([true, false]);
    other.child.kill("SIGKILL");
    expect(await guest.ended).toContain("has stopped it, or has ended");
    expect((await start(folder)).isStartedHere).toBe(true);
  });

  test("waits if it starts while the owner is stopping, and then starts the server itself", async () => {
    const folder = await databaseFolder();
    const other = await startOther(folder);
    other.child.stdin?.write("stop\n");
    await until(() => other.said.some(({ stopping }) => stopping === true));
    const database = await start(folder);
    expect(database.isStartedHere).toBe(true);
    expect(await query(database.connection, "select 1 as one")).toEqual([{ one: 1 }]);
    await other.ended;
  });

  test("gets the same server with the same data if it starts at the same time", async () => {
    const folder = newFolder();
    const others = await Promise.all([startOther(folder), startOther(folder), startOther(folder)]);
    expect(others.filter(({ said }) => said[0]?.isStartedHere === true)).toHaveLength(1);
    const identities = await Promise.all(others.map(({ said }) => query(said[0]?.connection, identity)));
    expect(new Set(identities.map((rows) => rows[0]?.["identity"])).size).toBe(1);
    expect(readdirSync(folder).filter((name) => !name.startsWith("."))).toEqual([
      "cluster",
      "links",
      "owner",
      "password",
    ]);
  });
});

describe("after kill -9", () => {
  test("of the process, its server stops by itself, and no acknowledged row is missing", async () => {
    const folder = await databaseFolder();
    const other = await startOther(folder, "write");
    await until(() => other.said.length > 20);
    other.child.kill("SIGKILL");
    await other.ended;
    await until(() => serverOf(folder) === undefined);
    const last = other.said.at(-1)?.kept ?? Number.NaN;
    const database = await start(folder);
    expect(database.isStartedHere).toBe(true);
    const [row] = await query(database.connection, "select count(*)::int as count from kept");
    expect(row?.["count"]).toBeGreaterThanOrEqual(last);
  });

  test("of the process, an immediate next start does not join the server that is stopping", async () => {
    const folder = await databaseFolder();
    const other = await startOther(folder);
    other.child.kill("SIGKILL");
    const database = await start(folder);
    expect(database.isStartedHere).toBe(true);
    await sleep(500);
    expect(await query(database.connection, "select 1 as one")).toEqual([{ one: 1 }]);
  });

  test("of the process and of the shell that watches it, the next start stops the orphaned server", async () => {
    const folder = await databaseFolder();
    const other = await startOther(folder);
    const orphan = serverOf(folder);
    const [watcher = 0] = watchersOf(other.child.pid ?? 0);
    process.kill(watcher, "SIGKILL");
    other.child.kill("SIGKILL");
    await other.ended;
    await sleep(300);
    expect(serverOf(folder)).toBe(orphan);
    const database = await start(folder);
    expect(database.isStartedHere).toBe(true);
    expect(serverOf(folder)).not.toBe(orphan);
  });

  test("of the server, its owner is notified, and restarts it", async () => {
    const folder = await databaseFolder();
    const first = await start(folder);
    await query(first.connection, "create table kept as select 42 as answer");
    killServer(folder);
    expect(typeof (await first.ended)).toBe("string");
    const second = await start(folder);
    expect(second.isStartedHere).toBe(true);
    // The first one has ended; stopping it must not take the second one away from its owner.
    await first.stop();
    expect(existsSync(join(folder, "owner"))).toBe(true);
    expect(await query(second.connection, "table kept")).toEqual([{ answer: 42 }]);
  });

  test("of the process and of the server, the next start has every acknowledged row", async () => {
    const folder = await databaseFolder();
    const other = await startOther(folder, "write");
    await until(() => other.said.length > 20);
    other.child.kill("SIGKILL");
    killServer(folder);
    await other.ended;
    const last = other.said.at(-1)?.kept ?? Number.NaN;
    const { connection } = await start(folder);
    const [row] = await query(connection, "select count(*)::int as count from kept");
    expect(row?.["count"]).toBeGreaterThanOrEqual(last);
  });

  test("during the creation of the data, the lock is taken over, and the partial data is eventually removed", async () => {
    const folder = newFolder();
    const starting = startOther(folder);
    await until(() => readdirSync(folder).some((name) => name.startsWith("initdb-")));
    // What has begun is not ready yet, so the process is known only by its lock.
    process.kill(Number(readFileSync(join(folder, "start.lock"), "utf8").split(" ")[0]), "SIGKILL");
    await starting;
    const database = await start(folder);
    expect(await query(database.connection, "select 1 as one")).toEqual([{ one: 1 }]);
    await database.stop();
    // The process that began to write the data continues, and may recreate its folder; that has no effect.
    await until(() => processesWith(join(folder, "initdb-")).length === 0);
    await start(folder);
    expect(readdirSync(folder).filter((name) => name.startsWith("initdb-"))).toEqual([]);
  });
});

describe("a start is not blocked by a file of a dead process", () => {
  test.each([
    ["that no process has", () => `${String(deadPid())} 1\n`],
    ["that another process has now", () => `${String(process.pid)} 1\n`],
  ])("a lock with a process ID %s, even for two starts at once", async (_, mark) => {
    const folder = await databaseFolder();
    writeFileSync(join(folder, "start.lock"), mark());
    const both = await Promise.all([start(folder), start(folder)]);
    expect(both.filter(({ isStartedHere }) => isStartedHere)).toHaveLength(1);
    expect(readdirSync(folder).filter((name) => name.includes("lock") && !name.startsWith("."))).toEqual([]);
  });

  test("files of the server with the process ID of another program", async () => {
    const folder = await databaseFolder();
    const path = join(folder, "cluster", "postmaster.pid");
    const { uid, gid } = statSync(join(folder, "cluster"));
    const sleeper = sleeping({ uid, gid });
    writeFileSync(
      path,
      `${String(sleeper)}\n${join(folder, "cluster")}\n1\n5432\n${folder}\n\n1 1\nready   \n`,
    );
    chownSync(path, uid, gid);
    writeFileSync(join(folder, ".s.PGSQL.5432.lock"), readFileSync(path));
    chownSync(join(folder, ".s.PGSQL.5432.lock"), uid, gid);
    const database = await start(folder);
    expect(database.isStartedHere).toBe(true);
    expect(serverOf(folder)).not.toBe(sleeper);
    await database.stop();
  });
});

/** A program that is not a server, of the account that the server has. */
function sleeping(ids: { readonly uid: number; readonly gid: number }): number {
  const child = spawn("sleep", ["60"], { stdio: "ignore", ...(process.getuid?.() === 0 ? ids : {}) });
  onTestFinished(() => void child.kill("SIGKILL"));
  return child.pid ?? 0;
}
