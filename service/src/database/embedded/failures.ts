// Turns errors of the system and of PostgreSQL's programs into messages that say what to do.

import { DatabaseError } from "../database-error.ts";

const elsewhere = "choose another folder with --data, or set DATABASE_URL to use a PostgreSQL of your own";

/** Messages about a folder, by the code of the error that occurred there. */
const aboutFolders: ReadonlyMap<string, (folder: string) => string> = new Map([
  ["EACCES", notWritable],
  ["EPERM", notWritable],
  ["EROFS", notWritable],
  // Node's error for a folder with new parents on a file system that is only read.
  ["ENOENT", notWritable],
  ["ENOSPC", diskFull],
  ["EDQUOT", diskFull],
  // PostgreSQL's code for a full disk.
  ["53100", diskFull],
  ["EEXIST", notAFolder],
  ["ENOTDIR", notAFolder],
]);

/** The code of an error of the system or of PostgreSQL; empty if it has none. */
export function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "";
}

/** A {@link DatabaseError} that says what to do, if that is known for an error in a folder; else the same error. */
export function explained(error: unknown, folder: string): unknown {
  if (error instanceof DatabaseError) return error;
  const say = aboutFolders.get(codeOf(error));
  return say === undefined ? error : new DatabaseError(say(folder), { cause: error });
}

/** The message for a program of PostgreSQL that cannot be run at all. */
export function cannotRun(program: string, error: unknown): DatabaseError {
  const options = { cause: error };
  const code = codeOf(error);
  // The program exists, as was checked before: the system lacks its loader.
  if (code === "ENOENT")
    return new DatabaseError(
      `${program} cannot run on this system: it needs glibc 2.27 or later, which Alpine, for example, does not have; ` +
        "set DATABASE_URL to use a PostgreSQL of your own",
      options,
    );
  return new DatabaseError(
    `${program} cannot be started (${code}): its file system must allow execution, and root must be allowed to ` +
      "act for other accounts; otherwise set DATABASE_URL to use a PostgreSQL of your own",
    options,
  );
}

/** The message for a failed PostgreSQL program, from its last output. */
export function gaveUp(program: string, folder: string, said: string): DatabaseError {
  if (said.includes("No space left on device") || said.includes("Disk quota exceeded"))
    return new DatabaseError(diskFull(folder));
  if (said.includes("could not look up effective user ID"))
    return new DatabaseError(
      "PostgreSQL only runs for a known user, but this user ID has no entry in /etc/passwd; " +
        "run as a user who has one, or set DATABASE_URL to use a PostgreSQL of your own",
    );
  const lines = said.trim() === "" ? "It said nothing." : `Its last lines:\n${said.trim()}`;
  return new DatabaseError(
    `${program} could not start the database in ${folder}; nothing in it was deleted. ${lines}`,
  );
}

function notWritable(folder: string): string {
  return `the folder ${folder} cannot be written; give it to the user who runs this program, or ${elsewhere}`;
}

function diskFull(folder: string): string {
  return `there is no space left on the disk of ${folder}; free some and start again, or ${elsewhere}`;
}

function notAFolder(folder: string): string {
  return `${folder} is not a folder, or is inside something that is not; ${elsewhere}`;
}
