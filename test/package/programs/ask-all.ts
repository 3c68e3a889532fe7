// Asks entries one after the other, as a program of its own: it fails unless each has answered, and rightly.

import { type Call, wrongAnswers } from "./calls.ts";

/**
 * Prints what is wrong, then the names of all entries in one line. Where an answer never comes, nothing keeps Node.js running: it would
 * end without a word, and as if all was well.
 */
export async function askAll(calls: readonly Call[]): Promise<void> {
  let waitsFor: string | undefined;
  process.exitCode = 1;
  process.on("exit", () => {
    if (waitsFor !== undefined) process.stdout.write(`${waitsFor} never answers\n`);
  });
  const wrong: string[] = [];
  for (const call of calls) {
    waitsFor = call.entry;
    wrong.push(...(await wrongAnswers([call])));
  }
  waitsFor = undefined;
  process.stdout.write(
    `${wrong.map((line) => `${line}\n`).join("")}${calls.map(({ entry }) => entry).join(" ")}\n`,
  );
  if (wrong.length === 0) process.exitCode = 0;
}
