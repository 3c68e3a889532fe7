// Turns finds of relationships into changes, if both ends exist.

import { sql } from "kysely";
import { aboutRelationship } from "../changes/said.ts";
import { ofTenant, type TenantKey, tenantOfRow } from "../database/of-tenant.ts";
import type { Transaction } from "../database/transaction.ts";
import type { FoundRelationship } from "../extraction/extractor.ts";
import type { JsonObject } from "../values/json.ts";
import { newId } from "../values/uuid.ts";
import { type EntityName, keyOf, type LoopChange, type Support, stagedIn, withSupport } from "./changes.ts";
import { supportOf } from "./confidence.ts";
import { type DateOf, earlier } from "./dates.ts";
import type { Proven } from "./evidence.ts";
import type { LoopTypes } from "./loop-types.ts";
import type { Rejected } from "./rejected.ts";
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

/** What the relationships that these may be are about. */
export function aboutEnds({ find, from, to }: Ends): readonly string[] {
  return from.flatMap((end, at) => {
    const other = to[at];
    return other === undefined ? [] : [aboutRelationship(find.type, end, other)];
  });
}

/** A relationship whose ends are known. */
export interface Connected extends Support {
  readonly type: string;
  readonly from: string;
  readonly to: string;
  readonly about: string;
  /** The date of the earliest document that supports it. */
  readonly created_at: string;
}

/** What resolving ends takes. */
export interface KnownEnds {
  readonly ids: ReadonlyMap<string, string>;
  readonly rejected: Rejected;
  readonly dateOf: DateOf;
  readonly effort: LoopRow["effort"];
}

/** Splits finds into those with known ends, by key, and the others; without what was rejected. */
export function resolveEnds(ends: readonly Ends[], { ids, rejected, dateOf, effort }: KnownEnds) {
  const relationships = new Map<string, Connected>();
  const unconnected: Proven<FoundRelationship>[] = [];
  for (const { find, from, to } of ends) {
    const pair = from.flatMap((end, at) => {
      const other = to[at];
      const [fromId, toId] = [ids.get(keyOf(end)), other === undefined ? undefined : ids.get(keyOf(other))];
      if (other === undefined || fromId === undefined || toId === undefined) return [];
      return [{ from: fromId, to: toId, about: aboutRelationship(find.type, end, other) }];
    })[0];
    if (pair === undefined) {
      unconnected.push(find);
      continue;
    }
    const support = supportOf(find, effort);
    if (rejected.has({ about: pair.about, operation: "create", quoted: find, properties: {} })) continue;
    const key = JSON.stringify([find.type, pair.from, pair.to]);
    const known = relationships.get(key);
    relationships.set(key, {
      type: find.type,
      ...pair,
      created_at: earlier(known?.created_at, dateOf(find.evidence)),
      ...withSupport(known, support),
    });
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
    ([key, { type, from, to, about, created_at, ...support }]): readonly LoopChange[] => {
      const common = { object: "relationship", merge_key: key, about } as const;
      const before = staged.get(key);
      if (before !== undefined) {
        const dated = (value: JsonObject): JsonObject => ({
          ...value,
          created_at: earlier(value["created_at"], created_at),
        });
        const value = dated(before.value);
        const proposed = before.proposed === null ? null : dated(before.proposed);
        return [{ ...before, ...common, value, proposed, ...withSupport(before, support) }];
      }
      if (there.has(key)) return [];
      const id = newId();
      const value = { id, type, from, to, created_at, properties: {} };
      const change = { operation: "create", object_id: id, value, before: null, proposed: null } as const;
      return [{ ...common, ...support, ...change, position: undefined }];
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
