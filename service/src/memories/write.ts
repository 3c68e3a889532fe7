// Writes memories: at once, or into a delta that waits for its review.

import { sql } from "kysely";
import type { Static } from "typebox";
import { requireShape } from "../catalog/write.ts";
import { type NewChange, stage } from "../changes/stage.ts";
import type { Tenant, Transaction } from "../database/transaction.ts";
import { maxStored, sizeOf } from "../values/json.ts";
import { Problem, type ProblemEntry } from "../values/problem.ts";
import { newId } from "../values/uuid.ts";
import { insertMemories } from "./insert.ts";
import type { MemoryItem, writeStatus } from "./schemas.ts";
import { lookUpSuperseded, type SupersededLookup } from "./supersede.ts";
import { markSuperseded } from "./versions.ts";

/** What came of one memory. */
export interface WriteResult {
  readonly id: string;
  readonly status: Static<typeof writeStatus>;
  /** Whether it is the ID of one that says the same. */
  readonly isDuplicate: boolean;
}

/** The result of a write. */
export interface WriteOutcome {
  readonly results: readonly WriteResult[];
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
  const { found } = await requireFit(tx, tenant, items, pointerTo);
  if (await haveExpired(tx, items)) return await stageChecked(tx, tenant, items, "failed");
  const memories = items.map((item) => ({ ...item, id: newId() }));
  // First, so that no other memory of the write is taken for one that it supersedes; those that supersede are always written.
  const superseded = memories.flatMap(({ id }, at) =>
    (found[at] ?? []).map((memory) => ({ memory, by: id })),
  );
  await markSuperseded(tx, tenant, superseded);
  const placed = await insertMemories(tx, tenant, memories);
  return {
    results: placed.map(({ id, isDuplicate }) => ({ id, status: "applied", isDuplicate })),
    status: "applied",
    deltaId: null,
  };
}

/** Whether a memory can be stored without a look at the catalog, the clock, or another memory. */
export function isPlain({ forget_after, shape_id, subject, supersedes = [] }: MemoryItem): boolean {
  return (
    forget_after === undefined && shape_id === undefined && supersedes.length === 0 && !isTooLarge(subject)
  );
}

/** Whether the subject of a memory is larger than one may be. */
export function isTooLarge(subject: MemoryItem["subject"] | null): boolean {
  return subject !== undefined && subject !== null && sizeOf(JSON.stringify(subject)) > maxStored;
}

/** What is said of a subject that {@link isTooLarge}. */
export const tooLarge: string = `is larger than ${String(maxStored)} characters of JSON`;

/** Whether a memory has expired at this instant. */
export function isPast(
  { forget_after }: { readonly forget_after?: string | null | undefined },
  now: Date,
): boolean {
  return typeof forget_after === "string" && !(Date.parse(forget_after) > now.getTime());
}

/** Whether one of them has expired since the transaction began. */
async function haveExpired(tx: Transaction, items: readonly MemoryItem[]): Promise<boolean> {
  if (items.every(({ forget_after }) => forget_after === undefined)) return false;
  const row = await tx.first(sql<{ readonly now: Date }>`select clock_timestamp() as now`);
  return items.some((item) => isPast(item, row?.now ?? new Date(Number.NaN)));
}

/** Puts memories into a new delta, whatever is remembered already. They cannot be recalled before it is applied. */
export async function stageMemories(
  tx: Transaction,
  tenant: Tenant,
  items: readonly MemoryItem[],
  pointerTo: (index: number) => string,
): Promise<WriteOutcome> {
  await requireFit(tx, tenant, items, pointerTo);
  return await stageChecked(tx, tenant, items, "staged");
}

async function stageChecked(
  tx: Transaction,
  tenant: Tenant,
  items: readonly MemoryItem[],
  status: "failed" | "staged",
): Promise<WriteOutcome> {
  const changes = createsOf(items);
  const deltaId = await stage(tx, tenant, changes, arePrivate(items));
  return {
    results: changes.map(({ objectId: id }) => ({ id, status, isDuplicate: false })),
    status,
    deltaId,
  };
}

/** The changes that create memories, whatever is remembered already. */
export function createsOf(items: readonly MemoryItem[]): readonly NewChange[] {
  return items.map(({ deduplicate: _deduplicate, ...item }) => {
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
): Promise<SupersededLookup> {
  const errors: ProblemEntry[] = [];
  // Most memories never expire: their insertion is sent together with the beginning of the transaction.
  const now = items.some(({ forget_after }) => forget_after !== undefined) ? await tx.now() : undefined;
  for (const [index, item] of items.entries()) {
    const { shape_id, subject } = item;
    if (isTooLarge(subject)) errors.push({ pointer: `${pointerTo(index)}/subject`, message: tooLarge });
    if (now !== undefined && isPast(item, now))
      errors.push({ pointer: `${pointerTo(index)}/forget_after`, message: "must be in the future" });
    if (shape_id !== undefined) await requireShape(tx, tenant, shape_id, `${pointerTo(index)}/shape_id`);
  }
  if (errors.length > 0) throw new Problem("invalid_request", { errors });
  const lookup = await lookUpSuperseded(tx, tenant, items);
  const unknown = lookup.unknown.map(({ index, at, message }) => ({
    pointer: `${pointerTo(index)}/supersedes/${String(at)}`,
    message,
  }));
  if (unknown.length > 0) throw new Problem("unknown_memory", { errors: unknown });
  return lookup;
}
