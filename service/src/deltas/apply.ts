// Applies deltas: all that was not excluded, or nothing.

import { type RawBuilder, sql } from "kysely";
import type { Static } from "typebox";
import { Compile } from "typebox/compile";
import { build } from "../database/build.ts";
import { ofTenant } from "../database/of-tenant.ts";
import type { Tenant, Transaction } from "../database/transaction.ts";
import { insertMemories, isPast } from "../memories/write.ts";
import { Problem, type ProblemEntry } from "../values/problem.ts";
import { isUuid } from "../values/uuid.ts";
import { findConflicts, writeGraph } from "./apply-graph.ts";
import { changesToApply, type DeltaRow, lockDelta, loopWriting } from "./read.ts";
import { applied } from "./schemas.ts";
import { type Sorted, sortChanges } from "./sort.ts";

/** What applying answers, but for the ID of the request. */
export type Applied = Static<typeof applied>;

/**
 * Applies a delta but for the changes that are excluded. If it was applied before, it returns the earlier answer. Throws a {@link Problem} if it was
 * discarded, if a change to exclude is not in it, or if a change cannot be applied any more.
 */
export async function applyDelta(
  tx: Transaction,
  tenant: Tenant,
  deltaId: string,
  exclude: readonly string[],
): Promise<Applied> {
  const delta = await lockDelta(tx, tenant, deltaId);
  if (delta.status === "discarded") throw new Problem("delta_not_open");
  if (delta.status === "applied") return answered.Parse(delta.answer);
  await requireUnused(tx, tenant, deltaId);
  await requireKnown(tx, tenant, deltaId, exclude);
  const named = new Set(exclude.map((id) => id.toLowerCase()));
  const sorted = await sortChanges(await changesToApply(tx, tenant, deltaId), named);
  const conflicts = [...(await findConflicts(tx, tenant, sorted)), ...outOfTime(sorted, await tx.now())];
  if (conflicts.length > 0) throw conflicting(conflicts);
  await writeGraph(tx, tenant, sorted);
  // The key that staged a memory is the one that has written it.
  await insertMemories(
    tx,
    { ...tenant, keyId: delta.key_id },
    sorted.memories.map(({ value }) => value),
  );
  return await finish(tx, tenant, delta, named, sorted);
}

/** Maximum conflicts listed: callers exclude these and try again. */
const maxConflicts = 1000;

function conflicting(conflicts: readonly ProblemEntry[]): Problem {
  const detail = `${conflicts.length} changes conflict with the current data, of which \`errors\` lists ${maxConflicts}; exclude these and try again, or discard the delta.`;
  return new Problem("delta_conflict", {
    errors: conflicts.slice(0, maxConflicts),
    ...(conflicts.length > maxConflicts && { detail }),
  });
}

/** Throws a {@link Problem} if a loop that has not ended writes into the delta. */
async function requireUnused(tx: Transaction, tenant: Tenant, deltaId: string): Promise<void> {
  const loop = await loopWriting(tx, tenant, deltaId);
  if (loop !== undefined)
    throw new Problem("delta_in_use", {
      detail: `The loop ${loop} is writing into this delta; wait until it ends, or cancel it.`,
    });
}

/** Discards a delta; discarded before, it stays so. Throws a {@link Problem} if it was applied. */
export async function discardDelta(tx: Transaction, tenant: Tenant, deltaId: string): Promise<DeltaRow> {
  const delta = await lockDelta(tx, tenant, deltaId);
  if (delta.status === "applied") throw new Problem("delta_not_open");
  if (delta.status === "discarded") return delta;
  await requireUnused(tx, tenant, deltaId);
  const end = { status: "discarded", finished_at: await tx.now() } as const;
  await tx.all(build.updateTable("delta").set(end).where(ofTenant(tenant)).where("id", "=", deltaId));
  return { ...delta, ...end };
}

/** Maximum unknown changes listed. */
const maxUnknown = 20;

/** Throws a {@link Problem} if a change to exclude is not in the delta, before its changes are read. */
async function requireKnown(
  tx: Transaction,
  tenant: Tenant,
  deltaId: string,
  exclude: readonly string[],
): Promise<void> {
  if (exclude.length === 0) return;
  const rows = await tx.all(
    build
      .selectFrom("change")
      .select("id")
      .where(ofTenant(tenant))
      .where("delta_id", "=", deltaId)
      .where("id", "=", anyOf(exclude.filter(isUuid))),
  );
  const known = new Set(rows.map(({ id }) => id));
  const errors = exclude.flatMap((each, at) =>
    known.has(each.toLowerCase())
      ? []
      : [{ pointer: `/exclude/${at}`, message: "is not a change of this delta" }],
  );
  if (errors.length > 0) throw new Problem("invalid_request", { errors: errors.slice(0, maxUnknown) });
}

/** As one parameter: there may be any number of them. */
function anyOf(ids: readonly string[]): RawBuilder<string> {
  return sql`any(${ids}::uuid[])`;
}

/** An expired memory would be deleted as soon as it is applied. */
function outOfTime({ memories }: Sorted, now: Date): readonly ProblemEntry[] {
  return memories.flatMap(({ id, value }) =>
    isPast(value, now) ? { pointer: `/${id}`, message: "has expired: its `forget_after` has passed" } : [],
  );
}

const answered = Compile(applied);

async function finish(
  tx: Transaction,
  tenant: Tenant,
  { id }: DeltaRow,
  named: ReadonlySet<string>,
  { creates, updates, links, memories, fallen }: Sorted,
): Promise<Applied> {
  const counts = {
    entities: creates.length + updates.length,
    relationships: links.length,
    memories: memories.length,
  };
  const left = [...named, ...fallen];
  const answer: Applied = {
    id,
    status: "applied",
    applied: counts,
    excluded: left.length,
    ...(fallen.length > 0 && { left_out: [...fallen] }),
    project_id: tenant.projectId,
  };
  await tx.all(
    build
      .updateTable("change")
      .set({ excluded: true })
      .where(ofTenant(tenant))
      .where("delta_id", "=", id)
      .where("id", "=", anyOf(left)),
  );
  await tx.all(
    build
      .updateTable("delta")
      .set({ status: "applied", finished_at: await tx.now(), answer: JSON.stringify(answer) })
      .where(ofTenant(tenant))
      .where("id", "=", id),
  );
  return answer;
}
