// Reads what connects entities with others, for lines about them.

import { sql } from "kysely";
import { entitiesOf } from "../database/entities-of.ts";
import { ofTenant } from "../database/of-tenant.ts";
import type { Tenant, Transaction } from "../database/transaction.ts";

/** A relationship of an entity. */
export interface Fact {
  readonly entity_id: string;
  readonly id: string;
  readonly type: string;
  /** Whether it goes from the entity to the other one. */
  readonly is_from: boolean;
  readonly other_type: string;
  readonly other_name: string | null;
  /** What a document says of it; null if that is not known, or if the key is limited, as it may quote what the key does not see. */
  readonly quote: string | null;
}

/** Maximum relationships of an entity, and how many in each direction the newest are chosen from. */
const [maxFacts, maxOfEach] = [6, 200];

/** The newest relationships of these entities. */
export async function factsOf(
  tx: Transaction,
  tenant: Tenant,
  ids: readonly string[],
): Promise<readonly Fact[]> {
  if (ids.length === 0) return [];
  const side = (own: string, other: string) => sql`(
    select id, type, created_at, ${sql.ref(other)} as other_id, ${sql.lit(own === "from_id")} as is_from from relationship r
    where ${ofTenant(tenant, "r")} and ${sql.ref(own)} = n.id limit ${sql.lit(maxOfEach)})`;
  return await tx.all(
    sql<Fact>`select n.id as entity_id, r.id, r.type, r.is_from, r.other_type, r.other_name, ${quoteOf(tenant)} as quote
      from unnest(${[...ids]}::uuid[]) with ordinality n(id, place) cross join lateral (
        select sides.*, o.type as other_type, o.name as other_name
        from (${side("from_id", "to_id")} union all ${side("to_id", "from_id")}) sides
        join entity o on ${entitiesOf(tenant, "o")} and o.id = sides.other_id
        where sides.is_from or sides.other_id <> n.id
        order by sides.created_at desc, sides.id limit ${sql.lit(maxFacts)}
      ) r order by n.place, r.created_at desc, r.id`,
  );
}

/** The first quote of the last change that was applied to a relationship. */
function quoteOf(tenant: Tenant) {
  if (tenant.limits !== undefined) return sql`null::text`;
  return sql`(
    select c.evidence -> 0 ->> 'quote' from change c join delta d on ${ofTenant(tenant, "d")} and d.id = c.delta_id
    where ${ofTenant(tenant, "c")} and c.object_id = r.id and c.object = 'relationship' and not c.excluded
      and (d.status = 'applied' or c.applied_at is not null)
    order by coalesce(c.applied_at, d.finished_at) desc, c.id limit 1)`;
}
