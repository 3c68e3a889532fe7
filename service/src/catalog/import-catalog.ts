// Creates the shapes and sources that a catalog names.

import { type RawBuilder, sql } from "kysely";
import { type Static, Type } from "typebox";
import type { Tenant, Transaction } from "../database/transaction.ts";
import { exact, id, text } from "../http/schemas.ts";
import { logOf } from "../log/written.ts";
import { checker } from "../values/check.ts";
import { Problem } from "../values/problem.ts";
import { Refusal } from "../values/refusal.ts";
import { parseJson } from "../values/strict-json.ts";
import { requireFewInCatalog } from "./namesakes.ts";

const named = Type.Array(exact({ id: id(), name: text(500) }));

const catalog = exact({
  shapes: named,
  sources: named,
  // What `GET /v1/catalog` has besides.
  types: Type.Optional(Type.Array(Type.String())),
  request_id: Type.Optional(Type.String()),
});

const check = checker(catalog);

type Named = Static<typeof named>[number];

/** What a file says of shapes and sources. */
export type CatalogFile = Static<typeof catalog>;

/** Reads a file such as `GET /v1/catalog` returns. Throws a {@link Refusal} for any other. */
export function catalogIn(name: string, bytes: Uint8Array): CatalogFile {
  try {
    return check(parseJson(bytes, "file"));
  } catch (error) {
    if (!(error instanceof Problem || error instanceof Refusal)) throw error;
    throw new Refusal(`${name}: ${error.message}`);
  }
}

/** Creates those that the project does not have; the others stay as they are. Throws a {@link Refusal} if too many share a name. */
export async function createNamed(
  tx: Transaction,
  tenant: Tenant,
  { shapes, sources }: CatalogFile,
): Promise<{ readonly shapes: number; readonly sources: number }> {
  const insert = (table: "shape" | "source", rows: CatalogFile["shapes"]): RawBuilder<Named> =>
    sql`insert into ${sql.table(table)} (organization_id, project_id, id, name)
      select ${tenant.organizationId}::uuid, ${tenant.projectId}::uuid, row.id, row.name from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as row (id uuid, name text)
      order by row.id on conflict do nothing returning id, name`;
  const created = await tx.all(insert("shape", shapes));
  await requireFewInCatalog(tx, tenant, "shape", shapes);
  const createdSources = await tx.all(insert("source", sources));
  await requireFewInCatalog(tx, tenant, "source", sources);
  const named = (kind: "shape" | "source", rows: readonly Named[]) =>
    rows.map(({ id, name }) => ({ kind, id, before: null, after: name }));
  logOf(tx, tenant).named([...named("shape", created), ...named("source", createdSources)]);
  return { shapes: created.length, sources: createdSources.length };
}
