// Writes entities and relationships, many at once: for the API, for imports and for deltas.

import { type RawBuilder, sql } from "kysely";
import { allSettledOrThrow } from "../database/all-settled.ts";
import { relationshipsOf, within } from "../database/entities-of.ts";
import { ofTenantById } from "../database/of-tenant.ts";
import { learnWords } from "../database/search-words.ts";
import { BeginAnew, type Tenant, type Transaction } from "../database/transaction.ts";
import { countWritten, lastOfEach, type WithId, type Written, type WrittenRow } from "../database/written.ts";
import { renewVectors } from "../embeddings/due.ts";
import { ofEntities } from "../embeddings/kinds.ts";
import { sideOf, type WithSide } from "../log/side.ts";
import { logOf } from "../log/written.ts";
import { maxStored, sizeOf } from "../values/json.ts";
import { Problem, type ProblemEntry } from "../values/problem.ts";
import { tooLarge } from "../values/row-refusal.ts";
import { newId } from "../values/uuid.ts";
import { createYield } from "../values/yield-to-event-loop.ts";
import { identify, whileUntaken } from "./external-ids.ts";
import type { EntityInput, RelationshipInput } from "./inputs.ts";
import { beyond, requireEnds, requireReferences } from "./references.ts";
import { maxListed } from "./schemas.ts";
import { warningsOf } from "./shaped.ts";

/** What was written, and in what it does not follow its shapes; without a member `warnings` it does. */
export interface WrittenEntities extends Written {
  readonly warnings?: readonly ProblemEntry[];
}

/** Writes entities, all or none. Throws a `RowRefusal` for a shape or source that the project does not have, and for what a strict shape refuses. */
export async function writeEntities(
  tx: Transaction,
  tenant: Tenant,
  rows: readonly EntityInput[],
): Promise<WrittenEntities> {
  const shapeOfSource = await requireReferences(tx, tenant, rows);
  const shaped = rows.map((row) => withSourceShape(row, shapeOfSource));
  const warnings = await warningsOf(tx, tenant, shaped);
  const { ids, made } = await identify(tx, tenant, rows);
  const replaced = new Map<string, Replaced>();
  const returned = await whileUntaken(
    tx,
    tenant,
    rows,
    async () =>
      await inBatches(lastOfEach(shaped, ids), ids, async (values, batch) => {
        const areNew = batch.every((id) => made.has(id));
        const [before, written] = await allSettledOrThrow([
          areNew ? [] : tx.all(replacedStatement(tenant, values, batch), "replaced entities"),
          tx.all(entityStatement(tenant, values, areNew), areNew ? "write new entities" : "write entities"),
        ]);
        for (const row of before) replaced.set(row.id, row);
        return written;
      }),
  );
  if (tenant.limits !== undefined) requireWithin(new Set(replaced.keys()), returned, ids);
  note(tx, tenant, returned, replaced);
  const written = [...new Set(ids)];
  await allSettledOrThrow([
    learnWords(tx, tenant, "entity", written),
    renewVectors(tx, tenant, ofEntities, written),
  ]);
  return { ...countWritten(returned, ids), ...(warnings.length > 0 && { warnings }) };
}

/** An entity that is replaced, and whether it stays as it is but for `updated_at`. */
interface Replaced extends WithSide {
  readonly same: boolean;
}

/** Locks the entities that are replaced, which the key sees. In their order: two writers of the same ones cannot deadlock. */
function replacedStatement(tenant: Tenant, values: string, ids: readonly string[]): RawBuilder<Replaced> {
  return sql`select ${sideOf("e")}, (e.type, e.name, e.shape_id, e.source_id, e.source_shape_id, e.external_id, e.created_at, e.props) is not distinct from
      (row.type, row.name, row.shape_id, row.source_id, row.source_shape_id, row.external_id, coalesce(row.created_at::timestamptz(3), e.created_at),
        coalesce(row.properties, '{}')) as same
    from jsonb_to_recordset(${values}::jsonb) as row (id uuid, type text, name text, shape_id uuid, source_id uuid,
      source_shape_id uuid, external_id text, created_at timestamptz, properties jsonb)
      join (select * from entity known where ${replaceable(tenant)} and known.id = any(${ids}::uuid[]) order by known.id for update) e on e.id = row.id`;
}

