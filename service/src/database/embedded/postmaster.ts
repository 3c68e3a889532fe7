// The server that runs in a data folder, by its files and those of the process that started it.

import { readlinkSync, rmSync } from "node:fs";
import { join } from "node:path";
import { readIfThere, replaceFile } from "./files.ts";
import type { Home } from "./home.ts";
import { isAlive, markOf, processOf } from "./processes.ts";
import { socketName } from "./settings.ts";

/** A server that runs, starts or stops. */
export interface Postmaster {
  readonly pid: number;
  /** Where to connect; undefined until it is known. */
  readonly host: string | undefined;
  readonly port: number;
  readonly isStopping: boolean;
}

/** The server that has the data of a folder open. */
export function postmasterOf({ cluster }: Home): Postmaster | undefined {
  const lines = readIfThere(join(cluster, "postmaster.pid"))?.split("\n");
  const pid = Number(lines?.[0]);
  if (lines === undefined || !isPostmaster(pid, cluster)) return undefined;
  const [, , , port, socketFolder = "", listens = "", , state = ""] = lines.map((line) => line.trim());
  const host = socketFolder === "" ? listens : socketFolder;
  return {
    pid,
    host: host === "" ? undefined : host,
    port: Number(port),
    isStopping: state === "stopping",
  };
}

/**
 * Removes the files of a dead server whose process ID now belongs to another program: PostgreSQL would mistake that for
 * the server. The caller holds the lock and has found that there is no server.
 */
export function removeStalePids({ cluster, folder }: Home): void {
  for (const path of [join(cluster, "postmaster.pid"), join(folder, `${socketName}.lock`)]) {
    const pid = Number(readIfThere(path)?.split("\n", 1)[0]);
    if (processOf(pid) !== undefined && !isPostmaster(pid, cluster)) rmSync(path);
  }
}

/** Records that this process has started the server. */
export function recordStarter({ starterFile, account }: Home): void {
  replaceFile(starterFile, { text: markOf(process.pid), mode: 0o644, account });
}

/** Marks the server as stopping, so that no process joins it any more. */
export function forgetStarter({ starterFile }: Home): void {
  if (readIfThere(starterFile) === markOf(process.pid)) rmSync(starterFile, { force: true });
}

/** Whether the process that started the server still runs; undefined once it has stopped the server or none is recorded. */
export function starterState({ starterFile }: Home): "alive" | "dead" | undefined {
  const mark = readIfThere(starterFile);
  if (mark === undefined) return undefined;
  return isAlive(mark) ? "alive" : "dead";
}

/** A zombie counts: PostgreSQL treats it as a server until its parent has seen it end. */
function isPostmaster(pid: number, cluster: string): boolean {
  const found = processOf(pid);
  if (found === undefined) return false;
  // If in doubt, assume that it is the server.
  if (found.name !== "" && !found.name.startsWith("postgres")) return false;
  const folder = found.isZombie || process.platform !== "linux" ? undefined : folderOf(pid);
  return folder === undefined || folder === cluster;
}

/** The working directory of a process: for a server, its data. */
function folderOf(pid: number): string | undefined {
  try {
    return readlinkSync(`/proc/${String(pid)}/cwd`);
  } catch {
    // It ended just now, or it belongs to someone else.
    return undefined;
  }
}
