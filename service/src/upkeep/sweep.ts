// Cleans up from time to time: expired rows are deleted. Nothing depends on it, because every read checks the clock itself.

import { sql } from "kysely";
import { asOwner, type Database } from "../database/transaction.ts";
import { recountWords, vocabularies } from "../words/vocabulary.ts";

/** Deletes memories that are forgotten, and answers that are no longer kept; once a day, one of the servers recounts all words. */
export async function sweep(database: Database): Promise<void> {
  await asOwner(database, async (tx) => {
    await tx.all(sql`delete from memory where forget_after <= now()`);
    await tx.all(sql`delete from idempotency where created_at < now() - interval '24 hours'`);
  });
  if (await isDue(database, "words")) await recountAll(database);
}

/** Whether a task has not run for a day; for one server that asks, and until the next day for no other. */
async function isDue(database: Database, task: string): Promise<boolean> {
  const claim = sql`insert into upkeep (task, ran_at) values (${task}, now())
    on conflict (task) do update set ran_at = now() where upkeep.ran_at < now() - interval '1 day' returning task`;
  return (await asOwner(database, async (tx) => await tx.first(claim))) !== undefined;
}

async function recountAll(database: Database): Promise<void> {
  const owners = await asOwner(database, async (tx) => await tx.all(vocabularies()));
  for (const { owner_id } of owners) await asOwner(database, async (tx) => await recountWords(tx, owner_id));
}

const minute = 60_000;

/** Sweeps every minute, until it is stopped. An error is reported, and the next round tries again. */
export function sweepRegularly(database: Database, onError: (error: unknown) => void): () => void {
  let isSweeping = false;
  const timer = setInterval(() => {
    if (isSweeping) return;
    isSweeping = true;
    sweep(database)
      .catch(onError)
      .finally(() => (isSweeping = false));
  }, minute);
  timer.unref();
  return () => clearInterval(timer);
}
