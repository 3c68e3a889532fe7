// Stages the finds of an iteration: equal finds are merged, and existing entities are updated rather than duplicated.

import { type RawBuilder, sql } from "kysely";
import { aboutEntity } from "../changes/said.ts";
import { ofTenant, tenantOfRow } from "../database/of-tenant.ts";
import type { Transaction } from "../database/transaction.ts";
import type { FoundEntity, FoundRelationship } from "../extraction/extractor.ts";
import { digestOf } from "../values/digest.ts";
import { newId } from "../values/uuid.ts";
import { keyOf, type LoopChange, stagedIn } from "./changes.ts";
import { datesOf } from "./dates.ts";
import type { Proven } from "./evidence.ts";
import type { LoopTypes } from "./loop-types.ts";
import { readRejected } from "./rejected.ts";
import type { LoopRow } from "./rows.ts";
import { entityChange, mergeEntities, statementOf, storedWith } from "./stage-entities.ts";
import { aboutEnds, possibleEnds, relationshipChanges, resolveEnds } from "./stage-relationships.ts";

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
  /** How many things were found that were rejected before. */
  readonly rejectedBefore: number;
}

/** Adds finds to the delta of a loop. */
export async function stageFinds(
  tx: Transaction,
  row: LoopRow,
  wanted: LoopTypes,
  finds: Finds,
): Promise<Staged> {
  const dateOf = await datesOf(tx, tenantOfRow(row), [...finds.entities, ...finds.relationships]);
  const ends = possibleEnds(finds.relationships, wanted);
  const named = [...finds.entities, ...ends.flatMap(({ from, to }) => [...from, ...to])];
  const keys = new Set(named.map(keyOf));
  const staged = await stagedIn(tx, row, "entity", [...keys]);
  const stored = await storedWith(tx, tenantOfRow(row), [...new Set(named.map(({ name }) => name))]);
  const about = [...finds.entities.map(aboutEntity), ...ends.flatMap(aboutEnds)];
  const rejected = await readRejected(tx, row, about);
  const left = finds.entities.filter((find) => {
    const key = keyOf(find);
    return !rejected.has(statementOf(find, { before: staged.get(key), stored: stored.get(key) }));
  });
  const changes: LoopChange[] = [];
  const ids = new Map<string, string>();
  for (const key of keys) {
    const id = staged.get(key)?.object_id ?? stored.get(key)?.id;
    if (id !== undefined) ids.set(key, id);
  }
  for (const [key, find] of mergeEntities(left, { dateOf, effort: row.effort })) {
    const change = entityChange(find, { key, before: staged.get(key), stored: stored.get(key), wanted });
    if (change === undefined) continue;
    changes.push(change);
    ids.set(key, change.object_id);
  }
  const { relationships, unconnected } = resolveEnds(ends, { ids, rejected, dateOf, effort: row.effort });
  changes.push(...(await relationshipChanges(tx, row, relationships)));
  const added = await write(tx, row, changes);
  return { ...added, unconnected, rejectedBefore: rejected.count() };
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
  }));
  await tx.all(
    sql`with next as (
        select coalesce(max(position) + 1, 0) as first from change where ${ofTenant(tenant)} and delta_id = ${row.delta_id}
      ),
      d as (select organization_id, project_id, id, key_id, private from delta where ${ofTenant(tenant)} and id = ${row.delta_id})
      insert into change (organization_id, project_id, delta_id, key_id, private, position, id, operation, object, object_id, value, before, proposed, confidence, evidence, loop_id, merge_key, about, said)
      select d.organization_id, d.project_id, d.id, d.key_id, d.private,
        coalesce(c.position, next.first - 1 + row_number() over (partition by c.position is null order by c.at)),
        c.id, c.operation, c.object, c.object_id, c.value, nullif(c.before, 'null'), nullif(c.proposed, 'null'), c.confidence, c.evidence, ${row.id}::uuid, c.merge_key, c.about, c.said
      from next, d, jsonb_to_recordset(${JSON.stringify(values)}::jsonb) as c (at integer, position integer, id uuid,
        operation text, object text, object_id uuid, value jsonb, before jsonb, proposed jsonb, confidence real, evidence jsonb, merge_key text, about text, said jsonb)
      on conflict (organization_id, project_id, delta_id, position) do update set value = excluded.value, before = excluded.before, proposed = excluded.proposed,
        confidence = excluded.confidence, evidence = excluded.evidence, said = excluded.said, decision = ${undecided("decision", "'pending'")},
        decided_by = ${undecided("decided_by")}, decided_at = ${undecided("decided_at")}`,
    "loops.stage",
  );
  const added = (object: LoopChange["object"]): number =>
    changes.filter((change) => change.object === object && change.position === undefined).length;
  const counts = { entities: added("entity"), relationships: added("relationship") };
  const counted = sql`update delta set entities = entities + ${counts.entities}, relationships = relationships + ${counts.relationships},
      revision = revision + 1
    where ${ofTenant(tenant)} and id = ${row.delta_id} returning id`;
  if ((await tx.first(counted)) === undefined)
    throw new Error("The delta of the loop cannot be seen by its key.");
  return counts;
}

/** A column of a change that was rejected before more was said of it, or decided about before its value grew: nobody has decided about that. */
function undecided(column: string, value = "null"): RawBuilder<unknown> {
  return sql.raw(
    `case when change.decision = 'rejected' or change.value <> excluded.value then ${value} else change.${column} end`,
  );
}
