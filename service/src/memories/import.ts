// Memories as lines of a file.

import { type RawBuilder, sql } from "kysely";
import { type Static, Type } from "typebox";
import { memoryChanges } from "../database/memory-tables.ts";
import { ofTenant } from "../database/of-tenant.ts";
import { learnWords } from "../database/search-words.ts";
import type { Tenant, Transaction } from "../database/transaction.ts";
import { countWritten, lastOfEach, type Written, type WrittenRow } from "../database/written.ts";
import { renewVectors } from "../embeddings/due.ts";
import { ofMemories } from "../embeddings/kinds.ts";
import { importedInstant } from "../files/instant.ts";
import { type ImportKind, mebibyte } from "../files/kind.ts";
import { anyInstant, exact, id, orNull } from "../http/schemas.ts";
import { checker } from "../values/check.ts";
import { RowRefusal, requireKnown } from "../values/row-refusal.ts";
import { newId } from "../values/uuid.ts";
import { samenessOf } from "./same.ts";
import { memoryKind, subject, thread } from "./schemas.ts";
import { keepVersions } from "./versions.ts";

/** The members of a line that say what a memory says, or said. */
export const saidMembers = {
  content: Type.String({ minLength: 1 }),
  kind: Type.Optional(orNull(memoryKind)),
  subject: Type.Optional(orNull(subject)),
  source_context: Type.Optional(orNull(Type.String())),
  thread: Type.Optional(orNull(thread)),
  valid_at: Type.Optional(orNull(anyInstant)),
  forget_after: Type.Optional(orNull(anyInstant)),
  forget_reason: Type.Optional(orNull(Type.String())),
  shape_id: Type.Optional(orNull(id())),
};

/** The number of a version. */
export const versionNumber = Type.Integer({ minimum: 1, maximum: 2_147_483_647 });

const memory = exact({
  id: Type.Optional(id()),
  ...saidMembers,
  scope: Type.Union([Type.Literal("project"), Type.Literal("commons")]),
  created_at: Type.Optional(anyInstant),
  version: Type.Optional(versionNumber),
  change: Type.Optional(Type.Enum(memoryChanges)),
  changed_at: Type.Optional(orNull(anyInstant)),
  superseded_by: Type.Optional(orNull(id())),
  recalled_as_new_at: Type.Optional(orNull(anyInstant)),
});

const check = checker(memory);

type MemoryRow = Static<typeof memory>;

const instants = ["created_at", "valid_at", "forget_after", "changed_at", "recalled_as_new_at"] as const;

/**
 * Memories of a project and of the commons. A memory has a writer, but keys are not exported, so imported memories count
 * as written with the given key. Memories that only their writer may recall are not imported, as they would become someone else's. One
 * that is replaced without a version gets the next one, and what it was stays in its history; if the line says what it says already, nothing is
 * written.
 */
export function memoryImport(keyId: string): ImportKind<MemoryRow> {
  return {
    table: "memories",
    maxLineBytes: 8 * mebibyte,
    read: (value) => {
      const row = check(value);
      const given = instants.filter((name) => row[name] !== undefined);
      return {
        ...row,
        ...Object.fromEntries(given.map((name) => [name, importedInstant(row[name] ?? null)])),
      };
    },
    write: async (tx, tenant, rows) => await writeMemories(tx, tenant, keyId, rows),
  };
}

async function writeMemories(
  tx: Transaction,
  tenant: Tenant,
  keyId: string,
  rows: readonly MemoryRow[],
): Promise<Written> {
  const shapes = await tx.all(sql<{ readonly id: string }>`select id from shape where ${ofTenant(tenant)}`);
  requireKnown(rows, "shape_id", new Set(shapes.map((shape) => shape.id)), "shape");
  const ids = rows.map((row) => row.id?.toLowerCase() ?? newId());
  const last = lastOfEach(rows, ids);
  const same = await saidAlready(tx, tenant, last);
  const changed = last.filter(({ id: each = "" }) => !same.has(each));
  await keepVersions(
    tx,
    tenant,
    changed.flatMap(({ id: each, version }) => (version === undefined ? (each ?? []) : [])),
  );
  const returned = await tx.all(
    statement(tenant, keyId, JSON.stringify(changed.map((row) => withSameness(tenant, row)))),
  );
  const written = new Set(returned.map((row) => row.id));
  const taken = ids.findIndex((each) => !written.has(each) && !same.has(each));
  if (taken !== -1)
    throw new RowRefusal(taken, "/id", "taken", "belongs to a memory that only its writer may change");
  await fitVersions(tx, tenant, [...written]);
  await learnWords(
    tx,
    tenant,
    "memory",
    returned.flatMap(({ id: each, superseded_by }) => (superseded_by === null ? each : [])),
  );
  await renewVectors(tx, tenant, ofMemories, [...written]);
  return countWritten(returned, ids);
}

