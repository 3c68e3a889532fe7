// Runs one command.

import manifest from "../../package.json" with { type: "json" };
import { parseCommand } from "./command.ts";
import { failureOf, UsageError } from "./failure.ts";

/** Runs the command that the arguments name, and returns the exit status. A server keeps running after that. */
export async function run(args: readonly string[], env: NodeJS.ProcessEnv): Promise<number> {
  try {
    const asked = parseCommand(args, env);
    if ("text" in asked) process.stdout.write(asked.text);
    else if ("run" in asked) return await asked.run();
    else process.stdout.write(`${manifest.version}\n`);
    return 0;
  } catch (error) {
    const message = error instanceof UsageError ? error.message : failureOf(error);
    // Any other error is a bug: print its stack.
    if (message === undefined) throw error;
    process.stderr.write(`slice-service: ${message}\n`);
    return error instanceof UsageError ? 2 : 1;
  }
}
