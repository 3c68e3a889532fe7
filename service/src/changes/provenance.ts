// Where what is stored comes from: the changes that were applied to it, with their evidence.

import { sql } from "kysely";
import type { Static } from "typebox";
import { ofTenant } from "../database/of-tenant.ts";
import type { Evidence } from "../database/tables.ts";
import type { Tenant, Transaction } from "../database/transaction.ts";
import { knownDocuments, shownEvidence } from "./evidence.ts";
import type { provenanceEntry } from "./schemas.ts";

interface Row {
  readonly change_id: string;
  readonly delta_id: string;
  readonly loop_id: string | null;
  readonly evidence: readonly Evidence[];
  readonly applied_at: Date;
}

/** Maximum changes shown; the newest are kept. */
const most = 100;

/** The changes that made an entity or a relationship what it is, the newest first. */
export async function readProvenance(
  tx: Transaction,
  tenant: Tenant,
  objectId: string,
): Promise<Static<typeof provenanceEntry>[]> {
  const rows = await tx.all(
    sql<Row>`select c.id as change_id, c.delta_id, c.loop_id, c.evidence, coalesce(c.applied_at, d.finished_at) as applied_at
      from change c join delta d on ${ofTenant(tenant, "d")} and d.id = c.delta_id
      where ${ofTenant(tenant, "c")} and c.object_id = ${objectId} and c.object <> 'memory' and not c.excluded and (d.status = 'applied' or c.applied_at is not null)
      order by applied_at desc, c.id limit ${most}`,
    "provenance",
  );
  const known = await knownDocuments(
    tx,
    tenant,
    rows.flatMap(({ evidence }) => evidence),
  );
  return rows.map((row) => ({
    change_id: row.change_id,
    delta_id: row.delta_id,
    loop_id: row.loop_id,
    evidence: shownEvidence(row.evidence, known),
    applied_at: row.applied_at.toISOString(),
  }));
}
