// Which memories a new one may take the place of.

import type { Tenant, Transaction } from "../database/transaction.ts";
import { isUuid } from "../values/uuid.ts";
import type { PlainMemory } from "./schemas.ts";
import { type LockedMemory, lockMemories } from "./versions.ts";

/** A memory that may take the place of others. */
export type Superseding = Pick<PlainMemory, "scope" | "subject" | "supersedes">;

/** What is wrong with an ID of `supersedes`. */
export interface Objection {
  /** The place of the memory that is to supersede, and that of the ID in its list. */
  readonly index: number;
  readonly at: number;
  readonly message: string;
}

/** What memories are to supersede. */
export interface SupersededLookup {
  /** The superseded ones of each, locked. */
  readonly found: readonly (readonly LockedMemory[])[];
  readonly unknown: readonly Objection[];
}

/** Looks up what memories are to supersede: current memories of the same end user, scope and project, each superseded by one alone. */
export async function lookUpSuperseded(
  tx: Transaction,
  tenant: Tenant,
  memories: readonly Superseding[],
): Promise<SupersededLookup> {
  const ids = memories.flatMap(({ supersedes = [] }) => supersedes).filter(isUuid);
  const locked = new Map((await lockMemories(tx, tenant, ids)).map((memory) => [memory.id, memory]));
  const taken = new Map<string, number>();
  const unknown: Objection[] = [];
  const found = memories.map((memory, index) => {
    const own = new Set<LockedMemory>();
    for (const [at, id] of (memory.supersedes ?? []).entries()) {
      const old = locked.get(id.toLowerCase());
      const message =
        objectionTo(old, memory) ?? (isTaken(taken.get(id.toLowerCase()), index) ? twice : undefined);
      if (message !== undefined) unknown.push({ index, at, message });
      else if (old !== undefined) own.add(old);
      taken.set(id.toLowerCase(), index);
    }
    return [...own];
  });
  return { found, unknown };
}

const twice = "is superseded by another memory of this write, too";

function isTaken(by: number | undefined, index: number): boolean {
  return by !== undefined && by !== index;
}

/** Why a memory cannot be superseded by another. */
function objectionTo(
  old: LockedMemory | undefined,
  { scope = "project", subject }: Superseding,
): string | undefined {
  if (old === undefined) return "names no memory of the project that this key may recall";
  if (old.superseded_by !== null) return "was superseded by another memory already";
  if (old.scope !== scope) return `is a memory of another scope: ${old.scope}`;
  const isSame = (old.subject?.["id"] ?? null) === (subject?.["id"] ?? null);
  return isSame ? undefined : "is a memory about another end user";
}
