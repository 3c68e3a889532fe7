// Reads the relationships of an entity.

import { type Selectable, sql } from "kysely";
import { build } from "../database/build.ts";
import { isSeen } from "../database/entities-of.ts";
import type { RelationshipTable } from "../database/graph-tables.ts";
import { newestFirst } from "../database/newest.ts";
import { ofTenant } from "../database/of-tenant.ts";
import { fitting, rowsOfPage } from "../database/page.ts";
import type { Tenant, Transaction } from "../database/transaction.ts";
import { shownRelationshipColumns } from "./rows.ts";

type Row = Pick<Selectable<RelationshipTable>, (typeof shownRelationshipColumns)[number]>;

interface RowOfSide extends Row {
  readonly is_from: boolean;
  /** Null for an end that is not seen. */
  readonly is_seen: boolean | null;
}

/** Maximum relationships shown with an entity; the newest are kept. */
export const shownRelationships = 1000;
/** Most entities have no more relationships in each direction. At a megabyte each, those of both fit on a page. */
const few = 4;

/**
 * The relationships of an entity whose other end the key sees, the newest first. The few that most entities have are read by a statement whose plan is
 * kept, as planning takes longer than reading them. It reads the same few rows of an entity with many, whose plan depends on how many they are.
 */
export async function readRelationships(
  tx: Transaction,
  tenant: Tenant,
  entityId: string,
): Promise<readonly Row[]> {
  const rows = await tx.all(selectFew(tenant, entityId), "relationships.few");
  const isAll = [true, false].every((side) => rows.filter(({ is_from }) => is_from === side).length <= few);
  if (isAll) return rows.filter(({ is_seen }) => is_seen === true);
  return fitting(await rowsOfPage(tx, selectNewest(tenant, entityId), newestFirst));
}

/** One more of each direction than are few, if there are more. */
function selectFew(tenant: Tenant, entityId: string) {
  const columns = sql.join(shownRelationshipColumns.map((column) => sql.ref(column)));
  const own = sql`from relationship where ${ofTenant(tenant)}`;
  const most = sql`limit ${few + 1}::int`;
  return sql<RowOfSide>`select ${columns}, is_from, ${isSeen(tenant, otherEnd("few", entityId))} as is_seen from (
      (select ${columns}, true as is_from ${own} and from_id = ${entityId}::uuid ${most})
      union all
      (select ${columns}, false as is_from ${own} and to_id = ${entityId}::uuid and from_id <> ${entityId}::uuid ${most})
    ) few order by ${newestFirst}`;
}

function selectNewest(tenant: Tenant, entityId: string) {
  return build
    .selectFrom("relationship")
    .select(shownRelationshipColumns)
    .where(ofTenant(tenant))
    .where((is) => is.or([is("from_id", "=", entityId), is("to_id", "=", entityId)]))
    .where(isSeen(tenant, otherEnd("relationship", entityId)))
    .orderBy(newestFirst)
    .limit(shownRelationships);
}

function otherEnd(table: string, entityId: string) {
  const [from, to] = [sql.ref(`${table}.from_id`), sql.ref(`${table}.to_id`)];
  return sql`case ${from} when ${entityId}::uuid then ${to} else ${from} end`;
}
