// Deletes expired rows from time to time. Nothing depends on it, because every read compares with the clock itself.

import { type RawBuilder, sql } from "kysely";
import { recountWords, vocabularyIds } from "../database/search-words.ts";
import { type Database, systemTransaction } from "../database/transaction.ts";

/** Deletes expired memories and stored responses; once a day, one of the servers recounts all words. */
export async function sweep(database: Database): Promise<void> {
  await deleteAll(database, "memory", sql`forget_after <= now()`);
  await deleteAll(database, "idempotency", sql`created_at < now() - interval '24 hours'`);
  if (await isDue(database, "words")) await recountAll(database);
}

/** Rows deleted per statement: with the largest stored responses that takes seconds; a statement may take 30. */
const rowsAtOnce = 5000;
/** Maximum milliseconds spent on one table; the next sweep deletes the rest. */
const maxMs = 60_000;

/** Deletes the rows that match a condition, in batches; skips rows that another sweep is deleting. */
async function deleteAll(
  database: Database,
  table: "memory" | "idempotency",
  isOver: RawBuilder<unknown>,
): Promise<void> {
  const statement = sql<{ readonly deleted: number }>`with gone as (
      delete from ${sql.table(table)} where ctid = any(array(
        select ctid from ${sql.table(table)} where ${isOver} limit ${rowsAtOnce} for update skip locked
      )) returning 1
    ) select count(*) as deleted from gone`;
  const end = performance.now() + maxMs;
  while (performance.now() < end) {
    const row = await systemTransaction(database, async (tx) => await tx.first(statement));
    if ((row?.deleted ?? 0) < rowsAtOnce) return;
  }
}

/** Claims a task for this server: true if no server has run it for a day. */
async function isDue(database: Database, task: string): Promise<boolean> {
  const claim = sql`insert into upkeep (task, ran_at) values (${task}, now())
    on conflict (task) do update set ran_at = now() where upkeep.ran_at < now() - interval '1 day' returning task`;
  return (await systemTransaction(database, async (tx) => await tx.first(claim))) !== undefined;
}

async function recountAll(database: Database): Promise<void> {
  const vocabularies = await systemTransaction(database, async (tx) => await tx.all(vocabularyIds()));
  for (const { owner_id } of vocabularies)
    await systemTransaction(database, async (tx) => await recountWords(tx, owner_id));
}

const minute = 60_000;

/** Sweeps every minute until stopped. Errors are reported, and the next round tries again. */
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
