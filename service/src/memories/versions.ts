// Changes memories: what they were before is kept as a version.

import { type Selectable, sql } from "kysely";
import { allSettledOrThrow } from "../database/all-settled.ts";
import type { MemoryTable } from "../database/memory-tables.ts";
import { ofTenant } from "../database/of-tenant.ts";
import { learnWords } from "../database/search-words.ts";
import type { Tenant, Transaction } from "../database/transaction.ts";
import { renewVectors } from "../embeddings/due.ts";
import { ofMemories } from "../embeddings/kinds.ts";
import { mayRecall, readable } from "./recall.ts";
import { type MemoryRow, memoryColumns } from "./rows.ts";
import { samenessOf } from "./same.ts";

/** A stored memory, locked until the end of the transaction. */
export type LockedMemory = MemoryRow & Pick<Selectable<MemoryTable>, "key_id" | "changed_at" | "change">;

/** What a memory says, and until when. */
export type Said = Pick<
  MemoryRow,
  "content" | "kind" | "subject" | "source_context" | "thread" | "forget_reason" | "shape_id"
> & {
  readonly valid_at: Date | string | null;
  readonly forget_after: Date | string | null;
};

/** The columns of a memory that a change may write. */
export const saidColumns = [
  "content",
  "kind",
  "subject",
  "source_context",
  "thread",
  "valid_at",
  "forget_after",
  "forget_reason",
  "shape_id",
] as const;

const said = sql.join(saidColumns.map((name) => sql.ref(name)));

/**
 * Locks the memories of the project with these IDs that the key may read, superseded ones among them, in the order of their IDs. Those of the
 * commons that were written in other projects are changed there alone.
 */
export async function lockMemories(
  tx: Transaction,
  tenant: Tenant,
  ids: readonly string[],
): Promise<readonly LockedMemory[]> {
  if (ids.length === 0) return [];
  const columns = sql.join([...memoryColumns, "key_id", "changed_at", "change"].map((name) => sql.ref(name)));
  return await tx.all(
    sql<LockedMemory>`select ${columns} from memory
      where ${ofTenant(tenant)} and id = any(${[...ids]}::uuid[]) and ${readable(tenant)} order by id for update`,
    "memory.lock",
  );
}

/** A change of a locked memory. */
export interface MemoryChange {
  readonly memory: LockedMemory;
  /** What it is to say. */
  readonly said: Said;
}

/** Gives memories another version; one that was superseded is so no more. Returns them as they are then, in any order. */
export async function changeMemories(
  tx: Transaction,
  tenant: Tenant,
  changes: readonly MemoryChange[],
  change: "restored" | "updated",
): Promise<readonly MemoryRow[]> {
  if (changes.length === 0) return [];
  const now = await tx.now();
  const rows = changes.map(({ memory, said: wanted }) => ({
    ...wanted,
    id: memory.id,
    at: laterOf(now, memory),
    sameness: samenessOf({ ...tenant, keyId: memory.key_id }, { ...wanted, scope: memory.scope }),
  }));
  const ids = rows.map(({ id }) => id);
  // Sent one after the other, and awaited together.
  const kept = keepVersions(tx, tenant, ids);
  // It holds no place any more: another memory may say the same by now.
  const changed = tx.all(
    sql<MemoryRow>`update memory m set ${sql.join(
      saidColumns.map((name) => sql`${sql.ref(name)} = ${wantedColumn(name)}`),
    )},
      version = m.version + 1, change = ${change}, changed_at = row.at, changed_by = ${tenant.keyId}::uuid, superseded_by = null,
      sameness = decode(row.sameness, 'hex'), claim = null
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as row (id uuid, content text, kind text, subject jsonb, source_context text,
      thread text, valid_at timestamptz, forget_after timestamptz, forget_reason text, shape_id uuid, at timestamptz, sameness text)
    where ${ofTenant(tenant, "m")} and m.id = row.id returning ${sql.join(memoryColumns.map((name) => sql.ref(`m.${name}`)))}`,
    "memory.change",
  );
  const noted = [learnWords(tx, tenant, "memory", ids), renewVectors(tx, tenant, ofMemories, ids)];
  const [, written] = await allSettledOrThrow([kept, changed, ...noted]);
  return written;
}

/** A member that is null comes as a null of JSON. */
function wantedColumn(name: (typeof saidColumns)[number]) {
  return name === "subject" ? sql`nullif(row.subject, 'null')` : sql.ref(`row.${name}`);
}

