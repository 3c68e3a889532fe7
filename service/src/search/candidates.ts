// What a search scans: the rows of one kind that the caller may see, bounded. Each statement names its project itself, because row-level
// security would turn off the index.

import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { FilterDefinition } from "slice-cql/sql";
import { entityWhere } from "../database/entities-of.ts";
import { ofTenant } from "../database/of-tenant.ts";
import type { Tenant } from "../database/transaction.ts";
import { mayRecall } from "../memories/recall.ts";
import { unmetByDocuments } from "./document-slices.ts";
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
  readonly most: RawBuilder<unknown> | number;
  /** Whether to take the newest rows rather than any. */
  readonly isNewest: boolean;
}

/** What a statement of candidates returns. */
export interface Candidate {
  readonly project_id: string;
  readonly id: string;
  /** How new it is: of a memory, when the same was last written. */
  readonly new_at: Date;
  /** Of a passage. */
  readonly document_id?: string;
}

/** Selects `project_id, id, new_at, search`, and {@link columnsOf} the kind, of at most `most` rows. The slice is applied before the bound: a slow answer is better than a wrong one. */
export function candidates(place: SearchTarget, pick: Pick): RawBuilder<Candidate> {
  const { kind, tenant } = place;
  if (kind === "memories") return memories(place, pick);
  return sql`
    select e.project_id, e.id, e.created_at as new_at, e.search${columnsOf(kind)} from ${sql.table(tables[kind])} e
    where ${ofTenant(tenant, "e")} and ${pick.condition} and ${inSlice(place, "e")} ${bound(pick, "created_at")}`;
}

const tables = { documents: "passage", entities: "entity", relationships: "relationship" } as const;

/** The columns that only candidates of a kind have. */
export function columnsOf(kind: SearchKind): RawBuilder<unknown> {
  return kind === "documents" ? sql`, document_id` : sql``;
}

/** The condition that a row is in the slice; for a relationship (of the table or alias `table`), that both ends are. */
export function inSlice({ kind, tenant, filter }: SearchTarget, table: string): RawBuilder<SqlBool> {
  // Limited keys are refused documents; if one came so far, it would see none.
  if (kind === "documents" && tenant.limits !== undefined) return sql`false`;
  if (filter === undefined || kind === "memories") return sql`true`;
  if (kind === "documents" && unmetByDocuments(filter).length > 0) return sql`false`;
  if (kind !== "relationships") return entityWhere(filter, table);
  const inside = (end: string): RawBuilder<SqlBool> => sql`exists (
    select from entity an_end where ${ofTenant(tenant, "an_end")} and an_end.id = ${sql.ref(`${table}.${end}`)}
    and ${entityWhere(filter, "an_end")})`;
  return sql`(${inside("from_id")} and ${inside("to_id")})`;
}

/** Memories of the project, of the key, and of the organization's commons: each by an index. */
function memories({ tenant, memory }: SearchTarget, pick: Pick): RawBuilder<Candidate> {
  const isWanted = sql`e.superseded_by is null and (e.forget_after is null or e.forget_after > now()) and ${memoryWhere(memory)}
    and ${mayRecall(tenant, "e")} and ${pick.condition}`;
  const halves = [
    sql`${ofTenant(tenant, "e")} and (e.scope = 'project' or (e.scope = 'agent' and e.key_id = ${tenant.keyId}))`,
    sql`e.organization_id = ${tenant.organizationId} and e.scope = 'commons'`,
  ];
  const parts = halves.flatMap((half) =>
    agesOf(pick).map(
      ({ newAt, condition, order }) => sql`
    (select e.project_id, e.id, ${newAt} as new_at, e.search from memory e where ${half} and ${condition} and ${isWanted} ${bound(pick, order)})`,
    ),
  );
  return sql`${sql.join(parts, sql` union all `)}`;
}

/** Which rows are read in which order: the newest are those that were written last, and those that were written again last. */
function agesOf({ isNewest }: Pick) {
  const [created, again] = [sql`e.created_at`, sql`e.recalled_as_new_at`];
  if (!isNewest)
    return [
      { newAt: sql`coalesce(${again}, ${created})`, condition: sql`true`, order: "created_at" },
    ] as const;
  return [
    { newAt: created, condition: sql`${again} is null`, order: "created_at" },
    { newAt: again, condition: sql`${again} is not null`, order: "recalled_as_new_at" },
  ] as const;
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

function bound({ isNewest, most }: Pick, order: "created_at" | "recalled_as_new_at"): RawBuilder<unknown> {
  return isNewest ? sql`order by ${sql.ref(`e.${order}`)} desc, e.id limit ${most}` : sql`limit ${most}`;
}
