// Applies changes of memories, unless what they are about has changed since.

import { isDeepStrictEqual } from "node:util";
import type { Tenant, Transaction } from "../database/transaction.ts";
import { insertMemories } from "../memories/insert.ts";
import { beforeOf, patched } from "../memories/patch.ts";
import { lookUpSuperseded, type SupersededLookup } from "../memories/supersede.ts";
import { changeMemories, type LockedMemory, lockMemories, markSuperseded } from "../memories/versions.ts";
import { isPast } from "../memories/write.ts";
import type { ProblemEntry } from "../values/problem.ts";
import { conflict } from "./conflicts.ts";
import type { Sorted } from "./sort.ts";

/** What changes of memories need to be written: what they are about, locked. */
export interface Affected {
  readonly edited: ReadonlyMap<string, LockedMemory>;
  readonly superseded: SupersededLookup["found"];
  readonly conflicts: readonly ProblemEntry[];
}

/** Locks the memories that changes are about, and finds which changes conflict with what has happened since they were staged. */
export async function lockAffected(
  tx: Transaction,
  tenant: Tenant,
  { memories, edits }: Sorted,
): Promise<Affected> {
  const ids = edits.map(({ objectId }) => objectId);
  const edited = new Map((await lockMemories(tx, tenant, ids)).map((memory) => [memory.id, memory]));
  const { found, unknown } = await lookUpSuperseded(
    tx,
    tenant,
    memories.map(({ value }) => value),
  );
  const now = await tx.now();
  // An expired memory would be deleted as soon as it is applied.
  const expired = [...memories, ...edits].flatMap(({ id, value }) =>
    isPast(value, now) ? conflict(id, "has expired: its `forget_after` has passed") : [],
  );
  const changed = edits.flatMap((edit) => {
    const memory = edited.get(edit.objectId);
    if (memory === undefined) return conflict(edit.id, "the memory was forgotten");
    // A version that was taken back leaves its number to the next one, so what it says is compared as well.
    const isSame = isDeepStrictEqual(beforeOf(memory), edit.before);
    return isSame ? [] : conflict(edit.id, "the memory has changed since");
  });
  const taken = unknown.map(({ index, at, message }) =>
    conflict(
      memories[index]?.id ?? "",
      `\`supersedes\`: ${String(memories[index]?.value.supersedes?.[at])} ${message}`,
    ),
  );
  return { edited, superseded: found, conflicts: [...expired, ...changed, ...taken] };
}

/** Writes changes of memories that conflict with nothing, for the key that has staged them. They are written even if another memory says the same by now. */
export async function writeMemories(
  tx: Transaction,
  writer: Tenant,
  { memories, edits }: Sorted,
  { edited, superseded }: Affected,
): Promise<void> {
  const changes = edits.flatMap(({ objectId, value: { id: _id, ...patch } }) => {
    const memory = edited.get(objectId);
    return memory === undefined ? [] : [{ memory, said: patched(memory, patch) }];
  });
  await changeMemories(tx, writer, changes, "updated");
  await insertMemories(
    tx,
    writer,
    memories.map(({ value }) => ({ ...value, deduplicate: false })),
  );
  const marks = memories.flatMap(({ value }, at) =>
    (superseded[at] ?? []).map((memory) => ({ memory, by: value.id })),
  );
  await markSuperseded(tx, writer, marks);
}
