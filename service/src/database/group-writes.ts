// Group commit: what a key writes at the same time shares a transaction.

import { type Database, type Tenant, type Transaction, transaction } from "./transaction.ts";

/** Writes an item of a tenant together with others, and resolves with what came of it once it is committed. */
export type WriteGrouped<Item, Result> = (tenant: Tenant, item: Item) => Promise<Result>;

/** Items that are written together. */
class Group<Item, Result> {
  /** What came of each item. */
  readonly committed: Promise<readonly Result[]>;
  readonly #items: Item[] = [];
  #isOpen = true;

  /** `commit` calls `close` when its transaction begins. */
  constructor(commit: (close: () => readonly Item[]) => Promise<readonly Result[]>) {
    const close = (): readonly Item[] => {
      this.#isOpen = false;
      return this.#items;
    };
    this.committed = commit(close).finally(close);
  }

  /** Whether the group takes another item. */
  hasRoom(max: number): boolean {
    return this.#isOpen && this.#items.length < max;
  }

  /** Adds an item; returns its place. */
  add(item: Item): number {
    return this.#items.push(item) - 1;
  }
}

/** Milliseconds that a group waits for the one before it: usual ones take a few, and one that takes longer should not hold up others. */
const maxWaitMs = 500;

/**
 * Writes items in groups, as beginning, committing and waiting for the disk cost more than writing a row. While one group of a key is written,
 * the next collects what comes, at most `max` items; the first item waits for nobody. A group is written in one transaction, all or nothing, so
 * `write` must not fail because of a single item; it returns what came of each, in their order.
 */
export function groupWrites<Item, Result>(
  database: Database,
  max: number,
  write: (tx: Transaction, tenant: Tenant, items: readonly Item[]) => Promise<readonly Result[]>,
): WriteGrouped<Item, Result> {
  /** The last group of each tenant that is not committed yet. */
  const groups = new Map<string, Group<Item, Result>>();
  const begin = (tenant: Tenant, before: Promise<unknown> | undefined): Group<Item, Result> =>
    new Group(async (close) => {
      if (before !== undefined) await settledOrLate(before);
      return await transaction(database, tenant, async (tx) => await write(tx, tenant, close()));
    });
  return async (tenant, item) => {
    const id = `${tenant.projectId} ${tenant.keyId}`;
    const last = groups.get(id);
    const group = last?.hasRoom(max) === true ? last : begin(tenant, last?.committed);
    const at = group.add(item);
    groups.set(id, group);
    try {
      const result = (await group.committed)[at];
      if (result === undefined) throw new TypeError("A write of a group has no result.");
      return result;
    } finally {
      if (groups.get(id) === group) groups.delete(id);
    }
  };
}

/** Waits until a group is written, whatever came of it, or for so long that the next one goes ahead. */
async function settledOrLate(committed: Promise<unknown>): Promise<void> {
  await new Promise<void>((resolve) => {
    const late = setTimeout(resolve, maxWaitMs);
    const settle = (): void => {
      clearTimeout(late);
      resolve();
    };
    committed.then(settle, settle);
  });
}
