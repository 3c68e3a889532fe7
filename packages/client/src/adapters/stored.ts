// Reads and writes the memory of an item of a LangGraph store.

import type { PutOperation } from "@langchain/langgraph-checkpoint";
import type { Client } from "../client.ts";
import type { Memory } from "../generated/types.ts";
import { contentOf, itemOf, placeOf, threadOf, written } from "./items.ts";

/** The memories with a key, newest first: several if it was put twice at the same moment. */
export async function named(
  service: Client,
  namespace: readonly string[],
  key: string,
): Promise<readonly Memory[]> {
  const place = placeOf(namespace);
  if (place.subject_id === undefined) throw new TypeError("A namespace names a subject: [subject, kind].");
  const found: Memory[] = [];
  for await (const memory of service.memories.list({ ...place, thread: await threadOf(key) }))
    if (memory.kind === (place.kind ?? null) && itemOf(memory)?.key === key) found.push(memory);
  return found;
}

/** Puts a value in the place of what was found, or forgets that. */
export async function put(
  { memories }: Client,
  { namespace, key, value }: PutOperation,
  found: readonly Memory[],
): Promise<void> {
  if (value === null) {
    for (const { id } of found) await memories.delete(id);
    return;
  }
  const { subject_id: id = "", ...kind } = placeOf(namespace);
  const said = { content: contentOf(value), subject: { id, item: written(key, value) } };
  const [memory] = found;
  if (memory !== undefined) await memories.update(memory.id, said);
  else await memories.write({ ...said, ...kind, thread: await threadOf(key), deduplicate: false });
}
