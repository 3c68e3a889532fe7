// What names stood for at an earlier version of the log: what they stand for now, with the changes since taken back.

import { sql } from "kysely";
import { ofTenant, type TenantKey } from "../database/of-tenant.ts";
import type { Transaction } from "../database/transaction.ts";
import type { NameChange } from "./written.ts";

/** A name that was changed, in which version, and when. */
export interface VersionedName extends NameChange {
  readonly version: number;
  readonly at: Date;
}

/** The names that a query may have. */
export interface WantedNames {
  readonly shapes: readonly string[];
  readonly sources: readonly string[];
}

/** The changes after a version that concern some names, in their order. */
export async function nameChanges(
  tx: Transaction,
  tenant: TenantKey,
  { shapes, sources }: WantedNames,
  version: number,
): Promise<readonly VersionedName[]> {
  const concerns = (kind: NameChange["kind"], names: readonly string[]) =>
    sql`(kind = ${kind} and (before = any(${[...names]}::text[]) or after = any(${[...names]}::text[])))`;
  return await tx.all(
    sql<VersionedName>`select version, at, kind, id, before, after from name_change
      where ${ofTenant(tenant)} and version > ${version}::bigint and (${concerns("shape", shapes)} or ${concerns("source", sources)})
      order by version`,
    "log.name changes",
  );
}

/** All changes of names after a version, up to another, in their order. */
export async function namesBetween(
  tx: Transaction,
  tenant: TenantKey,
  from: number,
  to: number,
): Promise<readonly VersionedName[]> {
  return await tx.all(
    sql<VersionedName>`select version, at, kind, id, before, after from name_change
      where ${ofTenant(tenant)} and version > ${from}::bigint and version <= ${to}::bigint order by version`,
    "log.names between",
  );
}

interface Named {
  readonly id: string;
  readonly name: string;
}

/** What names of a kind stood for at a version, from what they stand for now and the changes since an earlier one. */
export function namesAt(
  now: readonly Named[],
  changes: readonly VersionedName[],
  kind: NameChange["kind"],
  version: number,
): Named[] {
  const names = new Map<string, string | null>(now.map(({ id, name }) => [id, name]));
  for (const change of changes.toReversed())
    if (change.kind === kind && change.version > version) names.set(change.id, change.before);
  const found = [...names].flatMap(([id, name]) => (name === null ? [] : [{ id, name }]));
  return found.toSorted((a, b) => (a.id < b.id ? -1 : 1));
}
