// Items of a LangGraph store as memories: how a key and a value are kept in one, and how they are read back.

import type { Item, ListNamespacesOperation, MatchCondition } from "@langchain/langgraph-checkpoint";
import type { Memory, MemoryItem } from "../generated/types.ts";

/** How namespaces are listed. */
export type Listing = ListNamespacesOperation;

/** What a namespace stands for. */
export interface Place {
  readonly subject_id?: string;
  readonly kind?: NonNullable<MemoryItem["kind"]>;
}

/** Whom a namespace is about, and the kind of its memories. The service says which kinds there are. */
export function placeOf(namespace: readonly string[]): Place {
  const [subject_id, kind, ...rest] = namespace;
  if (rest.length > 0) throw new TypeError(`A namespace is [subject, kind]: ${JSON.stringify(namespace)}.`);
  return {
    ...(subject_id !== undefined && { subject_id }),
    ...(kind !== undefined && { kind: kind as NonNullable<MemoryItem["kind"]> }),
  };
}

/** What is kept with the subject of a memory, as a text: JSON of a database holds no NUL and no half of a character. */
export function written(key: string, value: unknown): string {
  return JSON.stringify({ key, value, at: new Date().toISOString() });
}

/** An item that a memory holds; undefined for a memory that no store has written. */
export function itemOf({ subject, kind, created_at }: Memory): Item | undefined {
  const { id, item } = subject ?? {};
  if (typeof id !== "string" || typeof item !== "string") return undefined;
  const { key, value, at } = read(item);
  if (typeof key !== "string" || value === undefined || typeof at !== "string") return undefined;
  const namespace = kind === null ? [id] : [id, kind];
  // What a store holds is any JSON, though its type says that it is an object.
  return {
    namespace,
    key,
    value: value as Item["value"],
    createdAt: new Date(created_at),
    updatedAt: new Date(at),
  };
}

/** What was {@link written}; anyone who writes memories may have written something else. */
function read(item: string): Partial<Record<"key" | "value" | "at", unknown>> {
  try {
    const found: unknown = JSON.parse(item);
    return typeof found === "object" && found !== null ? found : {};
  } catch {
    return {};
  }
}

/** The thread of the memories with a key: of any key, also an empty or a long one. */
export async function threadOf(key: string): Promise<string> {
  const hash = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(key));
  return `item-${Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, "0")).join("")}`;
}

/** The most that a memory may say, in characters. */
const longest = 100_000;

/** What a search finds: the texts in a value, or the whole value if it has no text. */
export function contentOf(value: unknown): string {
  const texts = textsIn(value)
    .join("\n")
    .replaceAll(/[\0\p{Cs}]/gu, "");
  const said = texts.trim() === "" ? JSON.stringify(value) : texts;
  // No half of a character is left at the end.
  return said.slice(0, longest).replace(/[\uD800-\uDBFF]$/, "");
}

function textsIn(value: unknown): readonly string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

/** Whether a namespace begins or ends with a path, in which `*` is any label. */
export function matches(namespace: readonly string[], { matchType, path }: MatchCondition): boolean {
  const part = matchType === "prefix" ? namespace.slice(0, path.length) : namespace.slice(-path.length);
  return part.length === path.length && path.every((label, at) => label === "*" || label === part[at]);
}