/** Notes what was written in the log. Throws {@link BeginAnew} for an entity that someone has written since those that are replaced were locked. */
function note(
  tx: Transaction,
  tenant: Tenant,
  returned: readonly WrittenRow[],
  replaced: ReadonlyMap<string, Replaced>,
): void {
  const log = logOf(tx, tenant);
  for (const { id, created } of returned) {
    const before = replaced.get(id);
    if (created) log.created([id]);
    else if (before === undefined) throw new BeginAnew();
    else if (!before.same) log.changed([before]);
  }
}

/** The IDs that a limited key sees among existing rows, which stay as they are until the end of the transaction; undefined for other keys. */
async function lockSeen(
  tx: Transaction,
  { limits }: Tenant,
  selected: RawBuilder<{ readonly id: string }>,
): Promise<ReadonlySet<string> | undefined> {
  if (limits === undefined) return undefined;
  return new Set(
    (await tx.all(sql<{ readonly id: string }>`${selected} order by id for update`)).map(({ id }) => id),
  );
}

/**
 * Throws a {@link Problem} for rows that a limited key may not write: they were left out, as they are not within its limits, or they have replaced
 * one that it does not see. The statement itself cannot ask for that, as a distributed database takes nothing but constants there.
 */
function requireWithin(
  seen: ReadonlySet<string>,
  returned: readonly WrittenRow[],
  ids: readonly string[],
): void {
  const written = new Set(returned.flatMap(({ id, created }) => (created || seen.has(id) ? [id] : [])));
  const errors = ids.flatMap((id, at) => (written.has(id) ? [] : [beyond(`/${String(at)}`)]));
  if (errors.length > 0) throw new Problem("beyond_scope", { errors: errors.slice(0, maxListed) });
}

function withSourceShape(row: EntityInput, shapeOfSource: ReadonlyMap<string, string | null>): EntityInput {
  if (row.source_shape_id !== undefined) return row;
  return { ...row, source_shape_id: shapeOfSource.get(row.source_id?.toLowerCase() ?? "") };
}

/** Maximum rows, and maximum characters of them, per statement. */
const [rowsAtOnce, charactersAtOnce] = [1000, 1 << 20];

/**
 * Writes rows in batches of JSON, yielding to other requests in between. Rows are in the order of their IDs, so that two writers of the
 * same rows cannot deadlock. Throws a `RowRefusal` for a row that is too large to be listed with others.
 */
async function inBatches(
  rows: readonly WithId[],
  ids: readonly string[],
  write: (values: string, ids: readonly string[]) => Promise<readonly WrittenRow[]>,
): Promise<readonly WrittenRow[]> {
  const nextTurn = createYield();
  const texts: (readonly [id: string, text: string])[] = [];
  for (const row of rows) {
    await nextTurn();
    const text = JSON.stringify(row);
    if (sizeOf(text) > maxStored) throw tooLarge(ids.lastIndexOf(row.id ?? ""), maxStored);
    texts.push([row.id ?? "", text]);
  }
  const returned: WrittenRow[] = [];
  let batch: (typeof texts)[number][] = [];
  let characters = 0;
  const flush = async (): Promise<void> => {
    const values = `[${batch.map(([, text]) => text).join()}]`;
    returned.push(
      ...(await write(
        values,
        batch.map(([id]) => id),
      )),
    );
    batch = [];
    characters = 0;
  };
  for (const each of texts.toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    batch.push(each);
    characters += each[1].length;
    if (batch.length >= rowsAtOnce || characters >= charactersAtOnce) await flush();
  }
  if (batch.length > 0) await flush();
  return returned;
}

