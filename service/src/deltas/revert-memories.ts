// Takes back what a delta did to memories, unless they were changed since.

import { build } from "../database/build.ts";
import { ofTenant } from "../database/of-tenant.ts";
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
    // One that was forgotten is gone as it was before; but a limited key may just see it no more.
    if (memory === undefined ? tenant.limits !== undefined : memory.version > 1 || isWrittenAgain(memory))
      conflicts.push(conflict(id, changed));
  }
  for (const { id, objectId, before } of edits) {
    const memory = stored.get(objectId);
    if (memory === undefined) conflicts.push(conflict(id, "the memory was forgotten"));
    else if (
      memory.version !== Number(before?.["version"]) + 1 ||
      memory.change !== "updated" ||
      isWrittenAgain(memory)
    )
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
  return { previous, conflicts: [...conflicts, ...(await lost(tx, tenant, affected, previous))] };
}

/** What changes have replaced and cannot be brought back. */
async function lost(
  tx: Transaction,
  tenant: Tenant,
  affected: readonly { readonly id: string; readonly memory: LockedMemory }[],
  previous: readonly PreviousVersion[],
): Promise<readonly ProblemEntry[]> {
  const said = new Map(previous.map((version) => [version.memory.id, version.said]));
  const now = await tx.now();
  const shapes = await knownShapes(tx, tenant, previous);
  return affected.flatMap(({ id, memory }) => {
    const was = said.get(memory.id);
    if (was === undefined) return [conflict(id, "what the memory said before was erased")];
    if (was.forget_after !== null && new Date(was.forget_after) <= now)
      return [conflict(id, "what the memory said before has expired")];
    const isShaped = was.shape_id === null || shapes.has(was.shape_id);
    return isShaped ? [] : [conflict(id, "the shape that the memory had before was deleted")];
  });
}

async function knownShapes(
  tx: Transaction,
  tenant: Tenant,
  previous: readonly PreviousVersion[],
): Promise<ReadonlySet<string>> {
  const ids = previous.flatMap(({ said: { shape_id } }) => shape_id ?? []);
  if (ids.length === 0) return new Set();
  const shapes = build.selectFrom("shape").select("id").where(ofTenant(tenant));
  const rows = await tx.all(shapes.where("id", "in", [...new Set(ids)]).forKeyShare());
  return new Set(rows.map(({ id }) => id));
}

const changed = "the memory has changed since, or was written again";

/** Whether somebody was told, since it says this, that it is the memory that they wrote. */
function isWrittenAgain({ recalled_as_new_at, changed_at, created_at }: LockedMemory): boolean {
  return recalled_as_new_at !== null && recalled_as_new_at >= (changed_at ?? created_at);
}
