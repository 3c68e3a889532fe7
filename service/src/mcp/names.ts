// The names of a project's types, shapes and sources, as a key sees them.

import { ask, type Call } from "./call.ts";

/** Something with a name. */
interface Named {
  readonly id: string;
  readonly name: string;
}

/** What `GET /v1/catalog` answers. */
export interface Catalog {
  readonly types: readonly string[];
  readonly shapes: readonly Named[];
  readonly sources: readonly Named[];
}

/** The names that a key sees. */
export interface Names {
  /** The catalog of this moment. */
  readonly catalog: () => Promise<Catalog>;
  /** The names of sources by ID. An ID without a name may be of a source that is too new. */
  readonly sources: (ids: readonly (string | null)[]) => Promise<ReadonlyMap<string, string>>;
}

/** Milliseconds for which names are shown that may have changed. */
const rememberMs = 10_000;
/** Maximum names that are remembered together: a project has 20,000 at most, and there may be many keys for it. */
const remembered = 50_000;
/** How many names the memory of a key in a project counts as, besides those in it. */
const ownWeight = 50;

interface Entry {
  readonly names: ReadonlyMap<string, string>;
  readonly until: number;
}

/** Remembers the names of sources between calls, as a tool should not cost a look at the catalog besides its route. */
export interface NameMemory {
  readonly entries: Map<string, Entry>;
}

/** An empty memory. */
export function nameMemory(): NameMemory {
  return { entries: new Map() };
}

/** The names that a key sees in a project; `owner` identifies both. */
export function namesFor(call: Call, { entries }: NameMemory, owner: string): Names {
  const catalog = async (): Promise<Catalog> => {
    const { types, shapes, sources } = await ask<Catalog>(call, ["GET", "/v1/catalog"]);
    return { types, shapes, sources };
  };
  const read = async (): Promise<ReadonlyMap<string, string>> => {
    const { sources } = await catalog();
    const names = new Map(sources.map(({ id, name }) => [id, name]));
    entries.delete(owner);
    entries.set(owner, { names, until: performance.now() + rememberMs });
    forgetOldest(entries);
    return names;
  };
  return {
    catalog,
    sources: async (ids) => {
      if (ids.every((id) => id === null)) return new Map();
      const entry = entries.get(owner);
      return entry !== undefined && entry.until > performance.now() ? entry.names : await read();
    },
  };
}

/** The newest are last; there is always room for that. */
function forgetOldest(entries: NameMemory["entries"]): void {
  let left = remembered;
  for (const [at, [owner, { names }]] of [...entries].toReversed().entries()) {
    left -= names.size + ownWeight;
    if (at > 0 && left < 0) entries.delete(owner);
  }
}
