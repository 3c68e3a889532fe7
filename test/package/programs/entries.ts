// Asks every entry of the installed package that works on Node.js, as a module and, bundled as such, from CommonJS.

import { files, onNode, pure, withEditor, wrongAnswers } from "./calls.ts";

void main();

/** CommonJS has no `await` outside of functions. */
async function main(): Promise<void> {
  const calls = [...pure, withEditor, onNode, ...files];
  const wrong = await wrongAnswers(calls);
  if (wrong.length > 0) process.exitCode = 1;
  process.stdout.write(
    `${wrong.map((line) => `${line}\n`).join("")}${calls.map(({ entry }) => entry).join(" ")}\n`,
  );
}
