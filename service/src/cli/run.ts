// Runs one command.

import manifest from "../../package.json" with { type: "json" };
import { commandOf } from "./command.ts";
import { helpText } from "./help.ts";
import { serve } from "./serve.ts";
import { UsageError } from "./usage-error.ts";

/** Runs what the arguments ask for, and gives the exit status. A server goes on running after that. */
export async function run(args: readonly string[], env: NodeJS.ProcessEnv): Promise<number> {
  try {
    const command = commandOf(args, env);
    if (command.kind === "help") process.stdout.write(helpText());
    else if (command.kind === "version") process.stdout.write(`${manifest.version}\n`);
    else await serve(command.options);
    return 0;
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    process.stderr.write(`slice-service: ${error.message}\n`);
    return 2;
  }
}
