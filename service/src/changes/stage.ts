// Stages changes: they are kept in a delta, and nothing else sees them before it is applied.

import { build } from "../database/build.ts";
import { tenantColumns } from "../database/of-tenant.ts";
import type { ChangeTable, Evidence } from "../database/tables.ts";
import type { Tenant, Transaction } from "../database/transaction.ts";
import { newId } from "../values/uuid.ts";
import type { Said } from "./said.ts";

/** A change to be staged. */
export interface NewChange {
  readonly operation: ChangeTable["operation"];
  readonly object: ChangeTable["object"];
  readonly objectId: string;
  /** What is to be written; members without a value stay as they are. */
  readonly value: object;
  /** What an update replaces. */
  readonly before?: object;
  readonly evidence?: readonly Evidence[];
  /** What identifies equal changes of the delta. */
  readonly mergeKey?: string;
  /** What identifies equal changes of the project, and what documents say about it. */
  readonly about?: string;
  readonly said?: Said;
}

/** Opens a delta with these changes, and returns its ID. A private one is visible only to its writer's key. */
export async function stage(
  tx: Transaction,
  tenant: Tenant,
  changes: readonly NewChange[],
  isPrivate = false,
): Promise<string> {
  const deltaId = newId();
  const count = (kind: NewChange["object"]): number => changes.filter(({ object }) => object === kind).length;
  await tx.all(
    build.insertInto("delta").values({
      ...tenantColumns(tenant),
      id: deltaId,
      key_id: tenant.keyId,
      private: isPrivate,
      entities: count("entity"),
      relationships: count("relationship"),
      memories: count("memory"),
    }),
  );
  const rows = changes.map(
    ({ operation, object, objectId, value, before, evidence, mergeKey, about, said }, position) => ({
      ...tenantColumns(tenant),
      delta_id: deltaId,
      position,
      id: newId(),
      key_id: tenant.keyId,
      private: isPrivate,
      operation,
      object,
      object_id: objectId,
      value: JSON.stringify(value),
      before: before === undefined ? null : JSON.stringify(before),
      evidence: JSON.stringify(evidence ?? []),
      merge_key: mergeKey ?? null,
      about: about ?? null,
      said: JSON.stringify(said ?? {}),
    }),
  );
  if (rows.length > 0) await tx.all(build.insertInto("change").values(rows));
  return deltaId;
}
