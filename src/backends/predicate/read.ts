// Reads what is at a path of an entity: exactly, or fast with a check afterwards for inherited properties.
import { isRecord } from "../../data/guards.ts";
import { dateProperty, type EntityProperty, typeProperty } from "../../vocabulary/entity.ts";

/** What has properties, those that most filters ask for among them. */
export type Entity = { readonly [Name in EntityProperty]?: unknown } & { readonly [key: string]: unknown };

/** Whether a value exists. If so, it may be read as if it were an entity: most values have nothing of what is asked. */
export function isPresent(value: unknown): value is Entity {
  return value !== undefined && value !== null;
}

/** The value at a path: own properties only, never into a list or a string. A property whose getter throws is missing. */
export function readPath(entity: unknown, keys: readonly string[]): unknown {
  try {
    return readOwn(entity, keys);
  } catch {
    return undefined;
  }
}

function readOwn(entity: unknown, keys: readonly string[]): unknown {
  let value = entity;
  for (const key of keys) {
    if (!isRecord(value) || !Object.hasOwn(value, key)) return undefined;
    value = value[key];
  }
  return value;
}

/** Reads a path without asking what is inherited; may throw. Calls that are spelled out are faster than a loop. */
export function readerOf(keys: readonly string[]): Read {
  const [a = "", b = "", c = ""] = keys;
  switch (keys.length) {
    case 1:
      return fields.get(a) ?? ((entity) => entity[a]);
    case 2:
      return (entity) => at(entity[a], b);
    case 3:
      return (entity) => at(at(entity[a], b), c);
    default:
      return (entity) => keys.reduce<unknown>(at, entity);
  }
}

type Read = (entity: Entity) => unknown;

function at(value: unknown, key: string): unknown {
  return isPresent(value) ? value[key] : undefined;
}

/** Spelled out, which makes reading them fast: each function learns where one property is. */
const readers: Readonly<Record<EntityProperty, Read>> = {
  [typeProperty]: (entity) => entity.type,
  shape_id: (entity) => entity.shape_id,
  source_id: (entity) => entity.source_id,
  source_shape_id: (entity) => entity.source_shape_id,
  [dateProperty]: (entity) => entity.created_at,
};

const fields: ReadonlyMap<string, Read> = new Map(Object.entries(readers));

/**
 * Whether the existing values at some paths of an entity are its own. Parsed JSON inherits from one object only,
 * which has none of the fields, unless someone added one to all objects.
 */
export function ownershipOf(paths: readonly (readonly string[])[]): (entity: Entity) => boolean {
  const others = paths.filter(([key = "", ...keys]) => keys.length > 0 || !fields.has(key));
  return (entity) => {
    const isPlain =
      isRecord(entity) && Object.getPrototypeOf(entity) === Object.prototype && !isPolluted(bare);
    for (const keys of isPlain ? others : paths) if (readOwn(entity, keys) === undefined) return false;
    return true;
  };
}

const bare: Entity = {};

/**
 * Whether an object without properties has one of the fields. Spelled out on purpose, and not a loop over `readers`: this runs for every
 * entity that is found, the loop called five functions for it, and with many filters a predicate took twice as long.
 */
function isPolluted({ type, shape_id, source_id, source_shape_id, created_at }: Entity): boolean {
  return isPresent(type ?? shape_id ?? source_id ?? source_shape_id ?? created_at);
}
