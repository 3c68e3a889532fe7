// The command `start`: a server with something in it.

import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { dataFolder } from "../data-folder.ts";
import { type Command, defineCommand } from "../define.ts";
import type { ServeOptions } from "../serve-options.ts";
import { loopSettingsOf } from "../settings.ts";
import { serveFlags, serveOptions } from "./serve.ts";

/** Serves a first project, and says how to use it. */
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
  mkdirSync(folder, { recursive: true });
  const where = "url" in options.where ? options.where : { ...options.where, folder };
  let key = "";
  const url = await serve({ ...options, where }, async (database) => {
    key = await prepareFirstProject(database, join(folder, "first-key"), loopSettingsOf(options));
  });
  process.stdout.write(await greet(url, key, folder));
}
