// Tests the embedded database through repeated crashes, and on a full disk.

import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  cpSync,
  mkdirSync,
  readdirSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, type TestContext, test } from "vitest";
import { DatabaseError } from "../../src/database/database-error.ts";
import { packageFor } from "../../src/database/embedded/binaries.ts";
import { startEmbedded } from "../../src/database/embedded/start.ts";
import { killServer, newFolder, query, serverOf, start, startOther, until } from "../support/embedded.ts";

/** Where packages are installed. */
const packages = join(dirname(createRequire(import.meta.url).resolve("pg/package.json")), "..");

test("no row is lost in 8 kills during writes, half of which kill the server too", {
  timeout: 120_000,
}, async () => {
  const folder = newFolder();
  let kept = 0;
  for (let round = 0; round < 8; round += 1) {
    const begun = performance.now();
    const other = await startOther(folder, "write");
    expect(other.said[0]?.isStartedHere).toBe(true);
    expect(performance.now() - begun).toBeLessThan(15_000);
    await until(() => other.said.length > 2);
    await sleep(100 + round * 90);
    if (round % 2 === 1) killServer(folder);
    other.child.kill("SIGKILL");
    await other.ended;
    const last = other.said.at(-1)?.kept ?? Number.NaN;
    expect(last).toBeGreaterThan(kept);
    kept = last;
  }
  const { connection } = await start(folder);
  // Numbers are taken in order, and one that was taken may lack its row; all of these were acknowledged.
  const [row] = await query(connection, "select count(*)::int as count, max(id)::int as last from kept");
  expect(row?.["last"]).toBeGreaterThanOrEqual(kept);
});

test("every acknowledged row exists after a crash", { timeout: 60_000 }, async () => {
  const folder = newFolder();
  const said = new Set<number>();
  for (let round = 0; round < 3; round += 1) {
    const other = await startOther(folder, "write");
    await until(() => other.said.length > 100);
    other.child.kill("SIGKILL");
    if (round === 1) killServer(folder);
    await other.ended;
    for (const { kept } of other.said) if (kept !== undefined) said.add(kept);
  }
  const { connection } = await start(folder);
  const rows = await query(connection, "select id::int as id from kept");
  for (const { id } of rows) said.delete(Number(id));
  expect([...said]).toEqual([]);
});

/** A disk of this many megabytes. */
function smallDisk(context: TestContext, megabytes: number): string {
  const base = newFolder();
  chmodSync(base, 0o755);
  const disk = join(base, "disk");
  mkdirSync(disk);
  const mount = ["mount", "-t", "tmpfs", "-o", `size=${String(megabytes)}m`, "tmpfs", disk];
  if (run(mount) !== 0) context.skip("this user may not mount a small disk");
  onTestFinished(() => void run(["umount", "--lazy", disk]));
  return disk;
}

function run([program = "", ...args]: readonly string[]): number | null {
  return spawnSync(program, args, { stdio: "ignore" }).status;
}

async function failure(folder: string): Promise<string> {
  const error: unknown = await startEmbedded(folder).catch((reason: unknown) => reason);
  if (!(error instanceof DatabaseError)) throw new Error("It did not fail as it should.", { cause: error });
  return error.message;
}

test("a disk too small for a database is reported as full, and nothing is left on it", {
  timeout: 60_000,
}, async (context) => {
  const folder = join(smallDisk(context, 20), "data");
  expect(await failure(folder)).toContain("there is no space left on the disk");
  expect(readdirSync(folder).toSorted()).toEqual(["links", "password"]);
});

test("a start on a disk that has filled up reports it, and works again when there is room", {
  timeout: 60_000,
}, async (context) => {
  const disk = smallDisk(context, 120);
  const folder = join(disk, "data");
  const first = await start(folder);
  await query(first.connection, "create table kept as select 42 as answer");
  await first.stop();
  const filler = join(disk, "filler");
  expect(() => writeFileSync(filler, Buffer.alloc(120 << 20))).toThrow("ENOSPC");
  expect(await failure(folder)).toContain("there is no space left on the disk");
  rmSync(filler);
  expect(await query((await start(folder)).connection, "table kept")).toEqual([{ answer: 42 }]);
});

test("programs that the account cannot read are copied into the data folder", {
  timeout: 60_000,
}, async (context) => {
  if (process.getuid?.() !== 0) context.skip("only root runs the server as another account");
  const closed = newFolder();
  const service = fileURLToPath(new URL("../..", import.meta.url));
  const modules = join(closed, "node_modules");
  const programs = packageFor(process.platform, process.arch);
  for (const part of ["src/database", "test/support/embedded.child.ts"])
    cpSync(join(service, part), join(closed, part), { recursive: true });
  cpSync(join(packages, programs), join(modules, programs), { recursive: true });
  symlinkSync(join(packages, "pg"), join(modules, "pg"));
  writeFileSync(join(closed, "package.json"), '{ "type": "module" }');
  const folder = newFolder();
  for (let count = 0; count < 2; count += 1) {
    const child = spawn(process.execPath, [join(closed, "test/support/embedded.child.ts"), folder]);
    const [line] = await once(child.stdout, "data");
    expect(JSON.parse(String(line))).toMatchObject({ isStartedHere: true });
    expect(readlinkSync(`/proc/${String(serverOf(folder))}/exe`)).toMatch(
      /\/binaries-18\.[^/]*\/bin\/postgres$/,
    );
    child.stdin.write("stop\n");
    await once(child, "exit");
  }
});
