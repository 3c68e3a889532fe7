// Builds an entity path by path.

/** An object under construction, with members of its own only. */
export interface Members {
  [key: string]: unknown;
}

/** Sets what is at a path; `__proto__` is a key like any other. */
export function put(members: Members, [key = "", ...keys]: readonly string[], value: unknown): void {
  const found: unknown = Object.getOwnPropertyDescriptor(members, key)?.value;
  // A copy, as it may be the value of a filter.
  const inner = isMembers(found)
    ? Object.defineProperties<Members>({}, Object.getOwnPropertyDescriptors(found))
    : {};
  if (keys.length > 0) put(inner, keys, value);
  Object.defineProperty(members, key, {
    value: keys.length > 0 ? inner : value,
    enumerable: true,
    configurable: true,
    writable: true,
  });
}

function isMembers(value: unknown): value is Members {
  return typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof Date);
}
