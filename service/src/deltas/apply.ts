// Applies deltas: all that is selected and was not rejected, or nothing.

import { type RawBuilder, sql } from "kysely";
import type { Static } from "typebox";
import { Compile } from "typebox/compile";
import { build } from "../database/build.ts";
import { ofTenant } from "../database/of-tenant.ts";
import type { Tenant, Transaction } from "../database/transaction.ts";
import { Problem } from "../values/problem.ts";
import { isUuid } from "../values/uuid.ts";
import { findConflicts, keepReplaced, writeGraph } from "./apply-graph.ts";
import { lockAffected, writeMemories } from "./apply-memories.ts";
import { conflicting } from "./conflicts.ts";
import {
  changesToApply,
  type DeltaRow,
  lockDelta,
  loopWriting,
  nextRevision,
  requireRevision,
  revise,
} from "./read.ts";
import { applied } from "./schemas.ts";
import { type Sorted, sortChanges } from "./sort.ts";

/** What applying answers, but for the ID of the request. */
export type Applied = Static<typeof applied>;

/** Which changes are to be applied: those of a list, or all, but for those that are excluded. */
export interface Selection {
  readonly only?: readonly string[] | undefined;
  readonly exclude?: readonly string[] | undefined;
  /** That of the delta as it was read, if it matters whether it is another by now. */
  readonly revision?: number | undefined;
}

/**
 * Applies the selected changes of a delta that are not rejected. With `only` the others stay, and so does the delta. If it was applied before, it
 * returns the earlier answer. Throws a {@link Problem} if it was discarded or reverted, if a selected change is not in it, or if a change cannot be
 * applied any more.
 */
export async function applyDelta(
  tx: Transaction,
  tenant: Tenant,
  deltaId: string,
  { only, exclude = [], revision }: Selection,
): Promise<Applied> {
  const delta = await lockDelta(tx, tenant, deltaId);
  if (delta.status === "applied") return answered.Parse(delta.answer);
  if (delta.status !== "open") throw new Problem("delta_not_open");
  await requireUnused(tx, tenant, deltaId);
  requireRevision(delta, revision);
  await requireKnown(tx, tenant, deltaId, { only, exclude });
  const changes = await changesToApply(tx, tenant, deltaId);
  const left = leftOut(changes, { only, exclude });
  const sorted = await sortChanges(changes, left);
  const inGraph = await findConflicts(tx, tenant, sorted);
  const affected = await lockAffected(tx, tenant, sorted);
  const conflicts = [...inGraph, ...affected.conflicts];
  if (conflicts.length > 0) throw conflicting(conflicts);
  await keepReplaced(tx, tenant, deltaId, sorted.updates);
  await writeGraph(tx, tenant, sorted);
  // The key that staged a memory is the one that has written it.
  await writeMemories(tx, { ...tenant, keyId: delta.key_id }, sorted, affected);
  return await (only === undefined ? finish : finishPart)(tx, tenant, delta, { left, only, sorted });
}

/** The changes that are not applied: those that are rejected, excluded, or not in the list. */
function leftOut(
  changes: readonly { readonly id: string; readonly decision: string }[],
  { only, exclude = [] }: Selection,
): ReadonlySet<string> {
  const excluded = new Set(exclude.map((id) => id.toLowerCase()));
  const wanted = only && new Set(only.map((id) => id.toLowerCase()));
  return new Set(
    changes.flatMap(({ id, decision }) =>
      decision === "rejected" || excluded.has(id) || wanted?.has(id) === false ? [id] : [],
    ),
  );
}

/** Throws a {@link Problem} if a loop that has not ended writes into the delta. */
export async function requireUnused(tx: Transaction, tenant: Tenant, deltaId: string): Promise<void> {
  const loop = await loopWriting(tx, tenant, deltaId);
  if (loop !== undefined)
    throw new Problem("delta_in_use", {
      detail: `The loop ${loop} is writing into this delta; wait until it ends, or cancel it.`,
    });
}

/**
 * Discards what is left of a delta; discarded before, it stays so. Throws a {@link Problem} if it was applied, or has another revision than the
 * caller has seen.
 */
export async function discardDelta(
  tx: Transaction,
  tenant: Tenant,
  deltaId: string,
  seen?: number,
): Promise<DeltaRow> {
  const delta = await lockDelta(tx, tenant, deltaId);
  if (delta.status === "discarded") return delta;
  if (delta.status !== "open") throw new Problem("delta_not_open");
  await requireUnused(tx, tenant, deltaId);
  requireRevision(delta, seen);
  const end = { status: "discarded", finished_at: await tx.now() } as const;
  await tx.all(deltaOf(tenant, delta).set(end));
  return { ...delta, ...end, revision: await revise(tx, tenant, deltaId) };
}

