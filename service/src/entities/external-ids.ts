// The identifiers that sources have for their entities: one that is written again is the same entity.

import { sql } from "kysely";
import { entitiesOf } from "../database/entities-of.ts";
import type { Tenant, Transaction } from "../database/transaction.ts";
import { Problem } from "../values/problem.ts";
import { RowRefusal } from "../values/row-refusal.ts";
import { newId } from "../values/uuid.ts";
import type { EntityInput } from "./inputs.ts";
import { beyond } from "./references.ts";
import { maxListed } from "./schemas.ts";

/** What a source calls an entity. */
export interface ExternalName {
  readonly source_id: string;
  readonly external_id: string;
}

/** The key of an external ID: those of two sources differ. */
export function externalKey({ source_id, external_id }: ExternalName): string {
  return JSON.stringify([source_id.toLowerCase(), external_id]);
}

/** The IDs of entities by the keys of their external IDs, as far as the key sees them. */
export async function idsByExternalId(
  tx: Transaction,
  tenant: Tenant,
  names: readonly ExternalName[],
): Promise<ReadonlyMap<string, string>> {
  if (names.length === 0) return new Map();
  const sources = [...new Set(names.map(({ source_id }) => source_id))];
  const externals = [...new Set(names.map(({ external_id }) => external_id))];
  const rows = await tx.all(
    sql<ExternalName & { readonly id: string }>`select id, source_id, external_id from entity
      where ${entitiesOf(tenant)} and source_id = any(${sources}::uuid[]) and external_id = any(${externals}::text[])`,
    "known external IDs",
  );
  return new Map(rows.map((row) => [externalKey(row), row.id]));
}

/**
 * The IDs under which rows are written: their own, else those of the entities with their external IDs, else new ones. Of two rows with the same
 * external ID the later one replaces the other. Those that were made here are of no entity yet. Throws a {@link RowRefusal} for an external ID without a source, or of another entity.
 */
export async function identify(
  tx: Transaction,
  tenant: Tenant,
  rows: readonly EntityInput[],
): Promise<{ readonly ids: readonly string[]; readonly made: ReadonlySet<string> }> {
  const names = rows.map(externalNameOf);
  const given = names.filter((name) => name !== undefined);
  const known = new Map(await idsByExternalId(tx, tenant, given));
  const fresh = newIds(given, known);
  const made = new Set<string>();
  const make = (key: string): string => {
    const id = fresh.get(key) ?? newId();
    made.add(id);
    return id;
  };
  const ids = rows.map(({ id: own }, index) => {
    const name = names[index];
    const key = name === undefined ? "" : externalKey(name);
    const owner = known.get(key);
    const id = own?.toLowerCase() ?? owner ?? make(key);
    if (owner !== undefined && owner !== id)
      throw new RowRefusal(
        index,
        "/external_id",
        "taken",
        `is that of another entity of its source: ${owner}`,
      );
    if (name !== undefined) known.set(key, id);
    return id;
  });
  return { ids, made };
}

function externalNameOf({ source_id, external_id }: EntityInput, index: number): ExternalName | undefined {
  if (typeof external_id !== "string") return undefined;
  if (typeof source_id === "string") return { source_id, external_id };
  const message = "is the identifier of a source; send `source` or `source_id` as well";
  throw new RowRefusal(index, "/external_id", "incomplete", message);
}

/** IDs for those that are not known, in their order: rows are written in the order of the IDs, so two writers of the same ones cannot deadlock. */
function newIds(
  names: readonly ExternalName[],
  known: ReadonlyMap<string, string>,
): ReadonlyMap<string, string> {
  const keys = new Set(names.map(externalKey).filter((key) => !known.has(key)));
  return new Map([...keys].toSorted().map((key) => [key, newId()]));
}

/** The SQLSTATEs `unique_violation`, and `insufficient_privilege`, of a policy. */
const [taken, hidden] = ["23505", "42501"];

/**
 * Writes rows whose external IDs were looked up. Someone may have written one since: the transaction is tried again, and then finds it. Throws a
 * {@link Problem} for a limited key if that does not help, as the entity is one that it does not see; and for the IDs of such entities, which some
 * versions of PostgreSQL refuse before they look at the condition of the statement.
 */
export async function whileUntaken<Result>(
  tx: Transaction,
  tenant: Tenant,
  rows: readonly EntityInput[],
  write: () => Promise<Result>,
): Promise<Result> {
  if (tenant.limits === undefined) return await write();
  const seen = await seenOf(tx, tenant, rows);
  try {
    return await write();
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : undefined;
    if (code !== taken && code !== hidden) throw error;
    const errors = rows.flatMap(({ id, external_id }, at) => {
      const pointer = `/${String(at)}`;
      if (code === taken) return typeof external_id === "string" ? [beyond(`${pointer}/external_id`)] : [];
      return id === undefined || seen.has(id.toLowerCase()) ? [] : [beyond(pointer)];
    });
    throw new Problem("beyond_scope", { errors: errors.slice(0, maxListed), cause: error });
  }
}

/** Those of the IDs of rows that are of entities which the key sees. */
async function seenOf(
  tx: Transaction,
  tenant: Tenant,
  rows: readonly EntityInput[],
): Promise<ReadonlySet<string>> {
  const ids = rows.flatMap(({ id }) => id ?? []);
  if (ids.length === 0) return new Set();
  const found = sql<{ readonly id: string }>`select id from entity
    where ${entitiesOf(tenant)} and id = any(${ids}::uuid[])`;
  return new Set((await tx.all(found)).map(({ id }) => id));
}
