// The same decision about many changes of a delta, in one request: about all of them, or none.

import { sql } from "kysely";
import type { Static } from "typebox";
import { NIL } from "uuid";
import { build } from "../database/build.ts";
import { ofTenant } from "../database/of-tenant.ts";
import type { Tenant, Transaction } from "../database/transaction.ts";
import { Problem } from "../values/problem.ts";
import { isUuid } from "../values/uuid.ts";
import { anyOf, maxUnknown, requireUnused } from "./apply.ts";
import type { decidedChange, decideManyBody } from "./decision-schemas.ts";
import { type Change, type DeltaRow, lockDelta, revise } from "./read.ts";

/** Changes after a decision, in the order in which they were named. */
export interface DecidedMany {
  readonly delta: DeltaRow;
  readonly changes: readonly Static<typeof decidedChange>[];
  readonly revision: number;
  /** How many of them had another decision before. */
  readonly decided: number;
}

/**
 * Decides about changes of an open delta. Throws a {@link Problem}, and changes nothing, for a delta that is not open or that a loop writes into, for
 * a change that is not in it, and for one that was applied.
 */
export async function decideMany(
  tx: Transaction,
  tenant: Tenant,
  deltaId: string,
  body: Pick<Static<typeof decideManyBody>, "decision" | "change_ids" | "note">,
): Promise<DecidedMany> {
  const delta = await lockDelta(tx, tenant, deltaId);
  // Two forms of one ID are one change.
  const named = body.change_ids.map((id) => id.toLowerCase());
  const ids = [...new Set(named)];
  const before = await changesWith(tx, tenant, deltaId, ids);
  requireAll(named, "not_found", (id) => (before.has(id) ? undefined : "is not a change of this delta"));
  if (delta.status !== "open") throw new Problem("delta_not_open");
  requireAll(named, "delta_not_open", (id) =>
    before.get(id)?.applied_at === null ? undefined : "was applied, with `only`",
  );
  await requireUnused(tx, tenant, deltaId);
  const { decided, noted } = await write(tx, tenant, deltaId, { ...body, before });
  const revision = decided.size + noted > 0 ? await revise(tx, tenant, deltaId) : delta.revision;
  const changes = ids.flatMap((id) => {
    const row = decided.get(id) ?? before.get(id);
    return row === undefined ? [] : [shown(row)];
  });
  return { delta, changes, revision, decided: decided.size };
}

// Without their notes: a thousand long ones would be read and sent for a request of a line.
const columns = ["id", "decision", "decided_by", "decided_at", "applied_at"] as const;

type Row = Pick<Change, (typeof columns)[number]>;
type Rows = ReadonlyMap<string, Row>;

/** The changes with these IDs. Nobody else decides about them until the end of the transaction, as the delta is locked. */
async function changesWith(
  tx: Transaction,
  tenant: Tenant,
  deltaId: string,
  ids: readonly string[],
): Promise<Rows> {
  const rows = await tx.all(
    build
      .selectFrom("change")
      .select(columns)
      .where(ofTenant(tenant))
      .where("delta_id", "=", deltaId)
      .where("id", "=", anyOf(ids.filter(isUuid)))
      .forUpdate(),
  );
  return rowsOf(rows);
}

/** Throws a {@link Problem} with the places of those that something is wrong with. */
function requireAll(
  named: readonly string[],
  code: "delta_not_open" | "not_found",
  wrongWith: (id: string) => string | undefined,
): void {
  const errors = named.flatMap((id, at) => {
    const message = wrongWith(id);
    return message === undefined ? [] : [{ pointer: `/change_ids/${String(at)}`, message }];
  });
  if (errors.length > 0)
    throw new Problem(code, { errors: errors.slice(0, maxUnknown), detail: details[code] });
}

const details = {
  not_found: "The delta does not have all of these changes.",
  delta_not_open: "Some of these changes were applied, with `only`.",
} as const;

/** Writes what differs from before; returns those with another decision, and how many have another note alone. */
async function write(
  tx: Transaction,
  tenant: Tenant,
  deltaId: string,
  {
    before,
    decision,
    note,
  }: { readonly before: Rows } & Pick<Static<typeof decideManyBody>, "decision" | "note">,
): Promise<{ readonly decided: Rows; readonly noted: number }> {
  const own = build
    .updateTable("change")
    .where(ofTenant(tenant))
    .where("delta_id", "=", deltaId)
    .where("id", "=", anyOf([...before.keys()]));
  const isPending = decision === "pending";
  const set = {
    decision,
    // What the command line does has no key.
    decided_by: isPending || tenant.keyId === NIL ? null : tenant.keyId,
    decided_at: isPending ? null : sql<Date>`now()`,
    ...(note !== undefined && { note }),
  };
  const decided = await tx.all(own.set(set).where("decision", "<>", decision).returning(columns));
  if (note === undefined) return { decided: rowsOf(decided), noted: 0 };
  // Who notes something about an earlier decision has not decided.
  const isOther = sql<boolean>`note is distinct from ${note}`;
  const noted = await tx.all(own.set({ note }).where(isOther).returning("id"));
  return { decided: rowsOf(decided), noted: noted.length };
}

function rowsOf(rows: readonly Row[]): Rows {
  return new Map(rows.map((row) => [row.id, row]));
}

function shown({ id, decision, decided_by, decided_at }: Row): Static<typeof decidedChange> {
  return { change_id: id, decision, decided_by, decided_at: decided_at?.toISOString() ?? null };
}
