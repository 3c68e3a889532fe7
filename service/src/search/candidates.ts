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
  /** How new it is: of a memory, when it was so, or when the same was last written. */
  readonly new_at: Date;
  /** Of a passage. */
  readonly document_id?: string;
  /** Of a memory. */
  readonly thread?: string | null | undefined;
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
  if (kind === "memories") return sql`, thread`;
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
function memories(place: SearchTarget, pick: Pick): RawBuilder<Candidate> {
  const { tenant } = place;
  const halves = [
    sql`${ofTenant(tenant, "e")} and (e.scope = 'project' or (e.scope = 'agent' and e.key_id = ${tenant.keyId}))`,
    sql`e.organization_id = ${tenant.organizationId} and e.scope = 'commons'`,
  ];
  const parts = halves.flatMap((half) =>
    agesOf(pick).map(
      ({ newAt, at, condition, order }) => sql`
    (select e.project_id, e.id, ${newAt} as new_at, e.search, e.thread, e.precisely, e.subject_id from memory e
      where ${half} and ${condition} and ${isFindable(place, at)} and ${pick.condition} ${bound(pick, order)})`,
    ),
  );
  return sql`${sql.join(parts, sql` union all `)}`;
}

const [created, again, said] = [sql`e.created_at`, sql`e.recalled_as_new_at`, sql`e.valid_at`];

/** How new a memory `e` is. What says when it was so is not newer because it was said again. */
export const newAtOf: RawBuilder<Date> = sql`coalesce(${said}, ${again}, ${created})`;

/** When a memory `e` was so. */
export const validAtOf: RawBuilder<Date> = sql`coalesce(${said}, ${created})`;

/** Which rows are read in which order, and when they were so: the newest are those that say it, that were written last, or written again last. */
function agesOf({ isNewest }: Pick) {
  if (!isNewest)
    return [{ newAt: newAtOf, at: validAtOf, condition: sql`true`, order: "created_at" }] as const;
  return [
    {
      newAt: created,
      at: created,
      condition: sql`${said} is null and ${again} is null`,
      order: "created_at",
    },
    {
      newAt: again,
      at: created,
      condition: sql`${said} is null and ${again} is not null`,
      order: "recalled_as_new_at",
    },
    { newAt: said, at: said, condition: sql`${said} is not null`, order: "valid_at" },
  ] as const;
}

/** The condition that a memory `e`, of those that its scope lets the caller recall, is wanted and may be found. */
export function isFindable(
  { tenant, memory }: SearchTarget,
  at: RawBuilder<unknown> = validAtOf,
): RawBuilder<SqlBool> {
  return sql`(e.forget_after is null or e.forget_after > now()) and ${memoryWhere(memory, at)} and ${mayRecall(tenant, "e")}`;
}

/** The condition that a memory which was so `at` an instant is wanted. */
function memoryWhere(memory: MemoryFilter = {}, at: RawBuilder<unknown>): RawBuilder<SqlBool> {
  const { subject_id, kinds, scopes, thread, since, until, withSuperseded = false } = memory;
  const conditions = [
    withSuperseded ? sql`true` : sql`e.superseded_by is null`,
    ...(subject_id === undefined ? [] : [sql`e.subject_id = ${subject_id}`]),
    ...(kinds === undefined ? [] : [sql`e.kind = any(${[...kinds]}::text[])`]),
    ...(scopes === undefined ? [] : [sql`e.scope = any(${[...scopes]}::text[])`]),
    ...(thread === undefined ? [] : [sql`e.thread = ${thread}`]),
    ...(since === undefined ? [] : [sql`${at} >= ${since}::timestamptz`]),
    ...(until === undefined ? [] : [sql`${at} < ${until}::timestamptz`]),
  ];
  return sql<SqlBool>`${sql.join(conditions, sql` and `)}`;
}

function bound(
  { isNewest, most }: Pick,
  order: ReturnType<typeof agesOf>[number]["order"],
): RawBuilder<unknown> {
  return isNewest ? sql`order by ${sql.ref(`e.${order}`)} desc, e.id limit ${most}` : sql`limit ${most}`;
}
