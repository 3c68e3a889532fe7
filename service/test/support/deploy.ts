// The files of `deploy`, and what they say about the program.

import { readFileSync } from "node:fs";
import { parseAllDocuments } from "yaml";
import { parseCommand } from "../../src/cli/command.ts";
import { settingRows } from "../../src/cli/settings.ts";

/** A member of a parsed file: a file may have anything anywhere, and a test that misses something fails. */
export type Parsed = ReturnType<typeof JSON.parse>;

/** The text of a file of the folder. */
export function readDeployed(path: string): string {
  return readFileSync(new URL(`../../deploy/${path}`, import.meta.url), "utf8");
}

/** The documents of a YAML file of the folder, with anchors and merges resolved. */
export function parseDeployed(path: string): readonly Parsed[] {
  return parseAllDocuments(readDeployed(path), { merge: true, strict: true }).map((document) => {
    if (document.errors[0] !== undefined) throw document.errors[0];
    return document.toJS();
  });
}

/** What the program would not start with: an unknown command, flag or setting, or a value that it refuses; undefined if nothing. */
export function mistakeIn(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): string | undefined {
  const unknown = Object.keys(env).filter((name) => !settingRows.some((row) => row.name === name));
  if (unknown.length > 0) return `unknown settings: ${unknown.join(", ")}`;
  try {
    parseCommand(args, env);
    return undefined;
  } catch (error) {
    return String(error);
  }
}

/** Seconds of `20s` or `20`. */
export function secondsOf(text: string | number): number {
  const seconds = Number(/^(\d+)s?$/.exec(String(text))?.[1]);
  if (Number.isNaN(seconds)) throw new Error(`${text} is not a number of seconds`);
  return seconds;
}
