// The command `start`: a server with a first project.

import { createHash } from "node:crypto";
import { mkdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { barrierFor } from "../../database/embedded/home.ts";
import { hasDatabase } from "../../operations/check-folder.ts";
import { type Command, defineCommand } from "../define.ts";
import type { ServeOptions } from "../serve.ts";
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

/**
 * The folder that was asked for, or `.slice-service` here. PostgreSQL does not run as root, and its account may be unable to enter this
 * folder, as below /root: then one in /var/lib, which is that of this folder alone.
 */
function dataFolder(asked: string | undefined): string {
  const here = resolve(asked ?? ".slice-service");
  if (asked !== undefined || barrierFor(join(here, "postgres")) === undefined) return here;
  return `/var/lib/slice-service-${createHash("sha256").update(here).digest("hex").slice(0, 8)}`;
}

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
