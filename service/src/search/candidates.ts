// What a search scans: the rows of one kind that the caller may see, bounded. Each statement names its project itself, because row-level
// security would turn off the index.

import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { FilterDefinition } from "slice-cql/sql";
import { entityWhere } from "../database/entities-of.ts";
import { ofTenant } from "../database/of-tenant.ts";
import type { Tenant } from "../database/transaction.ts";
import { mayRecall } from "../memories/recall.ts";
import type { MemoryFilter, SearchKind } from "./request.ts";

/** The rows to search: those of one kind and tenant. */
export interface SearchTarget {
  readonly kind: SearchKind;
  readonly tenant: Tenant;
  readonly filter: FilterDefinition | undefined;
  readonly memory?: MemoryFilter | undefined;
}

/** The bound and order of the candidates. */
export interface Pick {
  /** A condition on `e.search`. */
  readonly condition: RawBuilder<SqlBool>;
  readonly most: number;
  /** Whether to take the newest rows rather than any. */
  readonly isNewest: boolean;
}

/** What a statement of candidates returns. */
export interface Candidate {
  readonly project_id: string;
  readonly id: string;
  readonly created_at: Date;
}

/** Selects `project_id, id, created_at, search` of at most `most` rows. The slice is applied before the bound: a slow answer is better than a wrong one. */
export function candidates(place: SearchTarget, pick: Pick): RawBuilder<Candidate> {
  const { kind, tenant } = place;
  if (kind === "memories") return memories(place, pick);
  return sql`
    select e.project_id, e.id, e.created_at, e.search from ${sql.table(kind === "entities" ? "entity" : "relationship")} e
    where ${ofTenant(tenant, "e")} and ${pick.condition} and ${inSlice(place, "e")} ${bound(pick)}`;
}

/** The condition that a row is in the slice; for a relationship (of the table or alias `table`), that both ends are. */
export function inSlice({ kind, tenant, filter }: SearchTarget, table: string): RawBuilder<SqlBool> {
  if (filter === undefined || kind === "memories") return sql`true`;
  if (kind === "entities") return entityWhere(filter, table);
  const inside = (end: string): RawBuilder<SqlBool> => sql`exists (
    select from entity an_end where ${ofTenant(tenant, "an_end")} and an_end.id = ${sql.ref(`${table}.${end}`)}
    and ${entityWhere(filter, "an_end")})`;
  return sql`(${inside("from_id")} and ${inside("to_id")})`;
}

/** Memories of the project, of the key, and of the organization's commons: each by an index. */
function memories({ tenant, memory }: SearchTarget, pick: Pick): RawBuilder<Candidate> {
  const rows = sql`select e.project_id, e.id, e.created_at, e.search from memory e`;
  const isKept = sql`(e.forget_after is null or e.forget_after > now()) and ${memoryWhere(memory)} and ${mayRecall(tenant, "e")}`;
  return sql`
    (${rows} where ${ofTenant(tenant, "e")} and (e.scope = 'project' or (e.scope = 'agent' and e.key_id = ${tenant.keyId}))
      and ${isKept} and ${pick.condition} ${bound(pick)})
    union all
    (${rows} where e.organization_id = ${tenant.organizationId} and e.scope = 'commons' and ${isKept} and ${pick.condition} ${bound(pick)})`;
}

/** The condition that a memory is wanted. */
function memoryWhere({ subject_id, kinds, scopes, since, until }: MemoryFilter = {}): RawBuilder<SqlBool> {
  const conditions = [
    sql`true`,
    ...(subject_id === undefined ? [] : [sql`e.subject_id = ${subject_id}`]),
    ...(kinds === undefined ? [] : [sql`e.kind = any(${[...kinds]}::text[])`]),
    ...(scopes === undefined ? [] : [sql`e.scope = any(${[...scopes]}::text[])`]),
    ...(since === undefined ? [] : [sql`e.created_at >= ${since}::timestamptz`]),
    ...(until === undefined ? [] : [sql`e.created_at < ${until}::timestamptz`]),
  ];
  return sql<SqlBool>`${sql.join(conditions, sql` and `)}`;
}

function bound({ isNewest, most }: Pick): RawBuilder<unknown> {
  return isNewest ? sql`order by e.created_at desc, e.id limit ${most}` : sql`limit ${most}`;
}
