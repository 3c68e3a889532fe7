// A lock held by one process, which is released however that process ends.

import { rmSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { DatabaseError } from "../database-error.ts";
import { createFile, readIfThere } from "./files.ts";
import { isAlive, markOf } from "./processes.ts";

/** Maximum wait, in milliseconds: longer than any start takes, so after that the other process hangs. */
const timeoutMs = 180_000;

/** Calls `run` while holding the lock, a file at this path. */
export async function withLock<T>(path: string, run: () => Promise<T>): Promise<T> {
  await take(path);
  try {
    return await run();
  } finally {
    rmSync(path, { force: true });
  }
}

async function take(path: string): Promise<void> {
  const until = performance.now() + timeoutMs;
  while (!createFile(path, { text: markOf(process.pid), mode: 0o644 })) {
    const holder = readIfThere(path);
    if (holder !== undefined && !isAlive(holder)) await takeOver(path);
    else if (performance.now() > until) throw new DatabaseError(hangs(path, holder ?? ""));
    else await sleep(20);
  }
}

/**
 * Removes the lock of a dead process. Two processes that do so at once could each remove the lock that the other has just
 * taken, so this takes a lock as well.
 */
async function takeOver(path: string): Promise<void> {
  await withLock(`${path}.takeover`, async () => {
    const holder = readIfThere(path);
    if (holder !== undefined && !isAlive(holder)) rmSync(path);
  });
}

function hangs(path: string, holder: string): string {
  const [pid = ""] = holder.split(" ");
  return `process ${pid} has been starting the database for three minutes; end it and start again (its lock is ${path})`;
}
