// The names of shapes and sources: asked for once in a while, and shown in place of the IDs.

import { useEffect, useMemo, useState } from "preact/hooks";
import type { Catalog, Client } from "slice-cql-client";
import { useClient } from "./session.ts";

type Names = ReadonlyMap<string, string>;

/** Milliseconds after which the names are asked for again: others make sources, too. */
const fresh = 60_000;

const known = new WeakMap<Client, { readonly at: number; readonly catalog: Promise<Catalog> }>();

/** The names that queries may use; undefined until they are there, or if they may not be seen. */
export function useCatalog(): Catalog | undefined {
  const client = useClient();
  const [catalog, setCatalog] = useState<Catalog>();
  useEffect(() => {
    let isShown = true;
    catalogOf(client).then(
      (value) => isShown && setCatalog(value),
      () => undefined,
    );
    return () => {
      isShown = false;
    };
  }, [client]);
  return catalog;
}

/** The names by their IDs; none until they are there, or if they may not be seen. */
export function useNames(): Names {
  const catalog = useCatalog();
  return useMemo(
    () =>
      new Map([...(catalog?.shapes ?? []), ...(catalog?.sources ?? [])].map(({ id, name }) => [id, name])),
    [catalog],
  );
}

/** The names that queries may use, at most a minute old. */
export async function catalogOf(client: Client): Promise<Catalog> {
  const last = known.get(client);
  if (last !== undefined && Date.now() - last.at < fresh) return await last.catalog;
  const catalog = client.catalog.get();
  known.set(client, { at: Date.now(), catalog });
  catalog.catch(() => known.delete(client));
  return await catalog;
}

/** Asks for the names again when they are needed: one was made or deleted. */
export function forgetNames(client: Client): void {
  known.delete(client);
}
