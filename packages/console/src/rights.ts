// What the key at the page may do: asked once for each key, so that no screen offers what the service would refuse.

import { useEffect, useState } from "preact/hooks";
import type { Client, Key } from "slice-cql-client";
import { useClient } from "./session.ts";

/** What an act needs: each more than the one before. */
export type Permission = Key["permission"];

const permissions: readonly Permission[] = ["read", "propose", "write"];

const known = new WeakMap<Client, Promise<Key>>();

/** The key at the page; undefined until that is known, or if it cannot be asked for. */
export function useKey(): Key | undefined {
  const client = useClient();
  const [key, setKey] = useState<Key>();
  useEffect(() => {
    const asked = known.get(client) ?? client.keys.current();
    known.set(client, asked);
    asked.then(setKey, () => known.delete(client));
  }, [client]);
  return key;
}

/** Whether a key may do what needs a permission. */
export function mayDo({ permission }: Pick<Key, "permission">, needed: Permission): boolean {
  return permissions.indexOf(permission) >= permissions.indexOf(needed);
}

/** Whether a key sees only a part of its project, and nothing of what concerns all of it: loops, sources, documents. */
export function isLimited({ slice, subject_id }: Pick<Key, "slice" | "subject_id">): boolean {
  return slice !== null || subject_id !== null;
}
