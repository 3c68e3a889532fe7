// Deletes expired rows from time to time. Nothing depends on it, because every read compares with the clock itself.

import { type RawBuilder, sql } from "kysely";
import { recountWords, vocabularyIds } from "../database/search-words.ts";
import { type Database, systemTransaction } from "../database/transaction.ts";
import { pruneLogs } from "../log/prune.ts";
import { endWebhooksOf, validKey } from "../organizations/key.ts";

/** How long what is swept is kept. */
export interface Keeping {
  /** Of the logs of changes, and of what webhooks have delivered: that for a day at least. */
  readonly changesKeptDays: number;
  /** Maximum changes in the log of a project. */
  readonly changesKeptRows: number;
}

/** Deletes expired memories, stored responses, old activity, old changes and old deliveries; once a day, one of the servers deletes old readings and recounts all words. One that fails does not keep the others. */
export async function sweep(
  database: Database,
  { changesKeptDays, changesKeptRows }: Keeping,
): Promise<void> {
  const isStale = sql`created_at < now() - interval '24 hours'`;
  const tasks = [
    async () =>
      await deleteAll(database, {
        table: "memory",
        key: ["project_id", "id"],
        isOver: sql`forget_after <= now()`,
      }),
    async () => await deleteAll(database, { table: "idempotency", key: ["key_id", "key"], isOver: isStale }),
    async () =>
      await deleteAll(database, {
        table: "activity",
        key: ["id"],
        isOver: sql`created_at < now() - interval '1 year'`,
      }),
    async () => await pruneLogs(database, { days: changesKeptDays, rows: changesKeptRows }),
    async () => await endWebhooks(database),
    async () =>
      await deleteAll(database, {
        table: "delivery",
        key: ["project_id", "id"],
        isOver: sql`status = 'delivered' and next_at is null
          and created_at < now() - make_interval(days => greatest(${changesKeptDays}::int, 1))`,
      }),
    async () => {
      if (await isDue(database, "readings"))
        await deleteAll(database, {
          table: "reading",
          key: ["project_id", "document_id", "question", "extractor"],
          isOver: isForgotten,
        });
    },
    async () => {
      if (await isDue(database, "words")) await recountAll(database);
    },
  ];
  const failed: unknown[] = [];
  for (const task of tasks) await task().catch((error: unknown) => failed.push(error));
  if (failed.length > 0) throw failed[0];
}

/**
 * What was read for a question that no loop has asked for 90 days: each subject of a hydrate is one, and few are asked twice. As long as one is asked,
 * however old its readings are, its documents are not read and paid for again.
 */
const isForgotten = sql`not exists (select from loop l where l.organization_id = reading.organization_id
  and l.project_id = reading.project_id and l.question = reading.question and l.created_at > now() - interval '90 days')`;

/** Rows deleted per statement: with the largest stored responses that takes seconds; a statement may take 30. */
const rowsAtOnce = 5000;
/** Rows looked at to find out whose have expired: more are found once these are deleted. */
const rowsSeen = 100_000;
/** Maximum milliseconds spent on one table, and on one organization in it; the next sweep deletes the rest. */
const [maxMs, maxMsOfOne] = [60_000, 10_000];

/** A table with expired rows, the rest of its key after the organization, and when a row has expired. */
interface Expiring {
  readonly table: "activity" | "delivery" | "memory" | "idempotency" | "reading";
  readonly key: readonly string[];
  readonly isOver: RawBuilder<unknown>;
}

/** Deletes expired rows, of one organization at a time, in no order that would favor one. */
async function deleteAll(database: Database, expiring: Expiring): Promise<void> {
  const { table, isOver } = expiring;
  const expired = sql<{ readonly id: string }>`select organization_id as id from (
      select organization_id from ${sql.table(table)} where ${isOver} limit ${rowsSeen}
    ) expired group by 1 order by random()`;
  const end = performance.now() + maxMs;
  while (performance.now() < end) {
    const organizations = await systemTransaction(database, async (tx) => await tx.all(expired));
    let deleted = 0;
    for (const { id } of organizations)
      if (performance.now() < end) deleted += await deleteOf(database, id, expiring);
    if (deleted === 0) return;
  }
}

/** Deletes the expired rows of one organization, in batches, and returns how many; skips rows that another sweep is deleting. */
async function deleteOf(
  database: Database,
  organizationId: string,
  { table, key, isOver }: Expiring,
): Promise<number> {
  const columns = sql.join(key.map((name) => sql.ref(name)));
  const ofOrganization = sql`organization_id = ${organizationId}`;
  const statement = sql<{ readonly deleted: number }>`with over as materialized (
      select ${columns} from ${sql.table(table)} where ${ofOrganization} and ${isOver} limit ${rowsAtOnce} for update skip locked
    ),
    gone as (delete from ${sql.table(table)} where ${ofOrganization} and (${columns}) in (select ${columns} from over) returning 1)
    select count(*) as deleted from gone`;
  const end = performance.now() + maxMsOfOne;
  let all = 0;
  while (performance.now() < end) {
    const row = await systemTransaction(database, async (tx) => await tx.first(statement));
    all += row?.deleted ?? 0;
    if ((row?.deleted ?? 0) < rowsAtOnce) break;
  }
  return all;
}

/** Claims a task for this server: true if no server has run it for a day. */
async function isDue(database: Database, task: string): Promise<boolean> {
  const claim = sql`insert into upkeep (task, ran_at) values (${task}, now())
    on conflict (task) do update set ran_at = excluded.ran_at where excluded.ran_at - upkeep.ran_at > interval '1 day' returning task`;
  return (await systemTransaction(database, async (tx) => await tx.first(claim))) !== undefined;
}

async function recountAll(database: Database): Promise<void> {
  const vocabularies = await systemTransaction(database, async (tx) => await tx.all(vocabularyIds()));
  for (const vocabulary of vocabularies)
    await systemTransaction(database, async (tx) => await recountWords(tx, vocabulary));
}

/** Ends webhooks whose key has expired, or one above it: those that have nothing to send would not notice. */
async function endWebhooks(database: Database): Promise<void> {
  await systemTransaction(database, async (tx) => {
    const expired = await tx.all(
      sql<{
        readonly organization_id: string;
        readonly ids: readonly string[];
      }>`select k.organization_id, array_agg(k.id) as ids from api_key k
        where not (${sql.raw(validKey)}) and exists (
          select from api_key a where (a.id = k.id or a.id = any(k.ancestors)) and greatest(a.expires_at, a.revoked_at) > now() - interval '2 days')
        group by k.organization_id`,
    );
    for (const { organization_id, ids } of expired) await endWebhooksOf(tx, organization_id, ids);
  });
}

const minute = 60_000;

/** Sweeps now and every minute until stopped. Errors are reported, and the next round tries again. After the stop they are not: the database closes while a round may still run. */
export function sweepRegularly(
  database: Database,
  keeping: Keeping,
  onError: (error: unknown) => void,
): () => void {
  let [isSweeping, isStopped] = [false, false];
  const run = (): void => {
    if (isSweeping) return;
    isSweeping = true;
    sweep(database, keeping)
      .catch((error: unknown) => {
        if (!isStopped) onError(error);
      })
      .finally(() => (isSweeping = false));
  };
  const timer = setInterval(run, minute);
  timer.unref();
  run();
  return () => {
    isStopped = true;
    clearInterval(timer);
  };
}
