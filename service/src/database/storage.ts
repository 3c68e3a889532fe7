// Tracks whether the disk of the database is full: then it can still be read, but not written.

import type { Pool } from "pg";

/** The SQLSTATE `disk_full`. */
const diskFull = "53100";
/** How long a refused write counts as a sign that the disk is still full, in milliseconds. */
const lately = 60_000;

const refusedAt = new WeakMap<Pool, number>();

/** Whether an error means that the disk of the database is full. */
export function isStorageFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return ("code" in error && error.code === diskFull) || error.message.includes("No space left on device");
}

/** Remembers an error of a pool if it means that the disk is full. */
export function noteStorage(pool: Pool, error: unknown): void {
  if (isStorageFull(error)) refusedAt.set(pool, performance.now());
}

/** Whether a write of one of these pools was refused within the last minute because the disk was full. */
export function wasStorageFull(pools: readonly Pool[]): boolean {
  return pools.some((pool) => performance.now() - (refusedAt.get(pool) ?? Number.NEGATIVE_INFINITY) < lately);
}
