// Counts what a key sees of a project: each count reads an index, or a table of few rows, and nothing is kept up to date for it.

import { type RawBuilder, type SqlBool, sql } from "kysely";
import { maxCharacters, maxNames } from "../catalog/schemas.ts";
import { readCredits } from "../credits/ledger.ts";
import { allSettledOrThrow } from "../database/all-settled.ts";
import { entitiesOf, relationshipsOf } from "../database/entities-of.ts";
import { ofTenant } from "../database/of-tenant.ts";
import type { Tenant, Transaction } from "../database/transaction.ts";
import { selectDeltas } from "../deltas/read.ts";
import { recallable } from "../memories/recall.ts";
import { slicesOf } from "../slices/stored.ts";

/** How many there are of each name, and in all. */
interface Counts {
  readonly total: number;
  readonly by: Readonly<Record<string, number>>;
}

/**
 * The counts of a project. In a transaction with one snapshot all of them are of the same instant. The statements have no names, as the best plan
 * depends on how much the project has.
 */
export async function readStats(tx: Transaction, tenant: Tenant) {
  const [entities, relationships, memories, slices, deltas, others] = await allSettledOrThrow([
    countTypes(tx, tenant),
    countRows(tx, "relationship", relationshipsOf(tenant)),
    countBy(tx, "memory", "kind", recallable(tenant)),
    countRows(tx, "slice", slicesOf(tenant)),
    countDeltas(tx, tenant),
    tenant.limits === undefined ? countOthers(tx, tenant) : hidden,
  ]);
  return {
    entities: { total: entities.total, by_type: entities.by },
    relationships,
    memories: { total: memories.total, by_kind: memories.by },
    slices,
    deltas,
    ...others,
  };
}

/** What limited keys never see. */
const hidden = { documents: 0, loops: { by_status: {} }, credits: { balance: 0, reserved: 0 } };

async function countOthers(tx: Transaction, tenant: Tenant): Promise<typeof hidden> {
  const [documents, loops, credits] = await allSettledOrThrow([
    countRows(tx, "document", ofTenant(tenant)),
    countBy(tx, "loop", "status", ofTenant(tenant)),
    readCredits(tx, tenant.organizationId),
  ]);
  return { documents, loops: { by_status: loops.by }, credits };
}

interface Counted {
  /** Null for rows without a name. */
  readonly name: string | null;
  readonly n: number;
}

/** The most frequent types, as many as a catalog has; a project may have a million. The row without a name has the total. */
async function countTypes(tx: Transaction, tenant: Tenant): Promise<Counts> {
  const rows = await tx.all(
    sql<Counted>`with counted as materialized (
        select type as name, count(*) as n from entity where ${entitiesOf(tenant)} group by type
      ),
      ranked as (
        select name, n, row_number() over so_far as place, sum(length(name)) over so_far as characters
        from counted window so_far as (order by n desc, name)
      )
      select null as name, coalesce(sum(n), 0)::bigint as n from counted
      union all select name, n from ranked where place <= ${maxNames} and characters <= ${maxCharacters}`,
  );
  return { total: rows.find(({ name }) => name === null)?.n ?? 0, by: byName(rows) };
}

async function countBy(
  tx: Transaction,
  table: string,
  column: string,
  isCounted: RawBuilder<SqlBool>,
): Promise<Counts> {
  const rows = await tx.all(
    sql<Counted>`select ${sql.ref(column)} as name, count(*) as n from ${sql.table(table)} where ${isCounted} group by 1`,
  );
  return { total: sum(rows), by: byName(rows) };
}

async function countRows(tx: Transaction, table: string, isCounted: RawBuilder<SqlBool>): Promise<number> {
  const query = sql<{
    readonly n: number;
  }>`select count(*) as n from ${sql.table(table)} where ${isCounted}`;
  return (await tx.first(query))?.n ?? 0;
}

/** The deltas that the key sees. A delta counts its changes itself, as nobody wants to count those of hundreds of deltas; few are decided. */
async function countDeltas(tx: Transaction, tenant: Tenant) {
  const [rows, decided] = await allSettledOrThrow([
    tx.all(
      selectDeltas(tenant)
        .clearSelect()
        .select((e) => [
          "status as name",
          e.fn.countAll<number>().as("n"),
          sql<number>`sum(entities + relationships + memories - applied_changes)::bigint`.as("left"),
        ])
        .groupBy("status"),
    ),
    countRows(
      tx,
      "change",
      sql`${ofTenant(tenant, "change")} and decision <> 'pending' and applied_at is null
        and delta_id in (${selectDeltas(tenant).clearSelect().select("id").where("status", "=", "open")})`,
    ),
  ]);
  const left = rows.find(({ name }) => name === "open")?.left ?? 0;
  return { by_status: byName(rows), pending_changes: left - decided };
}

function byName(rows: readonly Counted[]): Readonly<Record<string, number>> {
  return Object.fromEntries(rows.flatMap(({ name, n }) => (name === null ? [] : [[name, n]])));
}

function sum(rows: readonly Counted[]): number {
  return rows.reduce((total, { n }) => total + n, 0);
}
