// Takes back what a delta did to memories, unless they were changed since.

import type { Tenant, Transaction } from "../database/transaction.ts";
import {
  type LockedMemory,
  lockMemories,
  type PreviousVersion,
  previousVersions,
} from "../memories/versions.ts";
import type { ProblemEntry } from "../values/problem.ts";
import { conflict } from "./conflicts.ts";
import type { Sorted } from "./sort.ts";

/** What memories were before a delta was applied, and why it cannot be taken back. */
export interface Outcome {
  readonly previous: readonly PreviousVersion[];
  readonly conflicts: readonly ProblemEntry[];
}

/** Locks the memories that a delta has created, changed or superseded, and finds what has happened to them since. */
export async function changedMemories(
  tx: Transaction,
  tenant: Tenant,
  { memories, edits }: Sorted,
): Promise<Outcome> {
  const superseded = memories.flatMap(({ id, objectId: by, value: { supersedes = [] } }) =>
    supersedes.map((memory) => ({ id, by, memory: memory.toLowerCase() })),
  );
  const ids = [...memories, ...edits].map(({ objectId }) => objectId);
  const locked = await lockMemories(tx, tenant, [...ids, ...superseded.map(({ memory }) => memory)]);
  const stored = new Map(locked.map((memory) => [memory.id, memory]));
  const conflicts: ProblemEntry[] = [];
  const affected: { readonly id: string; readonly memory: LockedMemory }[] = [];
  for (const { id, objectId } of memories) {
    const memory = stored.get(objectId);
    // One that was forgotten is gone as it was before.
    if (memory !== undefined && !isAsCreated(memory)) conflicts.push(conflict(id, changed));
  }
  for (const { id, objectId, before } of edits) {
    const memory = stored.get(objectId);
    if (memory === undefined) conflicts.push(conflict(id, "the memory was forgotten"));
    else if (memory.change !== "updated" || memory.version !== Number(before?.["version"]) + 1)
      conflicts.push(conflict(id, changed));
    else affected.push({ id, memory });
  }
  for (const { id, by, memory: old } of superseded) {
    const memory = stored.get(old);
    // What was forgotten stays so.
    if (memory === undefined) continue;
    if (memory.superseded_by === by) affected.push({ id, memory });
    else conflicts.push(conflict(id, `the memory that it superseded has changed since: ${old}`));
  }
  const previous = await previousVersions(
    tx,
    tenant,
    affected.map(({ memory }) => memory),
  );
  const known = new Set(previous.map(({ memory }) => memory.id));
  const erased = affected.flatMap(({ id, memory }) =>
    known.has(memory.id) ? [] : [conflict(id, "what the memory said before was erased")],
  );
  return { previous, conflicts: [...conflicts, ...erased] };
}

const changed = "the memory has changed since, or was written again";

/** Whether a memory is still what was created, and nobody else has been told since that it is the one that they wrote. */
function isAsCreated({ version, recalled_as_new_at }: LockedMemory): boolean {
  return version === 1 && recalled_as_new_at === null;
}
