// Ends a loop: sets its status, settles its credits and adds its last two events, all in the caller's transaction.

import { sql } from "kysely";
import { settleCredits } from "../credits/ledger.ts";
import { build } from "../database/build.ts";
import { ofTenant, type TenantKey, tenantOfRow } from "../database/of-tenant.ts";
import type { Transaction } from "../database/transaction.ts";
import { activeStatuses, finalStatuses } from "../values/loop-kinds.ts";
import { Problem } from "../values/problem.ts";
import { charactersAnswered, creditsFor } from "./estimate.ts";
import { append } from "./events.ts";
import { type LoopRow, type ShownLoop, selectShownLoops } from "./rows.ts";

/** How a loop ends. */
export type End =
  | { readonly status: "completed"; readonly stopped: "threshold" | "text_end" | "max_iterations" }
  | { readonly status: "canceled" }
  | { readonly status: "failed"; readonly code: string; readonly message: string };

/** The columns needed to end a loop: few, as many loops may end at a time. */
const needed = [
  "project_id",
  "organization_id",
  "id",
  "status",
  "iteration",
  "quality",
  "entities",
  "relationships",
  "reserved",
  "spent",
  "asked",
] as const;

/** Ends a loop whose row this transaction has locked. */
export async function endLoop(
  tx: Transaction,
  row: Pick<LoopRow, (typeof needed)[number]>,
  end: End,
): Promise<void> {
  const { id, reserved, iteration } = row;
  const tenant = tenantOfRow(row);
  // Readings answered by a model are charged even if their iteration was never committed.
  const spent = Math.min(reserved, row.spent + creditsFor(charactersAnswered(row)));
  const error = end.status === "failed" ? { code: end.code, message: end.message } : undefined;
  const stopped = end.status === "completed" ? end.stopped : end.status;
  const ended = {
    status: end.status,
    stopped,
    finished_at: sql<Date>`now()`,
    spent,
    asked: "{}",
    lease_owner: null,
    lease_until: null,
    error_code: error?.code ?? null,
    error_message: error?.message ?? null,
  };
  await tx.all(build.updateTable("loop").set(ended).where(ofTenant(tenant)).where("id", "=", id));
  await settleCredits(tx, { ...tenant, id }, reserved - spent);
  if (row.status === "running")
    await tx.all(
      build
        .updateTable("account")
        .set((e) => ({ running: e("running", "-", 1) }))
        .where("organization_id", "=", tenant.organizationId),
    );
  await append(tx, { ...tenant, id }, iteration, [
    { kind: "credits.settled", data: { reserved, spent, released: reserved - spent } },
    {
      kind: `loop.${end.status}`,
      data: {
        entities: row.entities,
        relationships: row.relationships,
        quality: row.quality,
        stopped,
        ...(error !== undefined && { error }),
      },
    },
  ]);
}

/** Cancels a loop at once: a worker that runs it cannot commit anything any more. Throws a {@link Problem} if it has ended. */
export async function cancelLoop(
  tx: Transaction,
  tenant: TenantKey,
  id: string,
  requireMay: (keyId: string) => void = () => undefined,
): Promise<ShownLoop> {
  const loop = selectShownLoops(tenant).where("id", "=", id);
  const row = await tx.first(loop.select(["organization_id", "asked", "key_id"]).forUpdate());
  if (row === undefined) throw noLoop();
  requireMay(row.key_id);
  if (finalStatuses.some((status) => status === row.status))
    throw new Problem("loop_finished", { detail: `This loop is ${row.status}; that is final.` });
  await endLoop(tx, row, { status: "canceled" });
  return (await tx.first(loop)) ?? row;
}

/** Cancels all loops of a project, or those that some keys have started, and returns their IDs. */
export async function cancelLoopsOf(
  tx: Transaction,
  subject:
    | { readonly project: TenantKey }
    | { readonly organizationId: string; readonly keyIds: readonly string[] },
): Promise<readonly string[]> {
  const loops = build
    .selectFrom("loop")
    .select(needed)
    .where("status", "in", [...activeStatuses]);
  const own =
    "project" in subject
      ? loops.where(ofTenant(subject.project))
      : loops
          .where("organization_id", "=", subject.organizationId)
          .where("key_id", "=", sql<string>`any(${[...subject.keyIds]}::uuid[])`);
  // Sorted, so that concurrent calls cannot deadlock.
  const rows = await tx.all(own.orderBy("id").forUpdate());
  for (const row of rows) await endLoop(tx, row, { status: "canceled" });
  return rows.map(({ id }) => id);
}

/** The problem for a loop that the project does not have. */
export function noLoop(): Problem {
  return new Problem("not_found", { detail: "The project has no loop with this ID." });
}
