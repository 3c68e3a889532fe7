// Deletes what of the logs is kept no more.

import { type RawBuilder, sql } from "kysely";
import { ofTenant, type TenantKey, tenantOfRow } from "../database/of-tenant.ts";
import { type Database, systemTransaction } from "../database/transaction.ts";

/** Rows deleted per statement. */
const rowsAtOnce = 5000;
/** Maximum milliseconds spent on all logs, and on one of them; the next sweep deletes the rest. */
const [maxMs, maxMsOfOne] = [60_000, 10_000];

interface LogOf {
  readonly organization_id: string;
  readonly project_id: string;
}

/** What a webhook has still to send is kept for two days at least: one of attempts, and one in which somebody can have it repeated. */
const heldDays = 2;

/** What of each log is kept. */
export interface KeptLog {
  readonly days: number;
  /** The last rows of entities, and of names: a project that writes without end fills no disk. */
  readonly rows: number;
}

/** Deletes the changes that are kept no more, of one project at a time, in no order that would favor one. */
export async function pruneLogs(database: Database, kept: KeptLog): Promise<void> {
  const old = sql<LogOf>`select organization_id, project_id from log_end
    where oldest_at <= now() - make_interval(days => ${kept.days}::int)
      or greatest(sequence - sequence_kept, version - version_kept) > ${kept.rows}::bigint order by random()`;
  const end = performance.now() + maxMs;
  for (const row of await systemTransaction(database, async (tx) => await tx.all(old)))
    if (performance.now() < end) await prune(database, tenantOfRow(row), kept);
}

async function prune(database: Database, tenant: TenantKey, kept: KeptLog): Promise<void> {
  const end = performance.now() + maxMsOfOne;
  while (performance.now() < end) {
    const counts = await systemTransaction(database, async (tx) => {
      const entities = await tx.first(oldest(tenant, "entity_change", "sequence", kept));
      const names = await tx.first(oldest(tenant, "name_change", "version", kept));
      const [sequence, version] = [entities?.last ?? null, names?.last ?? null];
      // Who reads the log at this time sees both: what is gone, and that it is.
      await tx.all(
        sql`delete from entity_change where ${ofTenant(tenant)} and sequence <= ${sequence}::bigint`,
      );
      await tx.all(sql`delete from name_change where ${ofTenant(tenant)} and version <= ${version}::bigint`);
      await tx.all(shortened(tenant, sequence, version));
      return [entities?.n ?? 0, names?.n ?? 0];
    });
    if (counts.every((n) => n < rowsAtOnce)) return;
  }
}

/** The last of the first rows of a log that are old enough, or too many, and how many they are. Instants never fall in a log. */
function oldest(
  tenant: TenantKey,
  table: "entity_change" | "name_change",
  number: "sequence" | "version",
  { days, rows }: KeptLog,
): RawBuilder<{ readonly last: number | null; readonly n: number }> {
  const column = sql.ref(number);
  return sql`select max(${column}) as last, count(*) as n from (
      select ${column}, at from ${sql.table(table)} where ${ofTenant(tenant)} order by ${column} limit ${rowsAtOnce}
    ) first where ${column} <= (select ${column} from log_end where ${ofTenant(tenant)}) - ${rows}::bigint
      or at <= now() - make_interval(days => ${days}::int) and (at <= now() - make_interval(days => ${heldDays}::int)
        or not exists (select from webhook w where ${ofTenant(tenant, "w")} and w.status <> 'ended' and w.${column} < first.${column}))`;
}

/** Notes from where on a log is kept; this locks its end, so it comes last. */
function shortened(tenant: TenantKey, sequence: number | null, version: number | null): RawBuilder<never> {
  const next = (table: string, number: string) =>
    sql`(select at from ${sql.table(table)} where ${ofTenant(tenant)} order by ${sql.ref(number)} limit 1)`;
  return sql`update log_end set sequence_kept = greatest(sequence_kept, ${sequence}::bigint), version_kept = greatest(version_kept, ${version}::bigint),
      oldest_at = least(${next("entity_change", "sequence")}, ${next("name_change", "version")})
    where ${ofTenant(tenant)}`;
}
