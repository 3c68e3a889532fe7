// Reads what connects entities with others, for lines about them.

import { type RawBuilder, sql } from "kysely";
import { entitiesOf, entityWhere } from "../database/entities-of.ts";
import { ofTenant } from "../database/of-tenant.ts";
import type { Tenant, Transaction } from "../database/transaction.ts";
import { inSlice } from "../search/candidates.ts";
import type { SearchRequest } from "../search/request.ts";

/** A relationship of an entity. */
export interface Fact {
  readonly entity_id: string;
  readonly id: string;
  readonly type: string;
  /** Whether it goes from the entity to the other one. */
  readonly is_from: boolean;
  readonly other_type: string;
  readonly other_name: string | null;
  /** What a document says of it; null if none says it, or none that a search with this scope would find. */
  readonly quote: string | null;
}

/** What may be told: others within the slice, and quotes of documents within it if documents are included. */
export type FactScope = Pick<SearchRequest, "filter" | "include">;

/** Maximum relationships of an entity. */
const maxFacts = 6;

/** The newest relationships of these entities, which are in the slice, with others that are. */
export async function factsOf(
  tx: Transaction,
  tenant: Tenant,
  ids: readonly string[],
  scope: FactScope,
): Promise<readonly Fact[]> {
  if (ids.length === 0) return [];
  const newest = sql`created_at desc, id limit ${sql.lit(maxFacts)}`;
  return await tx.all(
    sql<Fact>`select n.id as entity_id, r.id, r.type, r.is_from, r.other_type, r.other_name, ${quoteOf(tenant, scope)} as quote
      from unnest(${[...ids]}::uuid[]) with ordinality n(id, place) cross join lateral (
        select sides.* from (
          (${side(tenant, scope, "from_id")}) union all (${side(tenant, scope, "to_id")})
        ) sides order by ${newest}
      ) r order by n.place, r.created_at desc, r.id`,
  );
}

/**
 * The newest relationships of an entity `n` in one direction. A range of one, and the order by it, leave only the index that begins with it: in
 * a project where one entity has most relationships, PostgreSQL would read those of all for an entity with few.
 */
function side(tenant: Tenant, { filter }: FactScope, own: "from_id" | "to_id"): RawBuilder<unknown> {
  const isFrom = own === "from_id";
  const end = sql.ref(`r.${own}`);
  const isOther = sql`o.id = ${sql.ref(isFrom ? "r.to_id" : "r.from_id")}`;
  // One that goes from an entity to itself is told once.
  const isOnce = isFrom ? sql`true` : sql`r.from_id <> n.id`;
  return sql`
    select r.id, r.type, r.created_at, ${sql.lit(isFrom)} as is_from, o.type as other_type, o.name as other_name
    from relationship r join entity o on ${entitiesOf(tenant, "o")} and ${isOther} and ${filter === undefined ? sql`true` : entityWhere(filter, "o")}
    where ${ofTenant(tenant, "r")} and ${end} between n.id and n.id and ${isOnce}
    order by ${end}, r.created_at desc, r.id limit ${sql.lit(maxFacts)}`;
}

/**
 * The first quote of the last change that was applied to a relationship. Evidence outlives its documents; what is told is in a passage that a search
 * would find, where it was read, so it is neither of a document that was deleted nor what one said before it was replaced.
 */
function quoteOf(tenant: Tenant, { filter, include }: FactScope): RawBuilder<unknown> {
  if (!include.includes("documents")) return sql`null::text`;
  return sql`(
    select e.quote from change c join delta d on ${ofTenant(tenant, "d")} and d.id = c.delta_id
      cross join lateral rows from (
        jsonb_to_recordset(c.evidence) as (document_id uuid, quote text, start integer)
      ) with ordinality e (document_id, quote, start, place)
      cross join lateral (
        select p.text, p.past from passage p
        where ${ofTenant(tenant, "p")} and p.document_id = e.document_id and p.first <= e.start
          and ${inSlice({ kind: "documents", tenant, filter }, "p")}
        order by p.first desc limit 1
      ) p
    where ${ofTenant(tenant, "c")} and c.object_id = r.id and c.object = 'relationship' and not c.excluded
      and (d.status = 'applied' or c.applied_at is not null)
      and p.past > e.start and strpos(p.text, left(e.quote, p.past - e.start)) > 0
    order by coalesce(c.applied_at, d.finished_at) desc, c.id, e.place limit 1)`;
}
