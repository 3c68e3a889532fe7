// Inserts memories, unless one says the same already.

import { sql } from "kysely";
import { allSettledOrThrow } from "../database/all-settled.ts";
import { ofTenant } from "../database/of-tenant.ts";
import { learnWords } from "../database/search-words.ts";
import type { Tenant, Transaction } from "../database/transaction.ts";
import { awaitVectors } from "../embeddings/due.ts";
import { ofMemories } from "../embeddings/kinds.ts";
import { recallable } from "./recall.ts";
import { compareAll, type Same } from "./same.ts";
import type { MemoryItem } from "./schemas.ts";

/** A memory to be inserted. */
export type NewMemory = MemoryItem & { readonly id: string };

/** Where a memory is: under its own ID, or that of one that says the same. */
export interface Placed {
  readonly id: string;
  readonly isDuplicate: boolean;
}

/**
 * Stores memories that were checked. Of those that say the same, and of one and another that the key may recall, the first stays, and is as new
 * again as the others would have been.
 */
export async function insertMemories(
  tx: Transaction,
  tenant: Tenant,
  memories: readonly NewMemory[],
): Promise<readonly Placed[]> {
  const compared = compareAll(tenant, memories);
  const known = await insertUnknown(
    tx,
    tenant,
    compared.filter(({ first }, at) => first === at),
  );
  return compared.map(({ item, place, isWrittenAnyway, first }) => {
    const id = isWrittenAnyway ? item.id : (known.get(place) ?? memories[first]?.id ?? item.id);
    return { id, isDuplicate: id !== item.id };
  });
}

/** The IDs of memories that the key may recall, by what they say and for how long. */
type Known = ReadonlyMap<string, string>;

/** How often a place is claimed. */
const claims = 2;

/** Inserts the memories that nobody has written yet, and returns those that say the same as the others. */
async function insertUnknown(
  tx: Transaction,
  tenant: Tenant,
  all: readonly Same<NewMemory>[],
): Promise<Known> {
  const known = new Map<string, string>();
  let left = all;
  for (let turn = 1; left.length > 0; turn++) {
    // Whose place is held by one that it may not recall, even once those that have expired are gone, has none.
    const claim = turn > claims ? null : claimOf(tenant);
    const written = await insert(tx, tenant, left, claim);
    left = left.filter(({ item }) => !written.has(item.id));
    if (left.length === 0) break;
    for (const [place, id] of await recallAsNew(tx, tenant, await findSame(tx, tenant, left)))
      known.set(place, id);
    left = left.filter(({ place }) => !known.has(place));
    await releaseExpired(tx, tenant, left);
  }
  return known;
}

/** For whom a memory says something alone: a limited key recalls only its own, or those about its end user, of which there is one for all. */
function claimOf({ organizationId, keyId, limits }: Tenant): string {
  return limits === undefined || limits.subjectId !== undefined ? organizationId : keyId;
}

/** Inserts memories for which nobody else holds the place, in the order of their places, so that two writers cannot deadlock; returns their IDs. */
async function insert(
  tx: Transaction,
  tenant: Tenant,
  memories: readonly Same<NewMemory>[],
  claim: string | null,
): Promise<ReadonlySet<string>> {
  const { organizationId, projectId, keyId } = tenant;
  const rows = memories.map(({ item, sameness, isWrittenAnyway }) => ({
    ...item,
    scope: item.scope ?? "project",
    sameness,
    claim: isWrittenAnyway ? null : claim,
    is_written_anyway: isWrittenAnyway,
  }));
  // With a limit, the index is asked for each row: without statistics the planner would rather join with all memories.
  const inserted = tx.all(sql<{
    readonly id: string;
  }>`insert into memory (organization_id, project_id, id, key_id, content, kind, scope, subject,
      source_context, thread, valid_at, forget_after, forget_reason, shape_id, sameness, claim)
    select ${organizationId}::uuid, ${projectId}::uuid, row.id, ${keyId}::uuid, row.content, row.kind, row.scope, row.subject,
      row.source_context, row.thread, row.valid_at, row.forget_after, row.forget_reason, row.shape_id, decode(row.sameness, 'hex'), row.claim
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as row (id uuid, content text, kind text, scope text, subject jsonb,
      source_context text, thread text, valid_at timestamptz, forget_after timestamptz, forget_reason text, shape_id uuid, sameness text, claim uuid, is_written_anyway boolean)
    where row.is_written_anyway or (
      select id from memory where organization_id = ${organizationId}::uuid and memory.sameness = decode(row.sameness, 'hex')
        and ${lastsUntil("row.forget_after")} and ${recallable(tenant)} limit 1) is null
    order by row.sameness
    on conflict (organization_id, sameness, claim) where sameness is not null do nothing returning id`);
  const all = rows.map(({ id }) => id);
  const noted = [learnWords(tx, tenant, "memory", all), awaitVectors(tx, tenant, ofMemories, all)];
  const [ids] = await allSettledOrThrow([inserted, ...noted]);
  return new Set(ids.map(({ id }) => id));
}

/** Whether a stored memory lasts at least as long as one that says the same, until then or for good. */
function lastsUntil(column: string) {
  return sql`(memory.forget_after is null or memory.forget_after >= ${sql.ref(column)})`;
}

/** The first memories that the key may recall, and that say the same as these for as long, but for those that are written anyway. */
async function findSame(tx: Transaction, tenant: Tenant, memories: readonly Same[]): Promise<Known> {
  const compared = memories.flatMap(({ sameness, place, isWrittenAnyway, item: { forget_after } }) =>
    isWrittenAnyway ? [] : [{ sameness, place, until: forget_after }],
  );
  if (compared.length === 0) return new Map();
  const rows = await tx.all(
    sql<{
      readonly place: string;
      readonly id: string;
    }>`select distinct on (row.place) row.place, memory.id from memory
      join jsonb_to_recordset(${JSON.stringify(compared)}::jsonb) as row (place text, sameness text, until timestamptz)
        on memory.sameness = decode(row.sameness, 'hex')
      where organization_id = ${tenant.organizationId}::uuid and ${isOneOf(compared.map(({ sameness }) => sameness))}
        and ${lastsUntil("row.until")} and ${recallable(tenant)}
      order by row.place, memory.created_at, memory.id`,
  );
  return new Map(rows.map(({ place, id }) => [place, id]));
}

function isOneOf(hashes: readonly string[]) {
  return sql`memory.sameness is not null and memory.sameness = any(array(select decode(each, 'hex') from unnest(${[...hashes]}::text[]) wanted (each)))`;
}

/** Makes memories as new as those that would have said the same again. Returns those that are still there: another transaction may just have deleted one. */
async function recallAsNew(tx: Transaction, tenant: Tenant, same: Known): Promise<Known> {
  if (same.size === 0) return same;
  const rows = await tx.all(
    sql<{
      readonly id: string;
    }>`update memory set recalled_as_new_at = greatest(recalled_as_new_at, now()) where ${ofTenant(tenant)} and id = any(${[...same.values()]}::uuid[])
      and ${recallable(tenant)} returning id`,
  );
  const kept = new Set(rows.map(({ id }) => id));
  return new Map([...same].filter(([, id]) => kept.has(id)));
}

/** Memories that have expired hold no place, even before they are deleted. */
async function releaseExpired(tx: Transaction, tenant: Tenant, memories: readonly Same[]): Promise<void> {
  if (memories.length === 0) return;
  await tx.all(sql`update memory set claim = null where ${ofTenant(tenant)} and ${isOneOf(memories.map(({ sameness }) => sameness))}
    and claim = ${claimOf(tenant)} and forget_after <= now()`);
}
