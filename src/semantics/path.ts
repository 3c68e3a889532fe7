// Paths such as `address.city`: object keys joined by dots.

/** The keys of a path. `\.` is a dot and `\\` a backslash in a key; other backslashes are literal. */
export function splitPath(path: string): readonly string[] {
  const keys = [""];
  for (const [part] of path.matchAll(/\\[.\\]|[^]/gu)) {
    if (part === ".") keys.push("");
    else keys.push((keys.pop() ?? "") + (part.length > 1 && part.startsWith("\\") ? part.slice(1) : part));
  }
  return keys;
}
