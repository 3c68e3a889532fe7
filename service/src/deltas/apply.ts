// Applies deltas: all that was not excluded, or nothing.

import { sql } from "kysely";
import type { Static } from "typebox";
import { Compile } from "typebox/compile";
import { build } from "../database/build.ts";
import type { Scope, Transaction } from "../database/transaction.ts";
import { stagedMemory } from "../memories/schemas.ts";
import { insertMemories, isPast } from "../memories/write.ts";
import { Problem, type ProblemEntry } from "../problems/problem.ts";
import { conflictsOf, type Kept, withoutEnds, writeGraph } from "./apply-graph.ts";
import { type Change, changesOf, type DeltaRow, lockDelta, loopWriting } from "./read.ts";
import { applied } from "./schemas.ts";

/** What applying answers, but for the ID of the request. */
export type Applied = Static<typeof applied>;

/**
 * Applies a delta but for the changes that are excluded. If it was applied before, it returns the earlier answer. Throws a {@link Problem} if it was
 * discarded, if a change to exclude is not in it, or if a change cannot be applied any more.
 */
export async function applyDelta(
  tx: Transaction,
  scope: Scope,
  deltaId: string,
  exclude: readonly string[],
): Promise<Applied> {
  const delta = await lockDelta(tx, scope, deltaId);
  if (delta.status === "discarded") throw new Problem("delta_not_open");
  if (delta.status === "applied") return answered.Parse(delta.answer);
  await requireUnused(tx, scope, deltaId);
  const changes = await changesOf(tx, scope, deltaId);
  const named = new Set(exclude.map((id) => id.toLowerCase()));
  requireKnown(exclude, changes);
  const { kept, left } = withoutEnds({
    kept: changes.filter(({ id }) => !named.has(id)),
    left: changes.filter(({ id }) => named.has(id)),
  });
  const memories = kept.flatMap(({ id, object, value }) =>
    object === "memory" ? { changeId: id, memory: staged.Parse(value) } : [],
  );
  const conflicts = [...(await conflictsOf(tx, scope, kept)), ...outOfTime(memories, await tx.now())];
  if (conflicts.length > 0) throw new Problem("delta_conflict", { errors: conflicts });
  await writeGraph(tx, scope, kept);
  // The key that staged a memory is the one that has written it.
  await insertMemories(
    tx,
    { ...scope, keyId: delta.key_id },
    memories.map(({ memory }) => memory),
  );
  return await finish(tx, scope, delta, { kept, left, named });
}

/** Throws a {@link Problem} if a loop that has not ended writes into the delta. */
async function requireUnused(tx: Transaction, scope: Scope, deltaId: string): Promise<void> {
  const loop = await loopWriting(tx, scope, deltaId);
  if (loop !== undefined)
    throw new Problem("delta_in_use", {
      detail: `The loop ${loop} is writing into this delta; wait until it ends, or cancel it.`,
    });
}

/** Discards a delta; discarded before, it stays so. Throws a {@link Problem} if it was applied. */
export async function discardDelta(tx: Transaction, scope: Scope, deltaId: string): Promise<DeltaRow> {
  const delta = await lockDelta(tx, scope, deltaId);
  if (delta.status === "applied") throw new Problem("delta_not_open");
  if (delta.status === "discarded") return delta;
  await requireUnused(tx, scope, deltaId);
  const end = { status: "discarded", finished_at: await tx.now() } as const;
  await tx.all(
    build.updateTable("delta").set(end).where("project_id", "=", scope.projectId).where("id", "=", deltaId),
  );
  return { ...delta, ...end };
}

function requireKnown(exclude: readonly string[], changes: readonly Change[]): void {
  const known = new Set(changes.map(({ id }) => id));
  const errors = exclude.flatMap((each, at) =>
    known.has(each.toLowerCase())
      ? []
      : [{ pointer: `/exclude/${at}`, message: "is not a change of this delta" }],
  );
  if (errors.length > 0) throw new Problem("invalid_request", { errors });
}

interface StagedMemory {
  readonly changeId: string;
  readonly memory: Static<typeof stagedMemory>;
}

/** An expired memory would be deleted as soon as it is applied. */
function outOfTime(memories: readonly StagedMemory[], now: Date): readonly ProblemEntry[] {
  return memories.flatMap(({ changeId, memory }) =>
    isPast(memory, now)
      ? { pointer: `/${changeId}`, message: "has expired: its `forget_after` has passed" }
      : [],
  );
}

const staged = Compile(stagedMemory);
const answered = Compile(applied);

async function finish(
  tx: Transaction,
  { projectId }: Scope,
  { id }: DeltaRow,
  { kept, left, named }: Kept & { readonly named: ReadonlySet<string> },
): Promise<Applied> {
  const countOf = (object: Change["object"]): number => kept.filter((each) => each.object === object).length;
  const counts = {
    entities: countOf("entity"),
    relationships: countOf("relationship"),
    memories: countOf("memory"),
  };
  const fallen = left.flatMap((change) => (named.has(change.id) ? [] : change.id));
  const answer: Applied = {
    id,
    status: "applied",
    applied: counts,
    excluded: left.length,
    ...(fallen.length > 0 && { left_out: fallen }),
    project_id: projectId,
  };
  await tx.all(sql`update change set excluded = true where project_id = ${projectId} and delta_id = ${id}
    and id = any(${left.map((change) => change.id)}::uuid[])`);
  await tx.all(
    build
      .updateTable("delta")
      .set({ status: "applied", finished_at: await tx.now(), answer: JSON.stringify(answer) })
      .where("project_id", "=", projectId)
      .where("id", "=", id),
  );
  return answer;
}
