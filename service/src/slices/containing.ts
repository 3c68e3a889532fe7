// Which stored slices an entity is in.

import type { Selectable } from "kysely";
import { createCatalog, namesIn, parse } from "slice-cql";
import { SliceIndex } from "slice-cql/match";
import { lookUp } from "../catalog/catalog.ts";
import { build } from "../database/build.ts";
import type { SliceTable } from "../database/tables.ts";
import type { Scope, Transaction } from "../database/transaction.ts";

/** The stored slices of the project that an entity is in at this instant, the newest first. */
export async function slicesWith(
  tx: Transaction,
  scope: Scope,
  entity: object,
  now: Date,
): Promise<readonly Selectable<SliceTable>[]> {
  const rows = await tx.all(
    build
      .selectFrom("slice")
      .selectAll()
      .where("project_id", "=", scope.projectId)
      .orderBy("created_at", "desc")
      .orderBy("id"),
  );
  const names = rows.map(({ cql }) => namesIn(parse(cql).query));
  const catalog = createCatalog(
    await lookUp(tx, scope, {
      shapes: names.flatMap(({ shapes }) => shapes),
      sources: names.flatMap(({ sources }) => sources),
    }),
  );
  const index = new SliceIndex({ catalog });
  for (const { id, cql } of rows) index.add(id, cql);
  const found = new Set(index.match(entity, now));
  return rows.filter(({ id }) => found.has(id));
}
