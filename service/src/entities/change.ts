// Changes an entity: some of its members, the others stay as they are.

import type { Selectable } from "kysely";
import type { Static } from "typebox";
import { build } from "../database/build.ts";
import { entitiesOf } from "../database/entities-of.ts";
import type { EntityTable } from "../database/graph-tables.ts";
import type { Tenant, Transaction } from "../database/transaction.ts";
import { ofOne, withPointers } from "../http/pointers.ts";
import { mergePatch } from "../values/merge-patch.ts";
import { Problem } from "../values/problem.ts";
import { beyond } from "./references.ts";
import { shownEntityColumns } from "./rows.ts";
import type { entityPatch } from "./schemas.ts";
import { entityWith, noEntity } from "./stored.ts";
import { writeEntities } from "./write.ts";

type Row = Pick<Selectable<EntityTable>, (typeof shownEntityColumns)[number]>;

/**
 * Changes an entity, and returns it. It is locked first, and then `requireCurrent` may throw a {@link Problem} for one that is not as the caller has
 * read it: of two changes at the same time the second finds what the first has written.
 */
export async function changeEntity(
  tx: Transaction,
  tenant: Tenant,
  id: string,
  patch: Static<typeof entityPatch>,
  requireCurrent: (row: Row) => void,
): Promise<Row> {
  const query = build.selectFrom("entity").select(shownEntityColumns).where(entitiesOf(tenant));
  const row = await tx.first(query.where("id", "=", id).forUpdate());
  if (row === undefined) throw unseen(tenant);
  requireCurrent(row);
  const updatedAt = await laterThan(tx, row.updated_at);
  const changed = { ...patched(row, patch), updated_at: updatedAt };
  await withPointers(ofOne, async () => await writeEntities(tx, tenant, [changed]));
  return await entityWith(tx, tenant, id);
}

/** To a limited key, what it does not see is like what is not there. */
function unseen({ limits }: Tenant): Problem {
  return limits === undefined ? noEntity() : new Problem("beyond_scope", { errors: [beyond("")] });
}

/** The last instant that the database stores. */
const latest = Date.parse("9999-12-31T23:59:59.999Z");

/** The instant of the transaction, or the first one after the last change: no two states of an entity have the same. */
async function laterThan(tx: Transaction, last: Date): Promise<string> {
  const now = await tx.now();
  return new Date(Math.min(latest, Math.max(now.getTime(), last.getTime() + 1))).toISOString();
}

function patched(row: Row, { project_id: _project, properties, ...members }: Static<typeof entityPatch>) {
  const { id, type, name, shape_id, source_id, source_shape_id, external_id, props } = row;
  return {
    id,
    type,
    name,
    shape_id,
    source_id,
    external_id,
    // That of the new source, like that of a new entity.
    ...(members.source_id === undefined && { source_shape_id }),
    ...members,
    properties: properties === undefined ? props : mergePatch(props, properties),
  };
}
