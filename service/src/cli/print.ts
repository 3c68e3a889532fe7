// What commands print.

import type { Flag } from "./define.ts";
import { plainJson } from "./plain.ts";

/** The flag of every command that prints what it did. */
export const jsonFlag: { readonly json: Flag } = {
  json: { type: "boolean", help: "Print one JSON object instead of text" },
};

/** Prints an object as JSON, or the text for people. */
export function printResult(asJson: boolean, value: object, text: string): void {
  write(`${asJson ? plainJson(value) : text}\n`);
}

let isGuarded = false;

/** Writes to standard output. A reader may stop early, as `head` does, which is not a failure. */
export function write(text: string): void {
  if (!isGuarded) process.stdout.on("error", refuseOthers);
  isGuarded = true;
  process.stdout.write(text);
}

function refuseOthers(error: Error): void {
  if (!("code" in error && error.code === "EPIPE")) throw error;
}
