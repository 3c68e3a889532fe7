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
  const { key, value, at } = JSON.parse(item) as Pick<Item, "key" | "value"> & { readonly at: string };
  const namespace = kind === null ? [id] : [id, kind];
  return { namespace, key, value, createdAt: new Date(created_at), updatedAt: new Date(at) };
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
  return (texts.trim() === "" ? JSON.stringify(value) : texts).slice(0, longest);
}

function textsIn(value: unknown): readonly string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

type Comparison = (a: never, b: never) => boolean;
const comparisons: Readonly<Record<string, Comparison>> = {
  $eq: (a, b) => same(a, b),
  $ne: (a, b) => !same(a, b),
  $gt: (a, b) => a > b,
  $gte: (a, b) => a >= b,
  $lt: (a, b) => a < b,
  $lte: (a, b) => a <= b,
};

/** Whether a value has each member of a filter, which is a value or holds comparisons such as `$gt`. */
export function fits(
  value: Readonly<Record<string, unknown>> | null,
  filter: Readonly<Record<string, unknown>>,
): boolean {
  return Object.entries(filter).every(([name, wanted]) => {
    const found = value?.[name];
    if (
      typeof wanted !== "object" ||
      wanted === null ||
      !Object.keys(wanted).some((each) => each.startsWith("$"))
    )
      return same(found, wanted);
    return Object.entries(wanted).every(([operator, limit]) => {
      const compare = comparisons[operator];
      if (compare === undefined) throw new TypeError(`${operator} is no comparison of a filter.`);
      return compare(found as never, limit as never);
    });
  });
}

function same(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

/** Whether a namespace begins or ends with a path, in which `*` is any label. */
export function matches(namespace: readonly string[], { matchType, path }: MatchCondition): boolean {
  const part = matchType === "prefix" ? namespace.slice(0, path.length) : namespace.slice(-path.length);
  return part.length === path.length && path.every((label, at) => label === "*" || label === part[at]);
}
