// Reads trees of any form, to see whether a peer found what was written.

/** What is at the end of a path of keys; nothing where the path breaks off. */
export function at(value: unknown, ...path: readonly (string | number)[]): unknown {
  let found = value;
  for (const key of path) {
    if (typeof found !== "object" || found === null) return undefined;
    found = new Map<string, unknown>(Object.entries(found)).get(String(key));
  }
  return found;
}

/** All objects of a tree, each before those in it, in the order of their keys. Trees may be deep. */
export function* nodesOf(tree: unknown): Generator<object> {
  const left: unknown[] = [tree];
  while (left.length > 0) {
    const node = left.pop();
    if (typeof node !== "object" || node === null) continue;
    yield node;
    left.push(...Object.values(node).toReversed());
  }
}
