// Applies deltas: all that was not excluded, or nothing.

import type { Selectable } from "kysely";
import type { Static } from "typebox";
import { Compile } from "typebox/compile";
import { build } from "../database/build.ts";
import type { ChangeTable } from "../database/tables.ts";
import type { Scope, Transaction } from "../database/transaction.ts";
import { Problem } from "../http/problem.ts";
import { stagedMemory } from "../memories/schemas.ts";
import { insertMemories } from "../memories/write.ts";
import { type DeltaRow, lockDelta } from "./read.ts";
import { applied } from "./schemas.ts";

/** What applying answers, but for the ID of the request. */
export type Applied = Static<typeof applied>;

/**
 * Applies a delta but for the changes that are excluded. Applied before, it gives the answer of then. Throws a {@link Problem} if it was
 * discarded, or if a change to exclude is not in it.
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
  const changes = await changesOf(tx, scope, deltaId);
  const left = new Set(exclude.map((id) => id.toLowerCase()));
  requireKnown(exclude, changes);
  const kept = changes.filter(({ id }) => !left.has(id));
  await write(tx, { ...scope, keyId: delta.key_id }, kept);
  return await finish(tx, scope, delta, kept, changes.length - kept.length);
}

/** Discards a delta; discarded before, it stays so. Throws a {@link Problem} if it was applied. */
export async function discardDelta(tx: Transaction, scope: Scope, deltaId: string): Promise<DeltaRow> {
  const delta = await lockDelta(tx, scope, deltaId);
  if (delta.status === "applied") throw new Problem("delta_not_open");
  if (delta.status === "discarded") return delta;
  const end = { status: "discarded", finished_at: new Date() } as const;
  await tx.all(
    build.updateTable("delta").set(end).where("project_id", "=", scope.projectId).where("id", "=", deltaId),
  );
  return { ...delta, ...end };
}

type Change = Selectable<ChangeTable>;

async function changesOf(tx: Transaction, { projectId }: Scope, deltaId: string): Promise<readonly Change[]> {
  return await tx.all(
    build
      .selectFrom("change")
      .selectAll()
      .where("project_id", "=", projectId)
      .where("delta_id", "=", deltaId)
      .orderBy("position"),
  );
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

/** The key that staged a memory is the one that has written it. */
async function write(tx: Transaction, writer: Scope, changes: readonly Change[]): Promise<void> {
  const memories = changes.filter(({ object }) => object === "memory");
  await insertMemories(
    tx,
    writer,
    memories.map(({ value }) => staged.Parse(value)),
  );
}

const staged = Compile(stagedMemory);
const answered = Compile(applied);

async function finish(
  tx: Transaction,
  { projectId }: Scope,
  { id }: DeltaRow,
  kept: readonly Change[],
  excluded: number,
): Promise<Applied> {
  const countOf = (object: Change["object"]): number => kept.filter((each) => each.object === object).length;
  const counts = {
    entities: countOf("entity"),
    relationships: countOf("relationship"),
    memories: countOf("memory"),
  };
  const answer: Applied = { id, status: "applied", applied: counts, excluded, project_id: projectId };
  await tx.all(
    build
      .updateTable("delta")
      .set({ status: "applied", finished_at: new Date(), answer: JSON.stringify(answer) })
      .where("project_id", "=", projectId)
      .where("id", "=", id),
  );
  return answer;
}
