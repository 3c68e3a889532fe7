// What commands print.

import type { Flag } from "./define.ts";

/** The flag of every command that prints what it did. */
export const jsonFlag: { readonly json: Flag } = {
  json: { type: "boolean", help: "Print one JSON object in place of words" },
};

/** Prints an object, or the words for it. */
export function print(asJson: boolean, value: object, words: string): void {
  process.stdout.write(`${asJson ? JSON.stringify(value) : words}\n`);
}