function entityStatement(tenant: Tenant, values: string, areNew: boolean): RawBuilder<WrittenRow> {
  const created = areNew ? sql`coalesce(row.created_at, now())` : createdAt("entity", tenant);
  const rows = sql`select ${tenant.organizationId}::uuid as organization_id, ${tenant.projectId}::uuid as project_id, row.id, row.type, row.name,
      row.shape_id, row.source_id, row.source_shape_id, row.external_id, ${created}::timestamptz(3) as created_at, coalesce(row.updated_at, now()) as updated_at,
      coalesce(row.properties, '{}') as props
    from jsonb_to_recordset(${values}::jsonb) as row (id uuid, type text, name text, shape_id uuid, source_id uuid,
      source_shape_id uuid, external_id text, created_at timestamptz, updated_at timestamptz, properties jsonb)`;
  const after = within(tenant, "e");
  const columns = sql`organization_id, project_id, id, type, name, shape_id, source_id, source_shape_id, external_id, created_at, updated_at, props`;
  return sql`insert into entity (${columns})
    ${after === undefined ? rows : sql`select ${columns} from (${rows}) e where ${after}`} order by id
    on conflict (organization_id, project_id, id) do update set type = excluded.type, name = excluded.name, shape_id = excluded.shape_id,
      source_id = excluded.source_id, source_shape_id = excluded.source_shape_id, external_id = excluded.external_id, created_at = excluded.created_at,
      updated_at = excluded.updated_at, props = excluded.props
    returning id, xmax = 0 as created`;
}

/** The given instant, else that of the row that is replaced (looked up only if needed), else now. */
function createdAt(table: "entity" | "relationship", tenant: Tenant): RawBuilder<unknown> {
  const isOwn = table === "entity" ? replaceable(tenant) : ofTenantById(tenant, "known");
  return sql`coalesce(row.created_at,
        (select known.created_at from ${sql.table(table)} known where ${isOwn} and known.id = row.id),
        now())`;
}

/** Whether an entity, which is looked up by its ID as `known`, is one that the key sees. */
function replaceable(tenant: Tenant): RawBuilder<unknown> {
  const isWithin = within(tenant, "known");
  const isOwn = ofTenantById(tenant, "known");
  return isWithin === undefined ? isOwn : sql`${isOwn} and ${isWithin}`;
}

/** Writes relationships, all or none. Throws a `RowRefusal` for an end that is not an entity of the project. */
export async function writeRelationships(
  tx: Transaction,
  tenant: Tenant,
  rows: readonly RelationshipInput[],
): Promise<Written> {
  await requireEnds(tx, tenant, rows);
  const ids = rows.map(({ id }) => id?.toLowerCase() ?? newId());
  const seen = await lockSeen(
    tx,
    tenant,
    sql`select id from relationship where ${relationshipsOf(tenant)} and id = any(${ids}::uuid[])`,
  );
  const returned = await inBatches(
    lastOfEach(rows, ids),
    ids,
    async (batch) => await tx.all(relationshipStatement(tenant, batch), "write relationships"),
  );
  if (seen !== undefined) requireWithin(seen, returned, ids);
  await learnWords(tx, tenant, "relationship", [...new Set(ids)]);
  return countWritten(returned, ids);
}

function relationshipStatement(tenant: Tenant, values: string): RawBuilder<WrittenRow> {
  return sql`insert into relationship (organization_id, project_id, id, type, from_id, to_id, created_at, props)
    select ${tenant.organizationId}::uuid, ${tenant.projectId}::uuid, row.id, row.type, row."from", row."to", ${createdAt("relationship", tenant)},
      coalesce(row.properties, '{}')
    from jsonb_to_recordset(${values}::jsonb) as row (id uuid, type text, "from" uuid, "to" uuid, created_at timestamptz,
      properties jsonb)
    order by row.id
    on conflict (organization_id, project_id, id) do update set type = excluded.type, from_id = excluded.from_id, to_id = excluded.to_id,
      created_at = excluded.created_at, props = excluded.props
    returning id, xmax = 0 as created`;
}
