// Checks the folder of the embedded database.

import { accessSync, constants, existsSync, statfsSync } from "node:fs";
import { dirname } from "node:path";
import { type Check, error, ok, warning } from "./doctor.ts";

const gibibyte = 1024 ** 3;
/** Minimum free space: PostgreSQL needs some of it just to start. */
const least = gibibyte / 4;
const comfortable = 2 * gibibyte;

/** Whether there is a database in a folder. */
export function hasDatabase(folder: string): boolean {
  return existsSync(folder);
}

/** Checks that the folder can be written, and how much space is free. */
export function checkFolder(folder: string): readonly Check[] {
  const there = nearest(folder);
  return [writable(folder, there), room(there)];
}

/** The folder, or its nearest existing parent. */
function nearest(folder: string): string {
  return existsSync(folder) ? folder : nearest(dirname(folder));
}

function writable(folder: string, there: string): Check {
  try {
    accessSync(there, constants.W_OK);
  } catch {
    return error("data folder", `${there} cannot be written by this user; choose another folder with --data`);
  }
  return ok("data folder", there === folder ? folder : `${folder} does not exist yet; \`serve\` creates it`);
}

function room(there: string): Check {
  const { bavail, bsize } = statfsSync(there);
  const free = bavail * bsize;
  const said = `${(free / gibibyte).toFixed(1)} GiB free`;
  if (free >= comfortable) return ok("disk", said);
  if (free >= least) return warning("disk", `${said}; free some space; a full disk stops all writes`);
  return error("disk", `${said}; free some space, or choose another folder with --data`);
}
