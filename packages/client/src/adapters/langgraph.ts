/**
 * A store for LangGraph.
 *
 * @packageDocumentation
 */

import {
  BaseStore,
  type Operation,
  type OperationResults,
  type SearchItem,
  type SearchOperation,
} from "@langchain/langgraph-checkpoint";
import type { Client } from "../client.ts";
import type { Memory } from "../generated/types.ts";
import { fits } from "./filters.ts";
import { itemOf, type Listing, matches, type Place, placeOf } from "./items.ts";
import { named, put } from "./stored.ts";

/**
 * Memories as a store of LangGraph. A namespace is `[subject]` or `[subject, kind]`: whom a memory is about, and what kind it is. Any string is a
 * key, and any JSON a value; the texts in it are what a search finds. With a key that may only propose, what is put awaits review.
 *
 * @example
 * ```ts
 * const store = new Store(createClient({ baseUrl, key }));
 * await store.put(["ada", "preference"], "drink", { text: "Ada prefers tea." });
 * ```
 */
export class Store extends BaseStore {
  readonly #service: Client;

  constructor(service: Client) {
    super();
    this.#service = service;
  }

  override async batch<Op extends Operation[]>(operations: Op): Promise<OperationResults<Op>> {
    const results: unknown[] = [];
    // One after the other: each sees what the one before has written.
    for (const operation of operations) results.push(await this.#run(operation));
    return results as OperationResults<Op>;
  }

  async #run(operation: Operation): Promise<unknown> {
    if ("namespacePrefix" in operation) return await this.#find(operation);
    if (!("namespace" in operation)) return await this.#namespaces(operation);
    const found = await named(this.#service, operation.namespace, operation.key);
    if ("value" in operation) return await put(this.#service, operation, found);
    const [memory] = found;
    return memory === undefined ? null : itemOf(memory);
  }

  async #find({
    namespacePrefix,
    query,
    filter = {},
    limit = 10,
    offset = 0,
  }: SearchOperation): Promise<SearchItem[]> {
    const place = placeOf(namespacePrefix);
    const found: SearchItem[] = [];
    if (limit === 0) return found;
    for await (const memory of query === undefined
      ? this.#service.memories.list(place)
      : this.#hits(place, query)) {
      const item = itemOf(memory);
      if (item === undefined || !fits(item.value, filter)) continue;
      found.push("score" in memory ? { ...item, score: Number(memory.score) } : item);
      if (found.length === offset + limit) break;
    }
    return found.slice(offset);
  }

  async *#hits({ subject_id, kind }: Place, query: string): AsyncGenerator<Memory, void, undefined> {
    const memory = {
      ...(subject_id !== undefined && { subject_id }),
      ...(kind !== undefined && { kinds: [kind] }),
    };
    const scope = subject_id === undefined ? {} : { memory };
    yield* (await this.#service.search({ query, include: ["memories"], limit: 100, ...scope })).memories ??
      [];
  }

  async #namespaces({ matchConditions = [], maxDepth, limit, offset }: Listing): Promise<string[][]> {
    const found = new Map<string, string[]>();
    for await (const memory of this.#service.memories.list()) {
      const namespace = itemOf(memory)?.namespace;
      if (namespace === undefined || !matchConditions.every((condition) => matches(namespace, condition)))
        continue;
      const cut = namespace.slice(0, maxDepth);
      found.set(JSON.stringify(cut), cut);
    }
    return [...found.values()].slice(offset, offset + limit);
  }
}
