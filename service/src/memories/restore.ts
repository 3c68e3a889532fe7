// Brings back a superseded memory, or an earlier version of one, as a new version.

import { sql } from "kysely";
import { requireShape } from "../catalog/write.ts";
import { ofTenant } from "../database/of-tenant.ts";
import type { Tenant, Transaction } from "../database/transaction.ts";
import { Problem } from "../values/problem.ts";
import { lockMemory } from "./patch.ts";
import { mayRecall, notFound } from "./recall.ts";
import type { MemoryRow } from "./rows.ts";
import { changeMemories, type LockedMemory, type Said, saidColumns } from "./versions.ts";

/** Brings back a version, by default what a superseded memory said last; returns the memory as it is then. */
export async function restoreMemory(
  tx: Transaction,
  tenant: Tenant,
  id: string,
  version: number | undefined,
): Promise<MemoryRow> {
  const memory = await lockMemory(tx, tenant, id);
  if (version === undefined && memory.superseded_by === null)
    throw refused("is required, as the memory is not superseded");
  const said = await saidIn(tx, tenant, memory, version);
  if (said === undefined) throw refused("is not a version of this memory; its history has them");
  const { forget_after, shape_id } = said;
  if (forget_after !== null && !(new Date(forget_after) > (await tx.now())))
    throw refused("has expired: its `forget_after` has passed");
  if (shape_id !== null) await requireShape(tx, tenant, shape_id, "/version");
  const [restored] = await changeMemories(tx, tenant, [{ memory, said }], "restored");
  if (restored === undefined) throw notFound();
  return restored;
}

function refused(message: string): Problem {
  return new Problem("invalid_request", { errors: [{ pointer: "/version", message }] });
}

/** What a version of a memory says; undefined if it has no such version that the key may read. */
async function saidIn(
  tx: Transaction,
  tenant: Tenant,
  memory: LockedMemory,
  version: number = memory.version,
): Promise<Said | undefined> {
  if (version === memory.version) return memory;
  const columns = sql.join(saidColumns.map((name) => sql.ref(name)));
  return await tx.first(
    sql<Said & Record<string, unknown>>`select ${columns} from memory_version
      where ${ofTenant(tenant)} and memory_id = ${memory.id} and version = ${version} and ${mayRecall(tenant, "memory_version")}`,
  );
}
