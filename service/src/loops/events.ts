// Events of a loop: in order, without gaps.

import { type Selectable, sql } from "kysely";
import type { Static } from "typebox";
import type { EventTable } from "../database/loop-tables.ts";
import { fitting, rowsOfPage } from "../database/page.ts";
import type { Tenant, Transaction } from "../database/transaction.ts";
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
export interface LoopKey {
  readonly projectId: string;
  readonly id: string;
}

/**
 * Adds events to a loop, and returns their sequences in order. This locks the row of the loop until the end of the transaction, so nobody
 * sees an event before those that precede it.
 */
export async function append(
  tx: Transaction,
  { projectId, id }: LoopKey,
  iteration: number,
  events: readonly NewEvent[],
): Promise<readonly number[]> {
  const list = JSON.stringify(events.map(({ kind, data = {} }) => ({ kind, data })));
  const row = await tx.first(
    sql<{ readonly last: number }>`with l as (
        update loop set last_sequence = last_sequence + ${events.length} where project_id = ${projectId} and id = ${id} returning last_sequence
      ),
      added as (
        insert into event (project_id, loop_id, sequence, kind, iteration, data)
        select ${projectId}::uuid, ${id}::uuid, l.last_sequence - ${events.length} + e.at, e.event ->> 'kind', ${iteration}, e.event -> 'data'
        from l, jsonb_array_elements(${list}::jsonb) with ordinality e (event, at)
      )
      select last_sequence as last from l`,
    "events.append",
  );
  if (row === undefined) throw new Error("The loop no longer exists.");
  return events.map((_, at) => row.last - events.length + 1 + at);
}

/** A page of events, and whether there are more. */
export interface EventPage {
  readonly events: readonly ShownEvent[];
  readonly hasMore: boolean;
}

/** The events of a loop after a sequence. */
export async function eventsAfter(
  tx: Transaction,
  { projectId }: Pick<Tenant, "projectId">,
  loopId: string,
  { after, limit }: { readonly after: number; readonly limit: number },
): Promise<EventPage> {
  const query = sql<Selectable<EventTable>>`select * from event
    where project_id = ${projectId} and loop_id = ${loopId} and sequence > ${after} order by sequence limit ${limit + 1}`;
  const rows = await rowsOfPage(tx, query, sql`sequence`);
  const shown = fitting(rows.slice(0, limit));
  return { events: shown.map(toEvent), hasMore: rows.length > shown.length };
}

function toEvent({ sequence, kind, at, iteration, data }: Selectable<EventTable>): ShownEvent {
  return { sequence, kind, at: at.toISOString(), iteration, data };
}
