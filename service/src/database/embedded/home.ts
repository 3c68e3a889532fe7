// The layout of the data folder, and the account that it belongs to.

import { accessSync, constants, existsSync, mkdirSync, readdirSync, realpathSync, statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { DatabaseError } from "../database-error.ts";
import { type Account, accountFor, barrierTo, enter, give } from "./account.ts";
import { codeOf } from "./failures.ts";

/** A data folder that exists and can be used. */
export interface Home {
  /** Absolute, without symbolic links. The socket is in it. */
  readonly folder: string;
  /** The account that runs the server; undefined for that of this process. */
  readonly account: Account | undefined;
  /** PostgreSQL's data directory. */
  readonly cluster: string;
  /** The file with the password of the superuser. */
  readonly password: string;
  /** The lock file of the process that starts the server. */
  readonly lock: string;
  /** The file with the mark of the process that started the server. */
  readonly starterFile: string;
}

/** Opens a data folder, and creates it if it is missing. */
export function openHome(path: string): Home {
  create(resolve(path));
  const folder = realpathSync(path);
  // Read first: another process that opens this folder gives it to the account before writing to it.
  const isEmpty = readdirSync(folder).length === 0;
  const folderStats = statSync(folder);
  const account = accountFor(folderStats);
  if (account !== undefined) {
    if (folderStats.uid === 0 && !isEmpty) throw new DatabaseError(belongsToRoot(folder, account));
    refuseUnreachable(folder, account);
    if (folderStats.uid === 0) give(folder, account);
  }
  accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK);
  return {
    folder,
    account,
    cluster: join(folder, "cluster"),
    password: join(folder, "password"),
    lock: join(folder, "start.lock"),
    starterFile: join(folder, "owner"),
  };
}

/** The parent folders are not secret, and another account may need to traverse them. */
function create(folder: string): void {
  mkdirSync(dirname(folder), { recursive: true });
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    if (codeOf(error) !== "EEXIST") throw error;
  }
}

/** The folder that the account of the server cannot enter on the way to a folder, which need not exist; undefined if there is none. */
export function barrierFor(folder: string): string | undefined {
  const path = resolve(folder);
  // A folder that does not exist yet will belong to us.
  const account = accountFor(existsSync(path) ? statSync(path) : { uid: 0, gid: 0 });
  const above = nearest(dirname(path));
  return account === undefined ? undefined : barrierTo(above, enter, account);
}

/** The folder, or its nearest existing parent. */
function nearest(folder: string): string {
  return existsSync(folder) || dirname(folder) === folder ? folder : nearest(dirname(folder));
}

function refuseUnreachable(folder: string, account: Account): void {
  const barrier = barrierTo(dirname(folder), enter, account);
  if (barrier === undefined) return;
  throw new DatabaseError(
    `PostgreSQL does not run as root, and the account \`${account.name}\`, which runs it instead, cannot access ` +
      `${barrier}; choose another folder with --data, such as /var/lib/slice-service, run as another user, or set ` +
      "DATABASE_URL to use a PostgreSQL of your own",
  );
}

function belongsToRoot(folder: string, { name }: Account): string {
  return (
    `PostgreSQL does not run as root, and ${folder} belongs to root and is not empty; if it holds nothing but this ` +
    `database, give it to the account that runs it (chown -R ${name} ${folder}), otherwise choose an empty ` +
    "folder with --data"
  );
}
