// The account that PostgreSQL runs as. It refuses root, so root has to choose another.

import { lchownSync, readFileSync, type Stats, statSync } from "node:fs";
import { dirname } from "node:path";
import { DatabaseError } from "../database-error.ts";

/** An account of the system. */
export interface Account {
  readonly name: string;
  readonly uid: number;
  readonly gid: number;
}

/** Permission bits as in the mode of a file. */
export type Right = 1 | 4;
/** Permission to enter a folder or to run a program. */
export const enter: Right = 1;
/** Permission to read a file. */
export const read: Right = 4;

/** Accounts that exist nearly everywhere and own no files, in order of preference. */
const candidates = ["postgres", "nobody"] as const;

/** The account that runs the server of a folder; undefined for that of this process. */
export function accountFor({ uid, gid }: Pick<Stats, "uid" | "gid">): Account | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const accounts = readAccounts();
  if (uid !== 0)
    return accounts.find((account) => account.uid === uid) ?? { name: `user ${String(uid)}`, uid, gid };
  for (const name of candidates) {
    const account = accounts.find((each) => each.name === name && each.uid !== 0);
    if (account !== undefined) return account;
  }
  throw new DatabaseError(
    "PostgreSQL does not run as root, and this system has neither an account `postgres` nor `nobody`; " +
      "run as another user, or set DATABASE_URL to use a PostgreSQL of your own",
  );
}

/** Changes the owner of a file to an account. */
export function give(path: string, account: Account | undefined): void {
  if (account !== undefined) lchownSync(path, account.uid, account.gid);
}

/** The first of a path and its parents that an account has no permission for; undefined if there is none. */
export function barrierTo(path: string, right: Right, account: Account): string | undefined {
  const parent = dirname(path);
  const above = parent === path ? undefined : barrierTo(parent, enter, account);
  return above ?? (may(statSync(path), right, account) ? undefined : path);
}

function may({ mode, uid, gid }: Stats, right: Right, account: Account): boolean {
  const shift = uid === account.uid ? 6 : gid === account.gid ? 3 : 0;
  return ((mode >> shift) & right) === right;
}

function readAccounts(): readonly Account[] {
  const lines = readFileSync("/etc/passwd", "utf8").split("\n");
  return lines.flatMap((line) => {
    const [name = "", , uid = "", gid = ""] = line.split(":");
    return /^\d+$/.test(uid) && /^\d+$/.test(gid) ? [{ name, uid: Number(uid), gid: Number(gid) }] : [];
  });
}
