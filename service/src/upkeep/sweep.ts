// Tidies up from time to time: what is over is deleted. Nothing depends on it, as every read looks at the clock itself.

import { sql } from "kysely";
import { asOwner, type Database } from "../database/transaction.ts";

/** Deletes memories that are forgotten, and answers that are no longer kept. */
async function sweep(database: Database): Promise<void> {
  await asOwner(database, async (tx) => {
    await tx.all(sql`delete from memory where forget_after <= now()`);
    await tx.all(sql`delete from idempotency where created_at < now() - interval '24 hours'`);
  });
}

const minute = 60_000;

/** Sweeps every minute, until it is stopped. An error is reported, and the next round tries again. */
export function sweepRegularly(database: Database, onError: (error: unknown) => void): () => void {
  const timer = setInterval(() => {
    sweep(database).catch(onError);
  }, minute);
  timer.unref();
  return () => clearInterval(timer);
}
