// PostgreSQL's data: created once, never deleted, and refused if it is of another version.

import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdtempSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
} from "node:fs";
import { join } from "node:path";
import { DatabaseError } from "../database-error.ts";
import { give } from "./account.ts";
import type { Binaries } from "./binaries.ts";
import { cannotRun, gaveUp } from "./failures.ts";
import { createFile, readIfThere } from "./files.ts";
import type { Home } from "./home.ts";

/** The superuser, who owns the database. */
export const superuser = "slice";

/** Creates the data if missing, and refuses data that these programs cannot use. The caller holds the lock. */
export async function prepareCluster(home: Home, binaries: Binaries): Promise<void> {
  refuseForeign(home);
  removeDrafts(home);
  const version = readIfThere(join(home.cluster, "PG_VERSION"))?.trim();
  if (version === undefined) await createCluster(home, binaries);
  else if (version !== binaries.major) throw new DatabaseError(otherVersion(home, version, binaries.major));
}

/** The password of the superuser. */
export function passwordOf({ password, cluster }: Home): string {
  const text = readIfThere(password);
  if (text !== undefined) return text.trim();
  throw new DatabaseError(
    `the file ${password} is missing, and without the password in it the data is inaccessible in ${cluster}; ` +
      "restore it from a backup",
  );
}

function refuseForeign({ folder, cluster }: Home): void {
  const foreign = readIfThere(join(folder, "PG_VERSION"))?.trim();
  if (foreign !== undefined)
    throw new DatabaseError(
      `${folder} is the data directory of another PostgreSQL (version ${foreign}); choose another folder with ` +
        "--data, or start that server and set DATABASE_URL",
    );
  if (!existsSync(cluster) || existsSync(join(cluster, "PG_VERSION"))) return;
  if (readdirSync(cluster).length > 0)
    throw new DatabaseError(
      `${cluster} holds files, but no database (PG_VERSION is missing); restore it from a backup, move it elsewhere, or ` +
        "choose another folder with --data",
    );
}

/** `initdb` runs commands with a shell, and prints something else without one. */
function refuseWithoutShell(): void {
  if (process.platform === "win32" || existsSync("/bin/sh")) return;
  throw new DatabaseError(
    "creating a database needs a shell at /bin/sh, which this system (or its container image) does not have; " +
      "set DATABASE_URL to use a PostgreSQL of your own",
  );
}

async function createCluster(home: Home, binaries: Binaries): Promise<void> {
  refuseWithoutShell();
  // Written before the data: otherwise a crash in between would leave data without a known password.
  const text = `${randomBytes(24).toString("base64url")}\n`;
  createFile(home.password, { text, mode: 0o600, account: home.account });
  const draft = mkdtempSync(join(home.folder, draftPrefix));
  give(draft, home.account);
  try {
    await initdb(home, binaries, draft);
    renameSync(draft, home.cluster);
  } catch (error) {
    removeDraft(draft);
    throw error;
  }
  sync(home.folder);
}

const draftPrefix = "initdb-";

/**
 * Removes what a process left that died while it created data: it never was a database. Its `initdb` may still run and write
 * there; then a later start removes that.
 */
function removeDrafts({ folder }: Home): void {
  for (const name of readdirSync(folder)) if (name.startsWith(draftPrefix)) removeDraft(join(folder, name));
}

function removeDraft(path: string): void {
  try {
    rmSync(path, { recursive: true, force: true });
  } catch {
    // A leftover is harmless.
  }
}

async function initdb(home: Home, { initdb: program, env }: Binaries, draft: string): Promise<void> {
  const args = [
    `--pgdata=${draft}`,
    `--username=${superuser}`,
    `--pwfile=${home.password}`,
    "--auth=scram-sha-256",
    "--encoding=UTF8",
    "--locale-provider=builtin",
    "--builtin-locale=C.UTF-8",
    "--locale=C",
    "--data-checksums",
    "--no-instructions",
  ];
  const { uid, gid } = home.account ?? {};
  const options = {
    env,
    cwd: home.folder,
    ...(uid === undefined ? {} : { uid }),
    ...(gid === undefined ? {} : { gid }),
  };
  await new Promise<void>((resolve, reject) => {
    execFile(program, args, options, (error, _stdout, stderr) => {
      if (error === null) resolve();
      else if (typeof error.code === "string") reject(cannotRun("initdb", error));
      else reject(gaveUp("initdb", home.folder, stderr));
    });
  });
}

/** Makes a rename in a folder durable; Windows does that itself. */
function sync(folder: string): void {
  if (process.platform === "win32") return;
  const handle = openSync(folder, "r");
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

function otherVersion({ cluster }: Home, version: string, major: string): string {
  return (
    `the database in ${cluster} is of PostgreSQL ${version}, but this program has PostgreSQL ${major}; dump it with ` +
    "the program that made it and restore it into an empty folder, or choose another folder with --data"
  );
}
