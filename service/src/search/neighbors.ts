// Finds relationships of the entities that were found.

import { sql } from "kysely";
import { ofTenant } from "../database/of-tenant.ts";
import type { Transaction } from "../database/transaction.ts";
import { inSlice, type SearchTarget } from "./candidates.ts";
import type { Found } from "./hits.ts";
import { planned } from "./search-role.ts";

/** Maximum entities whose neighbors are ranked, and relationships of each in each direction. */
const maxEntities = 20;
const maxOfEach = 500;

/** Relationships with an end among these entities; they come after those that have the words themselves. */
export async function neighbors(
  tx: Transaction,
  place: SearchTarget,
  entities: readonly Found[],
  exclusions: string,
  limit: number,
): Promise<readonly Found[]> {
  const near = entities.slice(0, maxEntities);
  if (near.length === 0) return [];
  const isLeft = exclusions === "" ? sql`true` : sql`r.search @@ ${exclusions}::tsquery`;
  const query = sql<Found>`
    select project_id, id, created_at as new_at, null::text as thread, max(score) / 10 as score from (
      select r.*, n.score from unnest(${near.map(({ id }) => id)}::uuid[], ${near.map(({ score }) => score)}::float8[]) n(id, score)
      cross join lateral (
        (select project_id, id, from_id, to_id, created_at, search from relationship r where ${ofTenant(place.tenant, "r")} and from_id = n.id and ${inSlice(place, "r")} limit ${maxOfEach})
        union all
        (select project_id, id, from_id, to_id, created_at, search from relationship r where ${ofTenant(place.tenant, "r")} and to_id = n.id and ${inSlice(place, "r")} limit ${maxOfEach})
      ) r where ${isLeft}
    ) r
    group by project_id, id, created_at order by score desc, new_at desc, id limit ${limit}`;
  return await planned(tx, query);
}
