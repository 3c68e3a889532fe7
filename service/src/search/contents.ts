// Reads the texts of hits, for their excerpts. Row-level security applies here: a hit that it hides is not shown.

import { type RawBuilder, sql } from "kysely";
import type { Tenant, Transaction } from "../database/transaction.ts";
import type { Found } from "./hits.ts";
import type { SearchKind } from "./request.ts";

/** The texts of a row; what has no text is left out. */
export interface Contents {
  readonly id: string;
  readonly texts: readonly string[];
}

/** Maximum characters of a text that excerpts are taken from. */
const maxExcerpted = 8000;

/** The texts of those hits that this scope may see: as JSON, because arrays of PostgreSQL are read character by character. */
export async function contentsOf(
  tx: Transaction,
  tenant: Tenant,
  kind: SearchKind,
  hits: readonly Found[],
): Promise<readonly Contents[]> {
  if (hits.length === 0) return [];
  const projects = hits.map(({ project_id }) => project_id);
  const ids = hits.map(({ id }) => id);
  const query = sql<Contents>`
    select e.id, to_json(array_remove(array[${texts[kind]}], null)) as texts
    from unnest(${projects}::uuid[], ${ids}::uuid[]) hit(project_id, id)
    join ${sql.table(tables[kind])} e on e.project_id = hit.project_id and e.id = hit.id
    where ${kind === "memories" ? sql`e.organization_id = ${tenant.organizationId}` : sql`e.project_id = ${tenant.projectId}`}`;
  return await tx.all(query, `search.${kind}.contents`);
}

const tables: Readonly<Record<SearchKind, string>> = {
  entities: "entity",
  memories: "memory",
  relationships: "relationship",
};

const texts: Readonly<Record<SearchKind, RawBuilder<unknown>>> = {
  entities: sql`left(e.name, ${sql.lit(maxExcerpted)}), left(words_of(e.props), ${sql.lit(maxExcerpted)}), e.type`,
  memories: sql`left(e.content, ${sql.lit(maxExcerpted)}), left(words_of(e.subject), ${sql.lit(maxExcerpted)})`,
  relationships: sql`e.type, left(words_of(e.props), ${sql.lit(maxExcerpted)})`,
};
