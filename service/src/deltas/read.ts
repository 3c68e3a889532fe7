// Reads deltas and their changes.

import { type RawBuilder, type Selectable, type SqlBool, sql } from "kysely";
import type { Static } from "typebox";
import { type KnownDocuments, knownDocuments, shownEvidence } from "../changes/evidence.ts";
import { build } from "../database/build.ts";
import { ofTenant } from "../database/of-tenant.ts";
import type { ChangeTable, DeltaTable } from "../database/tables.ts";
import type { Tenant, Transaction } from "../database/transaction.ts";
import { activeStatuses } from "../values/loop-kinds.ts";
import { Problem } from "../values/problem.ts";
import { createYield } from "../values/yield-to-event-loop.ts";
import type { change, changesQuery, delta } from "./schemas.ts";
import { type EndNames, readEndNames, unsupportedIn } from "./unsupported.ts";

/** A delta and what is in it. */
export type DeltaRow = Selectable<DeltaTable>;

/** Rows of deltas, of this project and for this key. */
export function selectDeltas(tenant: Tenant) {
  const own = build.selectFrom("delta").selectAll().where(ofTenant(tenant));
  // A limited key sees no more than what it has staged itself.
  return tenant.limits === undefined
    ? own.where((is) => is.or([is("private", "=", false), is("key_id", "=", tenant.keyId)]))
    : own.where("key_id", "=", tenant.keyId);
}

/** The delta with this ID. Throws a {@link Problem} if there is none, or if it is private to another key. */
export async function deltaWith(tx: Transaction, tenant: Tenant, deltaId: string): Promise<DeltaRow> {
  const row = await tx.first(selectDeltas(tenant).where("id", "=", deltaId));
  if (row === undefined) throw new Problem("not_found", { detail: "The project has no delta with this ID." });
  return row;
}

/** The same, locked until the end of the transaction. */
export async function lockDelta(tx: Transaction, tenant: Tenant, deltaId: string): Promise<DeltaRow> {
  await tx.all(
    build.selectFrom("delta").select("id").where(ofTenant(tenant)).where("id", "=", deltaId).forUpdate(),
  );
  return await deltaWith(tx, tenant, deltaId);
}

/** Throws a {@link Problem} if a delta is not as the caller has seen it. */
export function requireRevision({ revision }: DeltaRow, seen: number | undefined): void {
  if (seen !== undefined && seen !== revision)
    throw new Problem("delta_changed", {
      detail: `This delta has changed since it was read: its revision is ${String(revision)}, not ${String(seen)}. Read it again, and look at what is new.`,
    });
}

/** Notes that something of a locked delta has changed; returns its revision. */
export async function revise(tx: Transaction, tenant: Tenant, deltaId: string): Promise<number> {
  const [row] = await tx.all(
    build
      .updateTable("delta")
      .set({ revision: nextRevision })
      .where(ofTenant(tenant))
      .where("id", "=", deltaId)
      .returning("revision"),
  );
  if (row === undefined) throw new Error("The delta that was locked is gone.");
  return row.revision;
}

/** The revision of a delta that is changed. */
export const nextRevision: RawBuilder<number> = sql`revision + 1`;

/** The loop that writes into a delta and has not ended. */
export async function loopWriting(
  tx: Transaction,
  tenant: Tenant,
  deltaId: string,
): Promise<string | undefined> {
  const query = build
    .selectFrom("loop")
    .select("id")
    .where(ofTenant(tenant))
    .where("delta_id", "=", deltaId)
    .where("status", "in", activeStatuses);
  return (await tx.first(query))?.id;
}

/** A stored change. */
export type Change = Selectable<ChangeTable>;

/** All changes of a delta, in their order. */
export async function readChanges(
  tx: Transaction,
  tenant: Tenant,
  deltaId: string,
): Promise<readonly Change[]> {
  return await tx.all(changesIn(tenant, deltaId).selectAll());
}

/** The same without their evidence, which is most of a large delta, and which nothing depends on that is applied. */
export async function changesToApply(tx: Transaction, tenant: Tenant, deltaId: string) {
  return await tx.all(
    changesIn(tenant, deltaId)
      .select(["id", "operation", "object", "object_id", "value", "before", "decision"])
      .where("applied_at", "is", null),
  );
}

/** The changes that were applied, of a delta that was. */
export async function appliedChanges(tx: Transaction, tenant: Tenant, deltaId: string) {
  return await tx.all(
    changesIn(tenant, deltaId)
      .select(["id", "operation", "object", "object_id", "value", "before", "applied_at", "undo"])
      .where("excluded", "=", false),
  );
}

function changesIn(tenant: Tenant, deltaId: string) {
  return build
    .selectFrom("change")
    .where(ofTenant(tenant))
    .where("delta_id", "=", deltaId)
    .orderBy("position");
}

/** Whether a change passes the filters of a list. */
export function isWanted({
  decision,
  object,
  min_confidence,
  max_confidence,
}: Static<typeof changesQuery>): RawBuilder<SqlBool> {
  const conditions = [
    ...(decision === undefined ? [] : [sql`decision = ${decision}`]),
    ...(object === undefined ? [] : [sql`object = ${object}`]),
    // A number of the API has more digits than a stored confidence.
    ...(min_confidence === undefined ? [] : [sql`confidence >= ${min_confidence}::real`]),
    ...(max_confidence === undefined ? [] : [sql`confidence <= ${max_confidence}::real`]),
  ];
  return sql<SqlBool>`true${sql.join(
    conditions.map((each) => sql` and ${each}`),
    sql``,
  )}`;
}

/** Converts a delta to its API format. */
export function toDelta({
  id,
  status,
  project_id,
  created_at,
  finished_at,
  entities,
  relationships,
  memories,
  applied_changes,
  revision,
}: DeltaRow): Static<typeof delta> {
  return {
    id,
    status,
    counts: { entities, relationships, memories },
    applied_changes,
    revision,
    project_id,
    created_at: created_at.toISOString(),
    finished_at: finished_at?.toISOString() ?? null,
  };
}

/** What changes refer to, of what is there now. */
export interface References {
  readonly ends: EndNames;
  readonly documents: KnownDocuments;
}

/** Reads it for these changes. */
export async function readReferences(
  tx: Transaction,
  tenant: Tenant,
  changes: readonly Change[],
): Promise<References> {
  const all = changes.flatMap(({ evidence }) => evidence);
  return {
    ends: await readEndNames(tx, tenant, changes),
    documents: await knownDocuments(tx, tenant, all),
  };
}

/** Converts changes of a delta to their API format. */
export async function toChanges(
  rows: readonly Change[],
  delta: Pick<DeltaRow, "status">,
  references: References,
): Promise<Static<typeof change>[]> {
  const nextTurn = createYield();
  const shown: Static<typeof change>[] = [];
  for (const row of rows) {
    const unsupported = await unsupportedIn(row, references.ends, nextTurn);
    shown.push({ ...toChange(row, delta, references), unsupported: [...unsupported] });
  }
  return shown;
}

function toChange(row: Change, { status }: Pick<DeltaRow, "status">, { documents }: References) {
  const { id, operation, object, value, before, confidence, evidence, decision, note, proposed } = row;
  return {
    change_id: id,
    operation,
    object,
    value,
    before,
    confidence,
    evidence: shownEvidence(evidence, documents),
    decision,
    decided_by: row.decided_by,
    decided_at: row.decided_at?.toISOString() ?? null,
    note,
    proposed,
    applied: !row.excluded && (status === "applied" || row.applied_at !== null),
  };
}
