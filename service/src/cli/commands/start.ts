// The command `start`: a server with a first project.

import { mkdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { hasDatabase } from "../../operations/check-folder.ts";
import { dataFolder } from "../data-folder.ts";
import { type Command, defineCommand } from "../define.ts";
import type { ServeOptions } from "../serve-options.ts";
import { loopSettingsOf } from "../settings.ts";
import { serveFlags, serveOptions } from "./serve.ts";

/** Serves a first project, and prints how to use it. */
export const start: Command = defineCommand({
  name: "start",
  help: "Serve a first project, to look around",
  details:
    "Like `serve`, but with a project of real data, a key for it, and output for people instead of JSON.",
  flags: serveFlags,
  options: (input) => ({
    ...serveOptions(input),
    ...(input.text("log-level") === undefined && { logLevel: "warn" as const }),
    folder: dataFolder(input.text("data")),
  }),
  run: startWithProject,
});

async function startWithProject({
  folder,
  ...options
}: ServeOptions & { readonly folder: string }): Promise<void> {
  const { serve } = await import("../serve.ts");
  const { prepareFirstProject } = await import("../../first-project/first-project.ts");
  const { greet } = await import("../../first-project/greet.ts");
  const { quoted } = await import("../../first-project/greeting.ts");
  mkdirSync(folder, { recursive: true });
  const where = "url" in options.where ? options.where : { ...options.where, folder };
  const keyFile = join(folder, "first-key");
  if ("folder" in where)
    log(hasDatabase(join(folder, "postgres")) ? "Starting PostgreSQL …" : "Creating a database …");
  let first = { key: "", isNew: false };
  const url = await serve({ ...options, where }, async (database) => {
    first = await prepareFirstProject(database, keyFile, loopSettingsOf(options), log);
  });
  sayWhenStopped();
  // Commands look in this folder by default.
  const isFound = "url" in where || folder === resolve(".slice-service");
  const dataFlag = isFound ? "" : ` --data ${quoted(folder)}`;
  const newKey = first.isNew ? first.key : undefined;
  process.stdout.write(await greet({ url, folder, keyFile, newKey, dataFlag }, first.key));
}

/** Progress for people goes to standard error. */
function log(text: string): void {
  process.stderr.write(`${text}\n`);
}

/** A stop waits for running requests and loops. */
function sayWhenStopped(): void {
  for (const signal of ["SIGINT", "SIGTERM"] as const)
    process.once(signal, () => {
      log("Stopping …");
      process.once("exit", () => log("Stopped."));
    });
}
