// Paths such as `address.city`: object keys joined by dots.

/** The keys of a path. `\.` is a dot and `\\` a backslash in a key; other backslashes are literal. */
export function splitPath(path: string): readonly string[] {
  if (!path.includes("\\")) return path.split(".");
  const keys = [""];
  for (const [part] of path.matchAll(/\\[.\\]|[^]/gu)) {
    if (part === ".") keys.push("");
    else keys.push((keys.pop() ?? "") + (part.length > 1 && part.startsWith("\\") ? part.slice(1) : part));
  }
  return keys;
}

/** The path of keys, in its one spelling: only dots and backslashes are escaped. */
export function joinPath(keys: readonly string[]): string {
  const [key = ""] = keys;
  // Most are one key without any.
  if (keys.length === 1 && !/[.\\]/.test(key)) return key;
  return keys.map((each) => each.replace(/[.\\]/g, "\\$&")).join(".");
}
