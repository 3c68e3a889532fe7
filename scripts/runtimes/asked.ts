// Which entries of the package a program asked, by what it printed.

import manifest from "../../package.json" with { type: "json" };

/** All that Node.js can import: the other one is a script for a web worker. */
const expected: readonly string[] = Object.keys(manifest.exports)
  .filter((name) => name !== "./lsp/worker")
  .map((name) => name.replace(/^\./, manifest.name));

/** The entries that are not in the last line of an output, after what Node.js may say. */
export function missingFrom(output: string): readonly string[] {
  const names = output.trim().split("\n").at(-1)?.split(" ") ?? [];
  return expected.filter((name) => !names.includes(name));
}

/** How many entries there are to ask. */
export const entryCount: number = expected.length;
