// How far a person has seen the changes of slices: a cursor for each, kept by the browser for the next visit. A cursor says nothing of what is in a slice,
// and is of no use without a key.

/** Where a visit ended. */
export interface Seen {
  readonly cursor: string;
  /** When that was, in milliseconds since 1970. */
  readonly at: number;
}

const item = "slice-console seen";
/** Maximum slices that are remembered: those seen last. */
const most = 200;

/** Where the last visit to a slice ended, by its ID, which no other project has; undefined for one that was not visited in this browser. */
export function seenOf(slice: string): Seen | undefined {
  return read().get(slice);
}

/** Notes how far a slice was seen. */
export function noteSeen(slice: string, cursor: string): void {
  const others = [...read()].filter(([each]) => each !== slice);
  const all = [...others, [slice, { cursor, at: Date.now() }] as const].slice(-most);
  try {
    localStorage.setItem(item, JSON.stringify(all));
  } catch {
    // It is full, or switched off: the next visit begins anew.
  }
}

function read(): ReadonlyMap<string, Seen> {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(item) ?? "[]");
    return new Map(Array.isArray(found) ? found.filter(isEntry) : []);
  } catch {
    return new Map();
  }
}

/** Whatever else has written it, such as another version of this page. */
function isEntry(entry: unknown): entry is readonly [string, Seen] {
  if (!Array.isArray(entry)) return false;
  const parts: readonly unknown[] = entry;
  const [name, seen] = parts;
  if (typeof name !== "string" || typeof seen !== "object" || seen === null) return false;
  return "cursor" in seen && typeof seen.cursor === "string" && "at" in seen && typeof seen.at === "number";
}
