// Turns finds of entities into changes: equal finds are merged, and existing entities are updated.

import { isDeepStrictEqual } from "node:util";
import { sql } from "kysely";
import { aboutEntity, saidOf } from "../changes/said.ts";
import { ofTenant, type TenantKey } from "../database/of-tenant.ts";
import type { Transaction } from "../database/transaction.ts";
import type { FoundEntity } from "../extraction/extractor.ts";
import { isJsonObject, type JsonObject, type JsonValue } from "../values/json.ts";
import { entityKey } from "../values/name-key.ts";
import { newId } from "../values/uuid.ts";
import {
  type EntityName,
  keyOf,
  type LoopChange,
  type StagedChange,
  type Support,
  withSupport,
} from "./changes.ts";
import { supportOf } from "./confidence.ts";
import { type DateOf, earlier } from "./dates.ts";
import type { Proven } from "./evidence.ts";
import type { LoopTypes } from "./loop-types.ts";
import type { Statement } from "./rejected.ts";
import type { LoopRow } from "./rows.ts";

/** The merged finds of one entity. */
export interface Merged extends EntityName, Support {
  readonly properties: Readonly<Record<string, JsonValue>>;
  /** The date of the earliest document that supports it. */
  readonly created_at: string;
}

/** If two values of a property differ, the first one is kept. */
export function mergeEntities(
  finds: readonly Proven<FoundEntity>[],
  { dateOf, effort }: { readonly dateOf: DateOf; readonly effort: LoopRow["effort"] },
): ReadonlyMap<string, Merged> {
  const merged = new Map<string, Merged>();
  for (const find of finds) {
    const { type, name, properties } = find;
    const key = entityKey(type, name);
    const known = merged.get(key);
    merged.set(key, {
      type,
      name: known?.name ?? name,
      properties: { ...properties, ...known?.properties },
      created_at: earlier(known?.created_at, dateOf(find.evidence)),
      ...withSupport(known, supportOf(find, effort, properties)),
    });
  }
  return merged;
}

/** What a find would do to an entity that is in the store or not, and says of it there: nothing, if the store has it all. */
export function statementOf(
  { type, name, properties, evidence, updated_at }: Proven<FoundEntity>,
  { before, stored }: Pick<KnownEntity, "before" | "stored">,
): Statement {
  const added = stored === undefined ? properties : changed(properties, stored.props);
  const saysNothing = stored !== undefined && Object.keys(added).length === 0;
  return {
    about: aboutEntity({ type, name }),
    operation: before?.operation ?? (stored === undefined ? "create" : "update"),
    quoted: saysNothing ? undefined : { evidence, updated_at },
    properties: added,
  };
}

/** An entity of the store. */
export interface StoredEntity extends EntityName {
  readonly id: string;
  readonly props: JsonObject;
}

/** The existing entities with these names; of two with the same name and type the older one. */
export async function storedWith(
  tx: Transaction,
  tenant: TenantKey,
  names: readonly string[],
): Promise<ReadonlyMap<string, StoredEntity>> {
  const rows = await tx.all(
    sql<StoredEntity>`select e.id, e.type, e.name, e.props, e.created_at from entity e
      where ${ofTenant(tenant, "e")}
        and e.name_key = any(array(select distinct name_key(name) from unnest(${[...names]}::text[]) wanted (name)))
      order by e.created_at desc, e.id desc`,
    "loops.stored",
  );
  return new Map(rows.map((row) => [keyOf(row), row]));
}

/** What the store, the delta and this iteration have of one entity. */
export interface KnownEntity {
  readonly key: string;
  readonly before: StagedChange | undefined;
  readonly stored: StoredEntity | undefined;
  readonly wanted: LoopTypes;
}

/** The change for a find; none if the store already has everything. */
export function entityChange(
  find: Merged,
  { key, before, stored, wanted }: KnownEntity,
): LoopChange | undefined {
  if (before !== undefined) return extended(find, before, stored);
  if (stored !== undefined) return updating(find, key, stored);
  const { type, name, properties, evidence, created_at } = find;
  const id = newId();
  const shape_id = wanted.shapeOfType.get(type) ?? null;
  const source_id = evidence[0]?.source_id ?? null;
  const value = { id, type, name, shape_id, source_id, created_at, properties };
  return { ...newChange(find, key, id, properties), operation: "create", value, before: null };
}

function newChange(
  { type, name, evidence, confidence, said }: Merged,
  key: string,
  objectId: string,
  staged: JsonObject,
) {
  const about = aboutEntity({ type, name });
  const object = "entity" as const;
  return {
    position: undefined,
    object,
    object_id: objectId,
    merge_key: key,
    about,
    evidence,
    confidence,
    said: saidOf(said, staged),
    proposed: null,
  };
}

function updating(
  find: Merged,
  key: string,
  { id, type, name, props }: StoredEntity,
): LoopChange | undefined {
  const added = changed(find.properties, props);
  if (Object.keys(added).length === 0) return undefined;
  const same = { id, type, name };
  return {
    ...newChange(find, key, id, added),
    operation: "update",
    value: { ...same, properties: added },
    before: { ...same, properties: replaced(added, props) },
  };
}

/**
 * Staged values stay; new properties are added, unless the store already has the value, to what was staged before an edit as well. What is created
 * may turn out to be older.
 */
function extended(
  { type, name, properties, created_at, said, ...support }: Merged,
  before: StagedChange,
  stored: StoredEntity | undefined,
): LoopChange {
  const added = stored === undefined ? properties : changed(properties, stored.props);
  const was = before.before;
  const more = (value: JsonObject): JsonObject => ({
    ...value,
    ...(was === null && { created_at: earlier(value["created_at"], created_at) }),
    properties: { ...added, ...objectIn(value, "properties") },
  });
  const value = more(before.value);
  const proposed = before.proposed === null ? null : more(before.proposed);
  const staged = [value, proposed ?? {}].map((each) => objectIn(each, "properties"));
  return {
    ...before,
    object: "entity",
    merge_key: entityKey(type, name),
    about: aboutEntity({ type, name }),
    value,
    proposed,
    before:
      was === null
        ? null
        : { ...was, properties: { ...replaced(added, stored?.props ?? {}), ...objectIn(was, "properties") } },
    ...withSupport(before, { ...support, said: saidOf(said, ...staged) }),
  };
}

function objectIn(value: JsonObject, member: string): JsonObject {
  const found = value[member];
  return isJsonObject(found) ? found : {};
}

/** The properties that differ from the store. */
function changed(properties: Readonly<Record<string, JsonValue>>, stored: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(properties).filter(([name, value]) => !isDeepStrictEqual(stored[name], value)),
  );
}

/** The stored values of these properties; null where there is none. */
function replaced(properties: JsonObject, stored: JsonObject): JsonObject {
  return Object.fromEntries(Object.keys(properties).map((name) => [name, stored[name] ?? null]));
}
