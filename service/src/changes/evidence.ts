// Evidence as it is shown: it outlives the documents that it quotes.

import { sql } from "kysely";
import type { Static } from "typebox";
import { build } from "../database/build.ts";
import { ofTenant } from "../database/of-tenant.ts";
import type { Evidence } from "../database/tables.ts";
import type { Tenant, Transaction } from "../database/transaction.ts";
import type { evidence } from "./schemas.ts";

/** The IDs of documents that are there. */
export type KnownDocuments = ReadonlySet<string>;

/**
 * Those of the documents of this evidence that are there. They are looked up where evidence is shown, rather than changed where a document is deleted:
 * a loop may stage what it has just read in it.
 */
export async function knownDocuments(
  tx: Transaction,
  tenant: Tenant,
  all: readonly Pick<Evidence, "document_id">[],
): Promise<KnownDocuments> {
  const ids = [...new Set(all.map(({ document_id }) => document_id))];
  if (ids.length === 0) return new Set();
  const query = build
    .selectFrom("document")
    .select("id")
    .where(ofTenant(tenant))
    .where("id", "=", sql<string>`any(${ids}::uuid[])`);
  return new Set((await tx.all(query, "documents.known")).map(({ id }) => id));
}

/** Evidence as the API shows it: a deleted document has no ID. */
export function shownEvidence(
  all: readonly Evidence[],
  known: KnownDocuments,
): readonly Static<typeof evidence>[] {
  return all.map((each) => ({ ...each, document_id: known.has(each.document_id) ? each.document_id : null }));
}