/** The IDs of lines without a version that say what their memories say already. */
async function saidAlready(
  tx: Transaction,
  tenant: Tenant,
  rows: readonly MemoryRow[],
): Promise<ReadonlySet<string>> {
  const lines = JSON.stringify(rows.filter(({ version }) => version === undefined));
  const known = await tx.all(sql<{
    readonly id: string;
  }>`select row.id from ${recordsOf(lines)} join memory known on known.id = row.id
    where ${ofTenant(tenant, "known")} and known.scope <> 'agent'
      and (known.content, known.kind, known.scope, known.subject, known.source_context, known.thread, known.valid_at,
        known.forget_after, known.forget_reason, known.shape_id, known.created_at)
        is not distinct from (row.content, row.kind, row.scope, nullif(row.subject, 'null'), row.source_context, row.thread, row.valid_at,
          row.forget_after, row.forget_reason, row.shape_id, coalesce(row.created_at, known.created_at))`);
  return new Set(known.map(({ id: each }) => each));
}

function recordsOf(lines: string): RawBuilder<unknown> {
  return sql`jsonb_to_recordset(${lines}::jsonb) as row (id uuid, content text, kind text, scope text, subject jsonb,
    source_context text, thread text, valid_at timestamptz, forget_after timestamptz, forget_reason text, shape_id uuid, created_at timestamptz, version integer, change text,
    changed_at timestamptz, superseded_by uuid, recalled_as_new_at timestamptz, sameness text)`;
}

/** No memory that only its writer may recall is imported, so it does not matter who that is. */
function withSameness(tenant: Tenant, row: MemoryRow): MemoryRow & { readonly sameness: string } {
  return { ...row, sameness: samenessOf(tenant, row) };
}

/** Drops versions that are not earlier than the imported one, and gives the others the scope that their memory has now. */
async function fitVersions(tx: Transaction, tenant: Tenant, ids: readonly string[]): Promise<void> {
  const isOfMemory = sql`${ofTenant(tenant, "v")} and ${ofTenant(tenant, "m")} and m.id = v.memory_id and m.id = any(${ids}::uuid[])`;
  await tx.all(
    sql`delete from memory_version v using memory m where ${isOfMemory} and v.version >= m.version`,
  );
  await tx.all(
    sql`update memory_version v set scope = m.scope from memory m where ${isOfMemory} and v.scope <> m.scope`,
  );
}

interface WrittenMemory extends WrittenRow {
  readonly superseded_by: string | null;
}

function statement(tenant: Tenant, keyId: string, values: string): RawBuilder<WrittenMemory> {
  const isReplaced = sql`row.version is null and known.id is not null`;
  return sql`insert into memory (organization_id, project_id, id, key_id, content, kind, scope, subject, source_context,
      thread, valid_at, forget_after, forget_reason, shape_id, created_at, version, change, changed_at, changed_by, superseded_by, recalled_as_new_at, sameness)
    select ${tenant.organizationId}::uuid, ${tenant.projectId}::uuid, row.id, ${keyId}::uuid, row.content, row.kind, row.scope,
      nullif(row.subject, 'null'), row.source_context, row.thread, row.valid_at, row.forget_after, row.forget_reason, row.shape_id,
      coalesce(row.created_at, known.created_at, now()), coalesce(row.version, known.version + 1, 1),
      coalesce(row.change, case when ${isReplaced} then 'updated' else 'created' end),
      case when ${isReplaced} then now() else row.changed_at end,
      case when ${isReplaced} or row.changed_at is not null then ${keyId}::uuid end,
      case when ${isReplaced} then known.superseded_by else row.superseded_by end,
      case when ${isReplaced} then known.recalled_as_new_at else row.recalled_as_new_at end,
      decode(row.sameness, 'hex')
    from ${recordsOf(values)}
    left join memory known on ${ofTenant(tenant, "known")} and known.id = row.id
    order by row.id
    on conflict (organization_id, project_id, id) do update set content = excluded.content, kind = excluded.kind, scope = excluded.scope,
      subject = excluded.subject, source_context = excluded.source_context, thread = excluded.thread, valid_at = excluded.valid_at,
      forget_after = excluded.forget_after,
      forget_reason = excluded.forget_reason, shape_id = excluded.shape_id, created_at = excluded.created_at, version = excluded.version,
      change = excluded.change, changed_at = excluded.changed_at, changed_by = excluded.changed_by, superseded_by = excluded.superseded_by,
      recalled_as_new_at = excluded.recalled_as_new_at, sameness = excluded.sameness, claim = null
      where memory.scope <> 'agent'
    returning id, xmax = 0 as created, superseded_by`;
}
