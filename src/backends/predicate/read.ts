// Reads what is at a path of an entity: exactly, or fast and with a look afterwards at what was inherited.
import { isRecord } from "../../data/guards.ts";
import { typeProperty } from "../../vocabulary/entity.ts";

/** What has properties; those that most filters ask for are spelled out, which makes reading them fast. */
export interface Entity {
  readonly type?: unknown;
  readonly shape_id?: unknown;
  readonly source_id?: unknown;
  readonly source_shape_id?: unknown;
  readonly created_at?: unknown;
  readonly [key: string]: unknown;
}

/** Whether something is there. What is, may be read as if it were an entity: most values have nothing of what is asked. */
export function isPresent(value: unknown): value is Entity {
  return value !== undefined && value !== null;
}

/** The value at a path: own properties only, never into a list or a string. Where a getter throws nothing is there. */
export function readPath(entity: unknown, keys: readonly string[]): unknown {
  let value = entity;
  try {
    for (const key of keys) {
      if (!isRecord(value) || !Object.hasOwn(value, key)) return undefined;
      value = value[key];
    }
    return value;
  } catch {
    return undefined;
  }
}

/** Reads a path without asking what is inherited; may throw. */
export function readerOf(keys: readonly string[]): (entity: Entity) => unknown {
  const [a = "", b = ""] = keys;
  switch (keys.length) {
    case 1:
      return fields.get(a) ?? ((entity) => entity[a]);
    case 2:
      return (entity) => at(entity[a], b);
    default:
      return (entity) => keys.reduce<unknown>(at, entity);
  }
}

function at(value: unknown, key: string): unknown {
  return isRecord(value) ? value[key] : undefined;
}

const fields: ReadonlyMap<string, (entity: Entity) => unknown> = new Map([
  [typeProperty, (entity: Entity): unknown => entity.type],
  ["shape_id", (entity: Entity): unknown => entity.shape_id],
  ["source_id", (entity: Entity): unknown => entity.source_id],
  ["source_shape_id", (entity: Entity): unknown => entity.source_shape_id],
  ["created_at", (entity: Entity): unknown => entity.created_at],
]);

/**
 * Whether something is at all paths of an entity's own. What JSON gives inherits from nothing but Object.prototype, which
 * has none of the fields that are read fast, unless somebody gave it one.
 */
export function ownershipOf(paths: readonly (readonly string[])[]): (entity: Entity) => boolean {
  const others = paths.filter(([key = "", ...keys]) => keys.length > 0 || !fields.has(key));
  return (entity) => {
    const isPlain = Object.getPrototypeOf(entity) === Object.prototype && !isPolluted(bare);
    return (isPlain ? others : paths).every((keys) => readPath(entity, keys) !== undefined);
  };
}

const bare: Entity = {};

function isPolluted({ type, shape_id, source_id, source_shape_id, created_at }: Entity): boolean {
  return (type ?? shape_id ?? source_id ?? source_shape_id ?? created_at) !== undefined;
}
