// What a reviewer decides about a change: whether it is applied, and as what.

import { isDeepStrictEqual } from "node:util";
import { type Selectable, sql } from "kysely";
import type { Static } from "typebox";
import { NIL } from "uuid";
import { mergeKeyOfEntity, mergeKeyOfRelationship } from "../changes/merge-key.ts";
import { build } from "../database/build.ts";
import { entitiesOf } from "../database/entities-of.ts";
import { ofTenant } from "../database/of-tenant.ts";
import type { ChangeTable } from "../database/tables.ts";
import type { Tenant, Transaction } from "../database/transaction.ts";
import { isJsonObject, type JsonObject, type JsonValue, maxStored, sizeOf } from "../values/json.ts";
import { Problem, type ProblemEntry } from "../values/problem.ts";
import { isUuid } from "../values/uuid.ts";
import { requireUnused } from "./apply.ts";
import type { decideBody } from "./decision-schemas.ts";
import { type Change, type DeltaRow, lockDelta, revise } from "./read.ts";

type Decision = Pick<Static<typeof decideBody>, "decision" | "value" | "note">;

/** A change after a decision, in its delta. */
export interface Decided {
  readonly delta: DeltaRow;
  readonly change: Change;
  readonly revision: number;
  /** Whether a decision or a value is another one now. */
  readonly isNew: boolean;
}

/**
 * Decides about a change of an open delta. Throws a {@link Problem} for a delta that is not open or that a loop writes into, for a change that was
 * applied, and for a value that the change cannot have.
 */
export async function decide(
  tx: Transaction,
  tenant: Tenant,
  [deltaId, changeId]: readonly [deltaId: string, changeId: string],
  { decision, value, note }: Decision,
): Promise<Decided> {
  const delta = await lockDelta(tx, tenant, deltaId);
  const before = await changeWith(tx, tenant, deltaId, changeId);
  if (delta.status !== "open") throw new Problem("delta_not_open");
  if (before.applied_at !== null)
    throw new Problem("delta_not_open", { detail: "This change was applied, with `only`." });
  await requireUnused(tx, tenant, deltaId);
  const edited = value === undefined ? undefined : await edit(tx, tenant, before, value);
  const isDecided = decision !== undefined && decision !== before.decision;
  const isPending = decision === "pending";
  const isNew = isDecided || edited !== undefined;
  if (!isNew && (note === undefined || note === before.note))
    return { delta, change: before, revision: delta.revision, isNew };
  const own = build.updateTable("change").where(ofTenant(tenant)).where("delta_id", "=", deltaId);
  const [change] = await tx.all(
    own
      .where("id", "=", before.id)
      .set({
        ...(note !== undefined && { note }),
        ...(isDecided && {
          decision,
          // What the command line does has no key.
          decided_by: isPending || tenant.keyId === NIL ? null : tenant.keyId,
          decided_at: isPending ? null : sql<Date>`now()`,
        }),
        ...edited,
      })
      .returningAll(),
  );
  if (change === undefined) throw new Error("The change that was locked is gone.");
  return { delta, change, revision: await revise(tx, tenant, deltaId), isNew };
}

async function changeWith(
  tx: Transaction,
  tenant: Tenant,
  deltaId: string,
  changeId: string,
): Promise<Change> {
  const query = build
    .selectFrom("change")
    .selectAll()
    .where(ofTenant(tenant))
    .where("delta_id", "=", deltaId)
    .where("id", "=", changeId)
    .forUpdate();
  const row = isUuid(changeId) ? await tx.first(query) : undefined;
  if (row === undefined) throw new Problem("not_found", { detail: "The delta has no change with this ID." });
  return row;
}

type Edit = Decision["value"] & object;

/** What may be edited: an update changes properties or a content, and leaves what it is about. */
const editable: Readonly<Record<ChangeTable["object"], Readonly<Record<string, readonly string[]>>>> = {
  entity: { create: ["name", "type", "properties"], update: ["properties"] },
  relationship: { create: ["type", "from", "to", "properties"] },
  memory: { create: ["content"], update: ["content"] },
};

