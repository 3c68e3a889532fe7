// When what a loop finds was said: the dates of the documents that support it, as the moment of a review says nothing about it.

import { sql } from "kysely";
import { build } from "../database/build.ts";
import { ofTenant, type TenantKey } from "../database/of-tenant.ts";
import type { Evidence } from "../database/tables.ts";
import type { Transaction } from "../database/transaction.ts";
import type { JsonValue } from "../values/json.ts";

/** The date of a find with this evidence, as the API shows instants. */
export type DateOf = (evidence: Evidence) => string;

/** Looks up the dates of documents: their own, or when they were added. What a deleted document supports was said now, as far as is known. */
export async function datesOf(
  tx: Transaction,
  tenant: TenantKey,
  finds: readonly { readonly evidence: Evidence }[],
): Promise<DateOf> {
  const now = (await tx.now()).toISOString();
  const ids = [...new Set(finds.map(({ evidence }) => evidence.document_id))];
  if (ids.length === 0) return () => now;
  const rows = await tx.all(
    build
      .selectFrom("document")
      .select(["id", "created_at"])
      .where(ofTenant(tenant))
      .where("id", "=", sql<string>`any(${ids}::uuid[])`),
    "loops.dates",
  );
  const dates = new Map(rows.map(({ id, created_at }) => [id, created_at.toISOString()]));
  return ({ document_id }) => dates.get(document_id) ?? now;
}

/** The earlier of two instants; anything else than a text is none. */
export function earlier(one: JsonValue | undefined, other: string): string {
  return typeof one === "string" && one < other ? one : other;
}