/** A memory, and the one that was written in its place. */
export interface Superseded {
  readonly memory: LockedMemory;
  readonly by: string;
}

/** Marks memories that others take the place of. */
export async function markSuperseded(
  tx: Transaction,
  tenant: Tenant,
  superseded: readonly Superseded[],
): Promise<void> {
  if (superseded.length === 0) return;
  const now = await tx.now();
  const rows = superseded.map(({ memory, by }) => ({ id: memory.id, by, at: laterOf(now, memory) }));
  await allSettledOrThrow([
    keepVersions(
      tx,
      tenant,
      rows.map(({ id }) => id),
    ),
    tx.all(sql`update memory m set superseded_by = row.by, version = m.version + 1, change = 'superseded', changed_at = row.at,
        changed_by = ${tenant.keyId}::uuid, claim = null
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as row (id uuid, by uuid, at timestamptz)
      where ${ofTenant(tenant, "m")} and m.id = row.id`),
  ]);
}

/** The instant of a change, not before that of the version before: the transaction may have begun earlier, and waited. */
function laterOf(now: Date, { changed_at, created_at }: LockedMemory): string {
  const last = changed_at ?? created_at;
  return (last > now ? last : now).toISOString();
}

/** Keeps what memories are now as versions, before they change. */
export async function keepVersions(tx: Transaction, tenant: Tenant, ids: readonly string[]): Promise<void> {
  await tx.all(
    sql`insert into memory_version (organization_id, project_id, memory_id, version, key_id, scope, ${said}, change, changed_at, changed_by)
    select organization_id, project_id, id, version, key_id, scope, ${said}, change, coalesce(changed_at, created_at), coalesce(changed_by, key_id)
    from memory where ${ofTenant(tenant)} and id = any(${[...ids]}::uuid[]) on conflict (organization_id, memory_id, version, project_id) do nothing`,
    "memory.keep",
  );
}

/** A memory, and what it said before its last change. */
export interface PreviousVersion {
  readonly memory: LockedMemory;
  readonly said: Said;
}

/** The versions before the current ones of these memories, as far as they were not erased and the key may read them. */
export async function previousVersions(
  tx: Transaction,
  tenant: Tenant,
  memories: readonly LockedMemory[],
): Promise<readonly PreviousVersion[]> {
  if (memories.length === 0) return [];
  const wanted = memories.map(({ id, version }) => ({ id, version: version - 1 }));
  const rows = await tx.all(sql<
    Said & { readonly memory_id: string }
  >`select memory_id, ${said} from memory_version
    join jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb) as row (id uuid, version integer)
      on memory_version.memory_id = row.id and memory_version.version = row.version
    where ${ofTenant(tenant, "memory_version")} and ${mayRecall(tenant, "memory_version")}`);
  const previous = new Map(rows.map(({ memory_id, ...row }) => [memory_id, row]));
  return memories.flatMap((memory) => {
    const row = previous.get(memory.id);
    return row === undefined ? [] : [{ memory, said: row }];
  });
}

/** Makes memories what they were before their last change, as if it had never been. */
export async function takeBackVersions(
  tx: Transaction,
  tenant: Tenant,
  previous: readonly PreviousVersion[],
): Promise<void> {
  if (previous.length === 0) return;
  const rows = previous.map(({ memory, said: was }) => ({
    id: memory.id,
    version: memory.version - 1,
    sameness: samenessOf({ ...tenant, keyId: memory.key_id }, { ...was, scope: memory.scope }),
  }));
  const ids = rows.map(({ id }) => id);
  const those = sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as row (id uuid, version integer, sameness text)`;
  // The first version has no change: its instant and its key are those of the memory.
  await tx.all(sql`update memory m set ${sql.join(
    saidColumns.map((name) => sql`${sql.ref(name)} = ${sql.ref(`v.${name}`)}`),
  )},
      version = v.version, change = v.change, changed_at = case when v.version > 1 then v.changed_at end,
      changed_by = case when v.version > 1 then v.changed_by end, superseded_by = null, sameness = decode(row.sameness, 'hex')
    from memory_version v join ${those} on v.memory_id = row.id and v.version = row.version
    where ${ofTenant(tenant, "m")} and ${ofTenant(tenant, "v")} and m.id = row.id`);
  await allSettledOrThrow([
    tx.all(sql`delete from memory_version v using ${those}
      where ${ofTenant(tenant, "v")} and v.memory_id = row.id and v.version = row.version`),
    learnWords(tx, tenant, "memory", ids),
    renewVectors(tx, tenant, ofMemories, ids),
  ]);
}
