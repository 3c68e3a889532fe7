// Changes what a memory says: at once, or in a delta that waits for its review.

import { requireShape } from "../catalog/write.ts";
import { stage } from "../changes/stage.ts";
import type { Tenant, Transaction } from "../database/transaction.ts";
import type { JsonObject } from "../values/json.ts";
import { Problem, type ProblemEntry } from "../values/problem.ts";
import type { MemoryPatch } from "./life-schemas.ts";
import { notFound } from "./recall.ts";
import { type MemoryRow, toMemory } from "./rows.ts";
import { changeMemories, type LockedMemory, lockMemories, type Said, saidColumns } from "./versions.ts";
import { isPast, isTooLarge, tooLarge } from "./write.ts";

/** Whether a version is the one that the caller knows. */
export type IsExpected = (version: number) => boolean;

/** The memory with this ID, locked. Throws a {@link Problem} if there is none that the key may change. */
export async function lockMemory(tx: Transaction, tenant: Tenant, id: string): Promise<LockedMemory> {
  const [memory] = await lockMemories(tx, tenant, [id]);
  if (memory === undefined) throw notFound();
  return memory;
}

/** The memory that a patch is for, locked. Throws a {@link Problem} if it is not the version that is expected, or superseded, or if the patch does not fit. */
async function lockForPatch(
  tx: Transaction,
  tenant: Tenant,
  id: string,
  patch: MemoryPatch,
  isExpected: IsExpected,
): Promise<LockedMemory> {
  const memory = await lockMemory(tx, tenant, id);
  const { version, superseded_by } = memory;
  if (!isExpected(version)) throw versionConflict(version);
  if (superseded_by !== null) throw new Problem("memory_superseded");
  await requireFit(tx, tenant, patch);
  return memory;
}

function versionConflict(version: number): Problem {
  return new Problem("version_conflict", { version, headers: { etag: tagOf({ version }) } });
}

/** The `ETag` of a memory: its version. */
export function tagOf({ version }: Pick<MemoryRow, "version">): string {
  return `"${String(version)}"`;
}

/** Changes a memory, and returns it as it is then. */
export async function patchMemory(
  tx: Transaction,
  tenant: Tenant,
  id: string,
  patch: MemoryPatch,
  isExpected: IsExpected,
): Promise<MemoryRow> {
  const memory = await lockForPatch(tx, tenant, id, patch, isExpected);
  const [changed] = await changeMemories(tx, tenant, [{ memory, said: patched(memory, patch) }], "updated");
  if (changed === undefined) throw notFound();
  return changed;
}

/** Puts a change of a memory into a new delta, and returns the delta's ID. */
export async function stagePatch(
  tx: Transaction,
  tenant: Tenant,
  id: string,
  patch: MemoryPatch,
  isExpected: IsExpected,
): Promise<string> {
  const memory = await lockForPatch(tx, tenant, id, patch, isExpected);
  const change = {
    operation: "update",
    object: "memory",
    objectId: memory.id,
    value: { id: memory.id, ...patch },
    before: beforeOf(memory),
  } as const;
  return await stage(tx, tenant, [change], memory.scope === "agent");
}

/** What a change of a memory replaces: all that it said, so that a reviewer sees the rest, and its version. */
export function beforeOf(memory: LockedMemory): JsonObject {
  const shown: JsonObject = toMemory(memory);
  return Object.fromEntries(["version", "scope", ...saidColumns].map((name) => [name, shown[name] ?? null]));
}

/** What a memory says after a patch. */
export function patched(memory: LockedMemory, patch: MemoryPatch): Said {
  const { content, kind, subject, source_context, thread, valid_at } = memory;
  const { forget_after, forget_reason, shape_id } = memory;
  const kept = { content, kind, subject, source_context, thread, valid_at };
  return { ...kept, forget_after, forget_reason, shape_id, ...patch };
}

async function requireFit(tx: Transaction, tenant: Tenant, patch: MemoryPatch): Promise<void> {
  const { subject, shape_id } = patch;
  const errors: ProblemEntry[] = [];
  if (isTooLarge(subject)) errors.push({ pointer: "/subject", message: tooLarge });
  if (isPast(patch, await tx.now()))
    errors.push({ pointer: "/forget_after", message: "must be in the future" });
  if (errors.length > 0) throw new Problem("invalid_request", { errors });
  if (typeof shape_id === "string") await requireShape(tx, tenant, shape_id, "/shape_id");
}
