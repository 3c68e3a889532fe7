// Paths such as `address.city`, and reading them without touching a prototype.

/** The keys of a path. `\.` is a dot and `\\` a backslash in a key; other backslashes are literal. */
export function splitPath(path: string): readonly string[] {
  const keys = [""];
  for (const [part] of path.matchAll(/\\[.\\]|[^]/gu)) {
    if (part === ".") keys.push("");
    else keys.push((keys.pop() ?? "") + (part.length > 1 && part.startsWith("\\") ? part.slice(1) : part));
  }
  return keys;
}

/** The value at a path: own properties of plain objects only, never into a list or a string, never through a getter. */
export function readPath(entity: unknown, keys: readonly string[]): unknown {
  let value = entity;
  for (const key of keys) {
    if (typeof value !== "object" || value === null || Array.isArray(value)) return undefined;
    value = Object.getOwnPropertyDescriptor(value, key)?.value;
  }
  return value;
}
