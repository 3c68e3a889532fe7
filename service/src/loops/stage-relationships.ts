// Turns finds of relationships into changes, if both ends exist.

import { sql } from "kysely";
import { ofTenant, type TenantKey, tenantOfRow } from "../database/of-tenant.ts";
import type { Evidence } from "../database/tables.ts";
import type { Transaction } from "../database/transaction.ts";
import type { FoundRelationship } from "../extraction/extractor.ts";
import { newId } from "../values/uuid.ts";
import { type EntityName, keyOf, type LoopChange, stagedIn, withEvidence } from "./changes.ts";
import { type DateOf, earlier } from "./dates.ts";
import type { Proven } from "./evidence.ts";
import type { LoopTypes } from "./loop-types.ts";
import type { LoopRow } from "./rows.ts";

/** A relationship with its possible ends, by the types that shapes name. */
export interface Ends {
  readonly find: Proven<FoundRelationship>;
  readonly from: readonly EntityName[];
  readonly to: readonly EntityName[];
}

/** Lists the possible ends of these finds. */
export function possibleEnds(
  finds: readonly Proven<FoundRelationship>[],
  { relationshipTypes }: LoopTypes,
): readonly Ends[] {
  return finds.map((find) => {
    const types = relationshipTypes.filter(({ name }) => name === find.type);
    return {
      find,
      from: types.map(({ from }) => ({ type: from, name: find.from })),
      to: types.map(({ to }) => ({ type: to, name: find.to })),
    };
  });
}

/** A relationship whose ends are known. */
export interface Connected {
  readonly type: string;
  readonly from: string;
  readonly to: string;
  readonly evidence: readonly Evidence[];
  /** The date of the earliest document that supports it. */
  readonly created_at: string;
}

/** Splits finds into those with known ends, by key, and the others. */
export function resolveEnds(ends: readonly Ends[], ids: ReadonlyMap<string, string>, dateOf: DateOf) {
  const relationships = new Map<string, Connected>();
  const unconnected: Proven<FoundRelationship>[] = [];
  for (const { find, from, to } of ends) {
    const pair = from.flatMap((end, at) => {
      const other = to[at];
      const [fromId, toId] = [ids.get(keyOf(end)), other === undefined ? undefined : ids.get(keyOf(other))];
      return fromId === undefined || toId === undefined ? [] : [{ from: fromId, to: toId }];
    })[0];
    if (pair === undefined) {
      unconnected.push(find);
      continue;
    }
    const key = JSON.stringify([find.type, pair.from, pair.to]);
    const known = relationships.get(key);
    const evidence = withEvidence(known?.evidence ?? [], [find.evidence]);
    const created_at = earlier(known?.created_at, dateOf(find.evidence));
    relationships.set(key, { type: find.type, ...pair, evidence, created_at });
  }
  return { relationships, unconnected };
}

/** The changes for these relationships; none for those that the store has. */
export async function relationshipChanges(
  tx: Transaction,
  row: LoopRow,
  relationships: ReadonlyMap<string, Connected>,
): Promise<readonly LoopChange[]> {
  if (relationships.size === 0) return [];
  const staged = await stagedIn(tx, row, "relationship", [...relationships.keys()]);
  const there = await storedRelationships(tx, tenantOfRow(row), [...relationships.values()]);
  return [...relationships].flatMap(
    ([key, { type, from, to, evidence, created_at }]): readonly LoopChange[] => {
      const common = { object: "relationship", merge_key: key } as const;
      const before = staged.get(key);
      if (before !== undefined) {
        const value = { ...before.value, created_at: earlier(before.value["created_at"], created_at) };
        return [{ ...before, ...common, value, evidence: withEvidence(before.evidence, evidence) }];
      }
      if (there.has(key)) return [];
      const id = newId();
      const value = { id, type, from, to, created_at, properties: {} };
      return [
        { ...common, position: undefined, operation: "create", object_id: id, value, before: null, evidence },
      ];
    },
  );
}

async function storedRelationships(
  tx: Transaction,
  tenant: TenantKey,
  wanted: readonly Connected[],
): Promise<ReadonlySet<string>> {
  const ids = [...new Set(wanted.map(({ from }) => from))];
  const rows = await tx.all(
    sql<{
      readonly type: string;
      readonly from_id: string;
      readonly to_id: string;
    }>`select type, from_id, to_id from relationship
      where ${ofTenant(tenant)} and from_id = any(${ids}::uuid[])`,
    "loops.stored-relationships",
  );
  return new Set(rows.map(({ type, from_id, to_id }) => JSON.stringify([type, from_id, to_id])));
}