/** Maximum changes listed of those that something is wrong with. */
export const maxUnknown = 20;

/** Throws a {@link Problem} if a selected change is not in the delta, before its changes are read. */
async function requireKnown(
  tx: Transaction,
  tenant: Tenant,
  deltaId: string,
  selection: Selection,
): Promise<void> {
  const named = (["only", "exclude"] as const).flatMap((list) =>
    (selection[list] ?? []).map((id, at) => ({ id: id.toLowerCase(), pointer: `/${list}/${String(at)}` })),
  );
  if (named.length === 0) return;
  const ids = named.map(({ id }) => id).filter(isUuid);
  const rows = await tx.all(
    build
      .selectFrom("change")
      .select("id")
      .where(ofTenant(tenant))
      .where("delta_id", "=", deltaId)
      .where("id", "=", anyOf(ids)),
  );
  const known = new Set(rows.map(({ id }) => id));
  const errors = named.flatMap(({ id, pointer }) =>
    known.has(id) ? [] : [{ pointer, message: "is not a change of this delta" }],
  );
  if (errors.length > 0) throw new Problem("invalid_request", { errors: errors.slice(0, maxUnknown) });
}

/** As one parameter: there may be any number of them. */
export function anyOf(ids: readonly string[]): RawBuilder<string> {
  return sql`any(${ids}::uuid[])`;
}

const answered = Compile(applied);

/** What was applied, and what was not. */
interface Outcome extends Pick<Selection, "only"> {
  readonly left: ReadonlySet<string>;
  readonly sorted: Sorted;
}

function answerOf(
  { projectId }: Tenant,
  { id, applied_changes }: DeltaRow,
  status: Applied["status"],
  {
    excluded,
    sorted: { creates, updates, links, memories, edits, fallen },
  }: Outcome & { readonly excluded: number },
): Applied {
  const counts = {
    entities: creates.length + updates.length,
    relationships: links.length,
    memories: memories.length + edits.length,
  };
  return {
    id,
    status,
    applied: counts,
    excluded: excluded + fallen.length,
    ...(fallen.length > 0 && { left_out: [...fallen] }),
    applied_changes: applied_changes + counts.entities + counts.relationships + counts.memories,
    project_id: projectId,
  };
}

/** Ends a delta whose changes were applied, but for those that were left out. */
async function finish(tx: Transaction, tenant: Tenant, delta: DeltaRow, outcome: Outcome): Promise<Applied> {
  const { left, sorted } = outcome;
  const answer = answerOf(tenant, delta, "applied", { ...outcome, excluded: left.size });
  const { fallen } = sorted;
  await tx.all(changesWith(tenant, delta, [...left, ...fallen]).set({ excluded: true }));
  // Nobody has rejected a relationship that fell with its end: a loop that finds the end again may stage it.
  if (fallen.length > 0) await tx.all(changesWith(tenant, delta, fallen).set({ about: null }));
  await tx.all(
    deltaOf(tenant, delta).set({
      status: "applied",
      // As rows have it that were written.
      finished_at: await tx.now(),
      applied_changes: answer.applied_changes,
      revision: nextRevision,
      answer: JSON.stringify(answer),
    }),
  );
  return answer;
}

/** Notes which changes of a delta were applied, which stays open. */
async function finishPart(
  tx: Transaction,
  tenant: Tenant,
  delta: DeltaRow,
  outcome: Outcome,
): Promise<Applied> {
  const { left, only = [], sorted } = outcome;
  const { creates, updates, links, memories, edits } = sorted;
  const excluded = new Set(only.map((id) => id.toLowerCase()).filter((id) => left.has(id))).size;
  const answer = answerOf(tenant, delta, "open", { ...outcome, excluded });
  const done = [...creates, ...updates, ...links, ...memories, ...edits].map(({ id }) => id);
  await tx.all(changesWith(tenant, delta, done).set({ applied_at: await tx.now() }));
  await tx.all(
    deltaOf(tenant, delta).set({ applied_changes: answer.applied_changes, revision: nextRevision }),
  );
  return answer;
}

function changesWith(tenant: Tenant, { id }: DeltaRow, ids: readonly string[]) {
  return build
    .updateTable("change")
    .where(ofTenant(tenant))
    .where("delta_id", "=", id)
    .where("id", "=", anyOf(ids));
}

function deltaOf(tenant: Tenant, { id }: DeltaRow) {
  return build.updateTable("delta").where(ofTenant(tenant)).where("id", "=", id);
}
