// Counts the processes that died while running a loop: the second death ends the loop.

import { sql } from "kysely";
import { build } from "../database/build.ts";
import { ofTenant, tenantOfRow } from "../database/of-tenant.ts";
import { type Database, type Transaction, transaction } from "../database/transaction.ts";
import { type End, endLoop } from "./finish.ts";
import { type LoopRow, selectLoops, tenantOfLoop } from "./rows.ts";

/**
 * Maximum deaths before a loop fails. After the first it runs alone in a process, so the second one is its own fault and affects
 * no other loop.
 */
const maxDeaths = 2;

/** Records that the process of a loop has died: the loop is free for the next claim, or has failed. Undefined if it was claimed again since. */
export async function recordDeath(
  database: Database,
  claimed: LoopRow,
  reason: string,
): Promise<LoopRow | undefined> {
  return await changeHeld(database, claimed, async (tx, row) => {
    const message = `It ended its process twice; the last time, the process ${reason}.`;
    if (row.deaths + 1 >= maxDeaths) return await endLoop(tx, row, failedWith(message));
    const freed = { lease_owner: null, lease_until: sql<Date>`now() - interval '1 microsecond'` };
    const loop = build
      .updateTable("loop")
      .where(ofTenant(tenantOfRow(row)))
      .where("id", "=", row.id);
    await tx.all(loop.set((e) => ({ ...freed, deaths: e("deaths", "+", 1) })));
  });
}

/** Ends a loop as failed. Undefined if it was claimed again since. */
export async function failHeld(
  database: Database,
  claimed: LoopRow,
  message: string,
): Promise<LoopRow | undefined> {
  return await changeHeld(database, claimed, async (tx, row) => await endLoop(tx, row, failedWith(message)));
}

function failedWith(message: string): End {
  return { status: "failed", code: "worker_failed", message };
}

/** Updates the row of a loop if the claim is still valid, and returns the new row. */
async function changeHeld(
  database: Database,
  claimed: LoopRow,
  change: (tx: Transaction, row: LoopRow) => Promise<void>,
): Promise<LoopRow | undefined> {
  const loop = selectLoops(tenantOfRow(claimed)).where("id", "=", claimed.id);
  const held = loop.where("status", "=", "running").where("lease_token", "=", claimed.lease_token);
  return await transaction(database, tenantOfLoop(claimed), async (tx) => {
    const row = await tx.first(held.forUpdate());
    if (row === undefined) return undefined;
    await change(tx, row);
    return await tx.first(loop);
  });
}