/** The columns of an edited change. Throws a {@link Problem} for what it cannot be. */
async function edit(tx: Transaction, tenant: Tenant, change: Change, edited: Edit) {
  const { object, operation, value, proposed, merge_key } = change;
  const allowed = editable[object][operation] ?? [];
  const errors: ProblemEntry[] = Object.keys(edited)
    .filter((member) => !allowed.includes(member))
    .map((member) => ({
      pointer: `/value/${member}`,
      message: `cannot be edited in this change; ${operation === "create" ? "what creates" : "what updates"} a ${object} has ${allowed.join(", ")}`,
    }));
  const { from, to } = edited;
  const next = {
    ...value,
    ...edited,
    ...(from !== undefined && { from: from.toLowerCase() }),
    ...(to !== undefined && { to: to.toLowerCase() }),
  };
  if (sizeOf(JSON.stringify(next)) > maxStored)
    errors.push({ pointer: "/value", message: `is larger than ${maxStored} characters of JSON` });
  if (errors.length > 0) throw new Problem("invalid_request", { errors });
  await requireEnds(tx, tenant, change, edited);
  const key = merge_key === null ? null : mergeKeyOf(object, next);
  if (key !== null && key !== merge_key) await requireUnique(tx, tenant, change, key);
  const before = await replacedBy(tx, tenant, change, edited);
  return {
    ...(before !== undefined && { before: JSON.stringify(before) }),
    value: JSON.stringify(next),
    merge_key: key,
    // What is as it was staged is not edited.
    proposed: isDeepStrictEqual(next, proposed ?? value) ? null : JSON.stringify(proposed ?? value),
  };
}

/** What an edited update replaces: of properties that it did not have before, their stored values. Undefined if that stays. */
async function replacedBy(
  tx: Transaction,
  tenant: Tenant,
  { object_id, before }: Change,
  { properties }: Edit,
): Promise<JsonObject | undefined> {
  if (before === null || properties === undefined) return undefined;
  const was = isJsonObject(before["properties"]) ? before["properties"] : {};
  const query = build.selectFrom("entity").select("props").where(entitiesOf(tenant));
  const stored = (await tx.first(query.where("id", "=", object_id)))?.props ?? {};
  const replaced: Record<string, JsonValue> = Object.fromEntries(
    Object.keys(properties).map((name) => [name, (Object.hasOwn(was, name) ? was : stored)[name] ?? null]),
  );
  return { ...before, properties: replaced };
}

function mergeKeyOf(object: ChangeTable["object"], value: Readonly<Record<string, unknown>>): string | null {
  const [type, name, from, to] = [value["type"], value["name"], value["from"], value["to"]].map(String);
  if (object === "entity") return mergeKeyOfEntity(type ?? "", name ?? "");
  return object === "relationship" ? mergeKeyOfRelationship(type ?? "", from ?? "", to ?? "") : null;
}

/** Throws a {@link Problem} for ends that are neither in the project nor created by the delta. */
async function requireEnds(
  tx: Transaction,
  tenant: Tenant,
  { delta_id }: Change,
  { from, to }: Edit,
): Promise<void> {
  const ends = Object.entries({ from, to }).filter(([, id]) => id !== undefined);
  if (ends.length === 0) return;
  const ids = ends.map(([, id]) => String(id)).filter(isUuid);
  const rows = await tx.all(
    sql<{
      readonly id: string;
    }>`select id from entity where ${entitiesOf(tenant)} and id = any(${ids}::uuid[])
      union all select object_id from change where ${ofTenant(tenant)} and delta_id = ${delta_id} and object = 'entity'
        and object_id = any(${ids}::uuid[])`,
  );
  const known = new Set(rows.map(({ id }) => id));
  const errors = ends
    .filter(([, id]) => !known.has(String(id).toLowerCase()))
    .map(([end]) => ({ pointer: `/value/${end}`, message: "is no entity of the project or of this delta" }));
  if (errors.length > 0) throw new Problem("invalid_request", { errors });
}

/** Throws a {@link Problem} if the delta has another change of what this one would be about: they would be applied as two. */
async function requireUnique(
  tx: Transaction,
  tenant: Tenant,
  { delta_id, object }: Pick<Selectable<ChangeTable>, "delta_id" | "object">,
  mergeKey: string,
): Promise<void> {
  const other = build
    .selectFrom("change")
    .select("id")
    .where(ofTenant(tenant))
    .where("delta_id", "=", delta_id)
    .where("object", "=", object)
    .where("merge_key", "=", mergeKey);
  const row = await tx.first(other);
  if (row === undefined) return;
  const message = `is what the change ${row.id} of this delta is about; reject one of them`;
  throw new Problem("invalid_request", { errors: [{ pointer: "/value", message }] });
}
