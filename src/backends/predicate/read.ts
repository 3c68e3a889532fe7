// Reads what is at a path of an entity, without touching a prototype.

/** The value at a path: own properties of plain objects only, never into a list or a string, never through a getter. */
export function readPath(entity: unknown, keys: readonly string[]): unknown {
  let value = entity;
  for (const key of keys) {
    if (typeof value !== "object" || value === null || Array.isArray(value)) return undefined;
    value = Object.getOwnPropertyDescriptor(value, key)?.value;
  }
  return value;
}
