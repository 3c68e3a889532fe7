// What a transaction writes in the log: gathered while it runs, and numbered by its last statements.

import { type RawBuilder, sql } from "kysely";
import { allSettledOrThrow } from "../database/all-settled.ts";
import { ofTenant, ofTenantById, type TenantKey } from "../database/of-tenant.ts";
import type { Ending, Transaction } from "../database/transaction.ts";
import type { Side, WithSide } from "./side.ts";

/** A name of a shape or a source that was given, changed or taken away. */
export interface NameChange {
  readonly kind: "shape" | "source";
  readonly id: string;
  /** Null: there was none. */
  readonly before: string | null;
  /** Null: there is none any more. */
  readonly after: string | null;
}

/** Rows of the log per statement. */
const rowsAtOnce = 5000;

/** What a transaction has written of one project. */
class Written implements Ending {
  readonly #tenant: TenantKey;
  /** What each entity was before the transaction; null for one that was not there. */
  readonly #entities = new Map<string, Side | null>();
  readonly #names: NameChange[] = [];

  constructor(tenant: TenantKey) {
    this.#tenant = tenant;
  }

  /** Notes entities that were not there. */
  created(ids: Iterable<string>): void {
    for (const id of ids) if (!this.#entities.has(id)) this.#entities.set(id, null);
  }

  /** Notes entities as they were before they were changed. */
  changed(rows: Iterable<WithSide>): void {
    for (const { id, ...side } of rows) if (!this.#entities.has(id)) this.#entities.set(id, side);
  }

  /** Notes entities as they were before they were deleted. One that the same transaction has created was never there. */
  deleted(rows: Iterable<WithSide>): void {
    for (const { id, ...side } of rows)
      if (this.#entities.get(id) === null) this.#entities.delete(id);
      else if (!this.#entities.has(id)) this.#entities.set(id, side);
  }

  /** Notes names. */
  named(changes: Iterable<NameChange>): void {
    for (const each of changes) if (each.before !== each.after) this.#names.push(each);
  }

  readonly send = (tx: Transaction): readonly Promise<unknown>[] | Promise<unknown> => {
    const entities = [...this.#entities];
    const names = this.#names;
    if (entities.length + names.length === 0) return [];
    const first = [tx.all(lengthened(this.#tenant, entities.length, names.length), "log.end")];
    if (names.length > 0) first.push(tx.all(nameRows(this.#tenant, names), "log.names"));
    if (entities.length > rowsAtOnce) return this.#sendMany(tx, entities, first);
    if (entities.length > 0) first.push(this.#sendSome(tx, entities, 0));
    return first;
  };

  async #sendSome(tx: Transaction, some: readonly Entry[], left: number): Promise<never[]> {
    const areNew = some.every(([, side]) => side === null);
    const name = areNew ? "log.created" : "log.entities";
    return await tx.all(entityRows(this.#tenant, some, areNew, left), name);
  }

  async #sendMany(
    tx: Transaction,
    entities: readonly Entry[],
    first: readonly Promise<unknown>[],
  ): Promise<void> {
    await allSettledOrThrow(first);
    for (let at = 0; at < entities.length; at += rowsAtOnce) {
      const some = entities.slice(at, at + rowsAtOnce);
      await this.#sendSome(tx, some, entities.length - at - some.length);
    }
  }
}

const logs = new WeakMap<Transaction, Written>();

/** The log of what this transaction writes in the project of a tenant. */
export function logOf(tx: Transaction, { organizationId, projectId }: TenantKey): Written {
  const known = logs.get(tx);
  if (known !== undefined) return known;
  const log = new Written({ organizationId, projectId });
  logs.set(tx, log);
  tx.atEnd(log);
  return log;
}

/** Adds to the ends of the log, which locks them until the transaction has ended. */
function lengthened(
  { organizationId, projectId }: TenantKey,
  entities: number,
  names: number,
): RawBuilder<never> {
  return sql`insert into log_end (organization_id, project_id, sequence, version, at, oldest_at)
    values (${organizationId}::uuid, ${projectId}::uuid, ${entities}::bigint, ${names}::bigint, clock_timestamp(), clock_timestamp())
    on conflict (organization_id, project_id) do update set sequence = log_end.sequence + excluded.sequence,
      version = log_end.version + excluded.version, at = greatest(log_end.at, excluded.at),
      oldest_at = coalesce(log_end.oldest_at, greatest(log_end.at, excluded.at))`;
}

type Entry = readonly [id: string, before: Side | null];

/**
 * The rows of entities, the last of them so many before the end. What they are now is read from their table. They come as JSON: of an array
 * PostgreSQL would look how long it is, and plan each time. A full join has the same rows as a left one here, and cannot be a nested loop: what
 * PostgreSQL takes for one row are thousands, and to compare each with each takes seconds.
 */
function entityRows(
  tenant: TenantKey,
  entries: readonly Entry[],
  areNew: boolean,
  left: number,
): RawBuilder<never> {
  const ids = entries.map(([id]) => id);
  const given = areNew
    ? sql`jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb) with ordinality w (id, place)`
    : sql`rows from (jsonb_to_recordset(${JSON.stringify(entries.map(([id, side]) => ({ id, ...side })))}::jsonb)
        as (id uuid, type text, shape_id uuid, source_id uuid, source_shape_id uuid, created_at timestamptz)) with ordinality
        w (id, type, shape_id, source_id, source_shape_id, created_at, place)`;
  const was = areNew
    ? sql`null, null::uuid, null::uuid, null::uuid, null::timestamptz`
    : sql`w.type, w.shape_id, w.source_id, w.source_shape_id, w.created_at`;
  return sql`insert into entity_change (organization_id, project_id, sequence, entity_id, at, before_type, before_shape_id, before_source_id,
      before_source_shape_id, before_created_at, after_type, after_shape_id, after_source_id, after_source_shape_id, after_created_at)
    select ${tenant.organizationId}::uuid, ${tenant.projectId}::uuid, w.sequence, w.entity_id, w.logged_at, ${was},
      now.type, now.shape_id, now.source_id, now.source_shape_id, now.created_at
    from (select w.*, w.id::uuid as entity_id, log.sequence - ${left + entries.length}::bigint + w.place as sequence, log.at as logged_at
        from log_end log cross join ${given} where ${ofTenant(tenant, "log")}) w
      full join (select e.id, e.type, e.shape_id, e.source_id, e.source_shape_id, e.created_at from entity e
        where ${ofTenantById(tenant, "e")} and e.id = any(${ids}::uuid[]) offset 0) now on now.id = w.entity_id
    on conflict do nothing`;
}

function nameRows(tenant: TenantKey, names: readonly NameChange[]): RawBuilder<never> {
  return sql`insert into name_change (organization_id, project_id, version, at, kind, id, before, after)
    select ${tenant.organizationId}::uuid, ${tenant.projectId}::uuid, log.version - ${names.length}::bigint + w.place, log.at, w.kind, w.id, w.before, w.after
    from log_end log cross join rows from (jsonb_to_recordset(${JSON.stringify(names)}::jsonb)
      as (kind text, id uuid, before text, after text)) with ordinality w (kind, id, before, after, place)
    where ${ofTenant(tenant, "log")}
    on conflict do nothing`;
}
