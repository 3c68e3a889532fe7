// Writes memories: at once, or into a delta that waits for its review.

import { sql } from "kysely";
import type { Static } from "typebox";
import { requireShape } from "../catalog/write.ts";
import { type NewChange, stage } from "../changes/stage.ts";
import { allSettledOrThrow } from "../database/all-settled.ts";
import { build } from "../database/build.ts";
import { learnWords } from "../database/search-words.ts";
import type { Tenant, Transaction } from "../database/transaction.ts";
import { maxStored, sizeOf } from "../values/json.ts";
import { Problem, type ProblemEntry } from "../values/problem.ts";
import { newId } from "../values/uuid.ts";
import { toRow } from "./rows.ts";
import type { PlainMemory, writeStatus } from "./schemas.ts";

/** A memory to be stored. */
export type MemoryItem = PlainMemory;

/** The result of a write. */
export interface WriteOutcome {
  readonly ids: readonly string[];
  readonly status: Static<typeof writeStatus>;
  /** The delta in which it waits; null if it was applied. */
  readonly deltaId: string | null;
}

/**
 * Stores memories, all or none. If one expires before all are checked, the write fails, and all wait in a delta like staged ones.
 * `pointerTo` returns where a memory is in the body.
 */
export async function remember(
  tx: Transaction,
  tenant: Tenant,
  items: readonly MemoryItem[],
  pointerTo: (index: number) => string,
): Promise<WriteOutcome> {
  await requireFit(tx, tenant, items, pointerTo);
  if (await haveExpired(tx, items)) return { ...(await stageChecked(tx, tenant, items)), status: "failed" };
  const memories = items.map((item) => ({ ...item, id: newId() }));
  await insertMemories(tx, tenant, memories);
  return { ids: memories.map(({ id }) => id), status: "applied", deltaId: null };
}

/** Whether a memory can be stored without a look at the catalog or the clock. */
export function isPlain({ forget_after, shape_id, subject }: MemoryItem): boolean {
  return forget_after === undefined && shape_id === undefined && !isTooLarge(subject);
}

function isTooLarge(subject: MemoryItem["subject"]): boolean {
  return subject !== undefined && sizeOf(JSON.stringify(subject)) > maxStored;
}

/** Whether a memory has expired at this instant. */
export function isPast({ forget_after }: Pick<MemoryItem, "forget_after">, now: Date): boolean {
  return forget_after !== undefined && !(Date.parse(forget_after) > now.getTime());
}

/** Whether one of them has expired since the transaction began. */
async function haveExpired(tx: Transaction, items: readonly MemoryItem[]): Promise<boolean> {
  if (items.every(({ forget_after }) => forget_after === undefined)) return false;
  const row = await tx.first(sql<{ readonly now: Date }>`select clock_timestamp() as now`);
  return items.some((item) => isPast(item, row?.now ?? new Date(Number.NaN)));
}

/** Stores memories that were checked, with their IDs. */
export async function insertMemories(
  tx: Transaction,
  tenant: Tenant,
  memories: readonly (MemoryItem & { readonly id: string })[],
): Promise<void> {
  if (memories.length === 0) return;
  const ids = memories.map(({ id }) => id);
  const rows = memories.map((memory) => toRow(tenant, memory.id, memory));
  await allSettledOrThrow([
    tx.all(build.insertInto("memory").values(rows)),
    learnWords(tx, tenant, "memory", ids),
  ]);
}

/** Puts memories into a new delta. They cannot be recalled before it is applied. */
export async function stageMemories(
  tx: Transaction,
  tenant: Tenant,
  items: readonly MemoryItem[],
  pointerTo: (index: number) => string,
): Promise<WriteOutcome> {
  await requireFit(tx, tenant, items, pointerTo);
  return await stageChecked(tx, tenant, items);
}

async function stageChecked(
  tx: Transaction,
  tenant: Tenant,
  items: readonly MemoryItem[],
): Promise<WriteOutcome> {
  const changes = createsOf(items);
  const deltaId = await stage(tx, tenant, changes, arePrivate(items));
  return { ids: changes.map(({ objectId }) => objectId), status: "staged", deltaId };
}

/** The changes that create memories. */
export function createsOf(items: readonly MemoryItem[]): readonly NewChange[] {
  return items.map((item) => {
    const id = newId();
    return { operation: "create", object: "memory", objectId: id, value: { id, ...item } };
  });
}

/** Whether a delta of these is visible to its writer alone: others may not see such memories, not even to review them. */
export function arePrivate(items: readonly MemoryItem[]): boolean {
  return items.some(({ scope }) => scope === "agent");
}

/** Throws a {@link Problem} for memories that cannot be stored. */
export async function requireFit(
  tx: Transaction,
  tenant: Tenant,
  items: readonly MemoryItem[],
  pointerTo: (index: number) => string,
): Promise<void> {
  const errors: ProblemEntry[] = [];
  // Most memories never expire: their insertion is sent together with the beginning of the transaction.
  const now = items.some(({ forget_after }) => forget_after !== undefined) ? await tx.now() : undefined;
  for (const [index, item] of items.entries()) {
    const { shape_id, subject } = item;
    if (isTooLarge(subject))
      errors.push({
        pointer: `${pointerTo(index)}/subject`,
        message: `is larger than ${maxStored} characters of JSON`,
      });
    if (now !== undefined && isPast(item, now))
      errors.push({ pointer: `${pointerTo(index)}/forget_after`, message: "must be in the future" });
    if (shape_id !== undefined) await requireShape(tx, tenant, shape_id, `${pointerTo(index)}/shape_id`);
  }
  if (errors.length > 0) throw new Problem("invalid_request", { errors });
}
