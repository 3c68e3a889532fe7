// Events of a loop: in order, without gaps.

import { type Selectable, sql } from "kysely";
import type { Static } from "typebox";
import { build } from "../database/build.ts";
import type { EventTable } from "../database/loop-tables.ts";
import { ofTenant, type TenantKey, tenantColumns } from "../database/of-tenant.ts";
import { fitting, rowsOfPage } from "../database/page.ts";
import type { Transaction } from "../database/transaction.ts";
import type { JsonObject } from "../values/json.ts";
import { type EventKind, finalStatuses } from "../values/loop-kinds.ts";
import type { event } from "./schemas.ts";

/** An event in its API format. */
export type ShownEvent = Static<typeof event>;

/** Whether nothing more can happen to the loop. */
export function isLast({ kind }: ShownEvent): boolean {
  return finalStatuses.some((status) => kind === `loop.${status}`);
}

/** An event that has not been written yet. */
export interface NewEvent {
  readonly kind: EventKind;
  readonly data?: JsonObject;
}

/** The key of a loop. */
export interface LoopKey extends TenantKey {
  readonly id: string;
}

/**
 * Adds events to a loop, and returns their sequences in order. This locks the row of the loop until the end of the transaction, so nobody
 * sees an event before those that precede it.
 */
export async function append(
  tx: Transaction,
  loop: LoopKey,
  iteration: number,
  events: readonly NewEvent[],
): Promise<readonly number[]> {
  const row = await tx.first(
    build
      .updateTable("loop")
      .set((e) => ({ last_sequence: e("last_sequence", "+", events.length) }))
      .where(ofTenant(loop))
      .where("id", "=", loop.id)
      .returning("last_sequence as last"),
  );
  if (row === undefined) throw new Error("The loop no longer exists.");
  const rows = events.map(({ kind, data = {} }, at) => ({
    ...tenantColumns(loop),
    loop_id: loop.id,
    sequence: row.last - events.length + 1 + at,
    kind,
    iteration,
    data: JSON.stringify(data),
  }));
  await tx.all(build.insertInto("event").values(rows));
  return rows.map(({ sequence }) => sequence);
}

/** A page of events, and whether there are more. */
export interface EventPage {
  readonly events: readonly ShownEvent[];
  readonly hasMore: boolean;
}

/** The events of a loop after a sequence. */
export async function eventsAfter(
  tx: Transaction,
  tenant: TenantKey,
  loopId: string,
  { after, limit }: { readonly after: number; readonly limit: number },
): Promise<EventPage> {
  const query = build
    .selectFrom("event")
    .selectAll()
    .where(ofTenant(tenant))
    .where("loop_id", "=", loopId)
    .where("sequence", ">", after)
    .orderBy("sequence")
    .limit(limit + 1);
  const rows = await rowsOfPage(tx, query, sql`sequence`);
  const shown = fitting(rows.slice(0, limit));
  return { events: shown.map(toEvent), hasMore: rows.length > shown.length };
}

function toEvent({ sequence, kind, at, iteration, data }: Selectable<EventTable>): ShownEvent {
  return { sequence, kind, at: at.toISOString(), iteration, data };
}
