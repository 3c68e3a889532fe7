// When memories say the same.

import { createHash } from "node:crypto";
import type { Tenant } from "../database/transaction.ts";
import { isJsonList, isJsonObject, type JsonValue } from "../values/json.ts";
import type { MemoryItem } from "./schemas.ts";

/** What is compared of a memory. */
interface Compared {
  readonly content: string;
  readonly kind?: string | null | undefined;
  readonly scope?: string | undefined;
  readonly subject?: { readonly [name: string]: JsonValue } | null | undefined;
  readonly thread?: string | null | undefined;
  readonly valid_at?: Date | string | null | undefined;
}

/**
 * Equal for memories with the same content, whatever their white space and encoding of accents, of the same kind, about the same end user or,
 * without one, the same subject, of the same project and scope, in the same thread, and of the same instant if they name one. A hash, in hexadecimal, as contents are too long for an index.
 */
export function samenessOf(
  { projectId, keyId }: Pick<Tenant, "projectId" | "keyId">,
  { content, kind = null, scope = "project", subject, thread = null, valid_at = null }: Compared,
): string {
  const words = content.normalize("NFC").trim().replaceAll(/\s+/g, " ");
  // Commons of other projects are others' to change and forget: what is written here must not go with them.
  const writers = scope === "agent" ? [projectId, keyId] : [projectId];
  const at = valid_at === null ? null : new Date(valid_at).toISOString();
  const compared = [scope, ...writers, kind, whomOf(subject), words, thread, at];
  return createHash("sha256").update(JSON.stringify(compared)).digest("hex");
}

/** Whom a memory is about: an end user, whatever else the subject says, or else all that it says, in one order. */
function whomOf(subject: Compared["subject"]): JsonValue {
  const { id } = subject ?? {};
  if (id !== undefined) return id;
  return Object.keys(subject ?? {}).length === 0 ? null : [ordered(subject ?? {})];
}

function ordered(value: JsonValue): JsonValue {
  if (isJsonList(value)) return value.map(ordered);
  if (!isJsonObject(value)) return value;
  const members = Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return members.map(([name, each]) => [name, ordered(each)]);
}

/** A memory of a write, compared with the others of it. */
export interface Same<Item extends MemoryItem = MemoryItem> {
  readonly item: Item;
  readonly sameness: string;
  /** Equal for those that say the same for the same time. */
  readonly place: string;
  /** Whether it is written whatever else says the same: it asks for that, or takes the place of others. */
  readonly isWrittenAnyway: boolean;
  /** The place of the one that stands for it: the first that says the same, or itself. */
  readonly first: number;
}

/** Compares the memories of a write with each other. */
export function compareAll<Item extends MemoryItem>(
  tenant: Tenant,
  items: readonly Item[],
): readonly Same<Item>[] {
  const firsts = new Map<string, number>();
  return items.map((item, at) => {
    const { deduplicate = true, supersedes = [] } = item;
    const sameness = samenessOf(tenant, item);
    const isWrittenAnyway = !deduplicate || supersedes.length > 0;
    const place = `${sameness} ${item.forget_after ?? ""}`;
    const first = firsts.get(place) ?? at;
    firsts.set(place, first);
    return { item, sameness, place, isWrittenAnyway, first: isWrittenAnyway ? at : first };
  });
}
