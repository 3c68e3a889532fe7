// Small files that several processes read: each is either complete or missing.

import { randomBytes } from "node:crypto";
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { type Account, give } from "./account.ts";
import { codeOf } from "./failures.ts";

/** The content of a file, and who may read it. */
export interface FileParts {
  readonly text: string;
  readonly mode: number;
  readonly account?: Account | undefined;
}

/** The text of a file; undefined if there is none. */
export function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    if (codeOf(error) === "ENOENT") return undefined;
    throw error;
  }
}

/** Writes a file, replacing an existing one. */
export function replaceFile(path: string, parts: FileParts): void {
  const draft = write(path, parts);
  renameSync(draft, path);
}

/** Writes a file unless it exists. Returns true in exactly one of several processes that try. */
export function createFile(path: string, parts: FileParts): boolean {
  const draft = write(path, parts);
  try {
    // Unlike an exclusive open, a link creates the file with its content: no reader sees an empty file.
    linkSync(draft, path);
    return true;
  } catch (error) {
    if (codeOf(error) === "EEXIST") return false;
    throw error;
  } finally {
    rmSync(draft, { force: true });
  }
}

function write(path: string, { text, mode, account }: FileParts): string {
  const draft = `${path}.${randomBytes(6).toString("hex")}`;
  try {
    writeFileSync(draft, text, { mode, flag: "wx", flush: true });
    give(draft, account);
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  }
  return draft;
}
