// Notes what was done, in the transaction that does it.

import type { ActivityTable } from "../database/activity-table.ts";
import { build } from "../database/build.ts";
import type { Transaction } from "../database/transaction.ts";
import type { Access } from "../organizations/access.ts";
import { newId } from "../values/uuid.ts";

/** What was done. */
export interface Deed extends Pick<ActivityTable, "action" | "object"> {
  readonly projectId: string;
  /** Missing for what concerns several. */
  readonly objectId?: string;
  /** Whether only this key may see the object: then others are not told which one it was. */
  readonly isPrivate?: boolean;
  /** How many of what. */
  readonly counts?: Readonly<Record<string, number>>;
}

/** Notes it for good: an entry is there if and only if its effect is. */
export async function record(
  tx: Transaction,
  { keyId, name, organizationId }: Pick<Access, "keyId" | "name" | "organizationId">,
  { projectId, action, object, objectId, isPrivate = false, counts = {} }: Deed,
): Promise<void> {
  await tx.all(
    build.insertInto("activity").values({
      organization_id: organizationId,
      project_id: projectId,
      id: newId(),
      key_id: keyId,
      key_name: name,
      action,
      object,
      object_id: objectId ?? null,
      private: isPrivate,
      counts: JSON.stringify(counts),
    }),
  );
}
