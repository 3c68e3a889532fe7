// Stages the finds of an iteration: equal finds are merged, and existing entities are updated rather than duplicated.

import { sql } from "kysely";
import { digestOf } from "../changes/merge-key.ts";
import { ofTenant, tenantOfRow } from "../database/of-tenant.ts";
import type { Evidence } from "../database/tables.ts";
import type { Transaction } from "../database/transaction.ts";
import type { FoundEntity, FoundRelationship } from "../extraction/extractor.ts";
import { newId } from "../values/uuid.ts";
import { keyOf, type LoopChange, stagedIn } from "./changes.ts";
import { datesOf } from "./dates.ts";
import type { Proven } from "./evidence.ts";
import type { LoopTypes } from "./loop-types.ts";
import type { LoopRow } from "./rows.ts";
import { entityChange, mergeEntities, storedWith } from "./stage-entities.ts";
import { possibleEnds, relationshipChanges, resolveEnds } from "./stage-relationships.ts";

/** Finds that have evidence. */
export interface Finds {
  readonly entities: readonly Proven<FoundEntity>[];
  readonly relationships: readonly Proven<FoundRelationship>[];
}

/** The result of staging. */
export interface Staged {
  /** Changes that are new in the delta. */
  readonly entities: number;
  readonly relationships: number;
  /** Relationships with a missing end; a later iteration may find it. */
  readonly unconnected: readonly Proven<FoundRelationship>[];
}

/** Adds finds to the delta of a loop. */
export async function stageFinds(
  tx: Transaction,
  row: LoopRow,
  wanted: LoopTypes,
  finds: Finds,
): Promise<Staged> {
  const dateOf = await datesOf(tx, tenantOfRow(row), [...finds.entities, ...finds.relationships]);
  const merged = mergeEntities(finds.entities, dateOf);
  const ends = possibleEnds(finds.relationships, wanted);
  const keys = new Set([...merged.keys(), ...ends.flatMap(({ from, to }) => [...from, ...to].map(keyOf))]);
  const names = [
    ...new Set(
      [...merged.values(), ...ends.flatMap(({ from, to }) => [...from, ...to])].map(({ name }) => name),
    ),
  ];
  const staged = await stagedIn(tx, row, "entity", [...keys]);
  const stored = await storedWith(tx, tenantOfRow(row), names);
  const changes: LoopChange[] = [];
  const ids = new Map<string, string>();
  for (const key of keys) {
    const id = staged.get(key)?.object_id ?? stored.get(key)?.id;
    if (id !== undefined) ids.set(key, id);
  }
  for (const [key, find] of merged) {
    const change = entityChange(find, { key, before: staged.get(key), stored: stored.get(key), wanted });
    if (change === undefined) continue;
    changes.push(change);
    ids.set(key, change.object_id);
  }
  const { relationships, unconnected } = resolveEnds(ends, ids, dateOf);
  changes.push(...(await relationshipChanges(tx, row, relationships)));
  const added = await write(tx, row, changes);
  return { ...added, unconnected };
}

/** The confidence of a find grows with the number of quotes. */
function confidenceOf(row: LoopRow, evidence: readonly Evidence[]): number {
  const doubt = row.effort === "agentic_plus" ? 0.2 : 0.4;
  return 1 - doubt * 0.5 ** (evidence.length - 1);
}

/** Writes changes; those without a position are new, and get the next positions. */
async function write(
  tx: Transaction,
  row: LoopRow,
  changes: readonly LoopChange[],
): Promise<Pick<Staged, "entities" | "relationships">> {
  if (changes.length === 0) return { entities: 0, relationships: 0 };
  const tenant = tenantOfRow(row);
  const values = changes.map((change, at) => ({
    ...change,
    merge_key: digestOf(change.merge_key),
    at,
    id: newId(),
    confidence: confidenceOf(row, change.evidence),
  }));
  await tx.all(
    sql`with next as (
        select coalesce(max(position) + 1, 0) as first from change where ${ofTenant(tenant)} and delta_id = ${row.delta_id}
      ),
      d as (select organization_id, project_id, id, key_id, private from delta where ${ofTenant(tenant)} and id = ${row.delta_id})
      insert into change (organization_id, project_id, delta_id, key_id, private, position, id, operation, object, object_id, value, before, confidence, evidence, loop_id, merge_key)
      select d.organization_id, d.project_id, d.id, d.key_id, d.private,
        coalesce(c.position, next.first - 1 + row_number() over (partition by c.position is null order by c.at)),
        c.id, c.operation, c.object, c.object_id, c.value, nullif(c.before, 'null'), c.confidence, c.evidence, ${row.id}::uuid, c.merge_key
      from next, d, jsonb_to_recordset(${JSON.stringify(values)}::jsonb) as c (at integer, position integer, id uuid,
        operation text, object text, object_id uuid, value jsonb, before jsonb, confidence real, evidence jsonb, merge_key text)
      on conflict (organization_id, project_id, delta_id, position) do update set value = excluded.value, before = excluded.before,
        confidence = excluded.confidence, evidence = excluded.evidence`,
    "loops.stage",
  );
  const added = (object: LoopChange["object"]): number =>
    changes.filter((change) => change.object === object && change.position === undefined).length;
  const counts = { entities: added("entity"), relationships: added("relationship") };
  const counted = sql`update delta set entities = entities + ${counts.entities}, relationships = relationships + ${counts.relationships}
    where ${ofTenant(tenant)} and id = ${row.delta_id} returning id`;
  if ((await tx.first(counted)) === undefined)
    throw new Error("The delta of the loop cannot be seen by its key.");
  return counts;
}
