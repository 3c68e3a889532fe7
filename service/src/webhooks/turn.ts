// One turn of a webhook: sends what is to be sent, makes deliveries of what has changed since, and gives the webhook back.

import { type Database, transaction } from "../database/transaction.ts";
import { changesFrom } from "../live/changes-from.ts";
import { quietUntil } from "../live/quiet.ts";
import { pointNow } from "../slices/point.ts";
import { Problem } from "../values/problem.ts";
import type { Resolve } from "./address.ts";
import {
  advance,
  type Become,
  conclude,
  type Due,
  type Found,
  nextDelivery,
  tenantOfHeld,
} from "./deliveries.ts";
import type { WebhookHosts } from "./hosts.ts";
import { claim, giveBack, type Held, hold, type Place } from "./lease.ts";
import { post } from "./post.ts";
import type { Retries } from "./retries.ts";
import { signedHeaders } from "./sign.ts";

/** What a turn needs. */
export interface TurnParts {
  readonly database: Database;
  readonly hosts: WebhookHosts;
  readonly log: TurnLog;
  readonly retries: Retries;
  /** Maximum milliseconds of an attempt; a webhook is held for longer. */
  readonly timeoutMs: number;
  /** Milliseconds after which a turn ends with the step that it is at: then others have theirs. */
  readonly turnMs: number;
  readonly resolve?: Resolve | undefined;
  readonly observe?: ObserveAttempt | undefined;
}

/** An attempt at a delivery, how long its receiver took, and what the delivery has become. */
export interface ObservedAttempt {
  readonly outcome: Become;
  readonly seconds: number;
}

/** Learns of each attempt. */
export type ObserveAttempt = (attempt: ObservedAttempt) => void;

/** Where a turn reports. */
export interface TurnLog {
  readonly warn: (details: object, message: string) => void;
}

/** Changes of a delivery: about 20 kB of JSON, as much as the Standard Webhooks recommend. */
const maxChanges = 100;
/** How much longer than an attempt a webhook is held, in milliseconds: for what is recorded of it. */
const holdMs = 5000;
/** When a slice is looked at again whose query is refused, in milliseconds. */
const refusedMs = 60_000;

/** Claims a webhook and works for it, until there is nothing to do or the signal is aborted. */
export async function takeTurn(parts: TurnParts, place: Place, signal: AbortSignal): Promise<void> {
  const { database, timeoutMs, turnMs } = parts;
  const end = performance.now() + turnMs;
  const leaseMs = timeoutMs + holdMs;
  let held = await claim(database, place, leaseMs);
  try {
    while (held !== undefined && !signal.aborted) {
      const step = await takeStep(parts, held, signal);
      if (step !== "more") return await giveBack(database, held, step.again);
      if (performance.now() > end) return await giveBack(database, held, new Date(0));
      held = await hold(database, held, leaseMs);
    }
  } finally {
    // Another server need not wait for the end of the claim. After a failure it does, as the next turn may fail as well.
    if (held !== undefined && signal.aborted) await giveBack(database, held, new Date(0));
  }
}

/** Whether there may be more to do at once; if not, when the webhook is to be looked at again, if ever. */
type Step = "more" | { readonly again: Date | undefined };

async function takeStep(parts: TurnParts, held: Held, signal: AbortSignal): Promise<Step> {
  const due = await nextDelivery(parts.database, held);
  if (due !== undefined) return await send(parts, held, due, signal);
  if (held.waits || held.status !== "active") return { again: undefined };
  return await findMore(parts, held, signal);
}

async function send(parts: TurnParts, held: Held, due: Due, signal: AbortSignal): Promise<Step> {
  const { database, retries, log, observe, ...sending } = parts;
  const at = new Date();
  const headers = await signedHeaders(held.secret, { ...due, at });
  const start = performance.now();
  const outcome = await post({ url: held.url, body: due.body, headers }, { ...sending, signal });
  const ms = Math.round(performance.now() - start);
  const become = await conclude(database, held, due, { ...outcome, at, ms }, retries);
  observe?.({ outcome: become, seconds: ms / 1000 });
  if (become === "failed")
    log.warn(
      { webhook: held.id, delivery: due.id, reason: outcome.error },
      "a webhook is paused: its delivery has failed",
    );
  return "more";
}

/** Walks on from the cursor, as the key of the webhook sees it, and makes a delivery of what is found. */
async function findMore({ database, retries }: TurnParts, held: Held, signal: AbortSignal): Promise<Step> {
  try {
    const found = await walked(database, held, signal);
    const isDelivery = await advance(database, held, found, retries);
    return isDelivery || !found.isAtEnd || signal.aborted ? "more" : { again: found.again };
  } catch (error) {
    // A date of its query has left the calendar.
    if (!(error instanceof Problem && error.code === "invalid_cql")) throw error;
    return { again: new Date(Date.now() + refusedMs) };
  }
}

interface Walked extends Found {
  readonly isAtEnd: boolean;
  /** An instant until which time alone changes nothing. */
  readonly again?: Date;
}

async function walked(database: Database, held: Held, signal: AbortSignal): Promise<Walked> {
  const { limits, point: from, cql } = held;
  const tenant = { ...tenantOfHeld(held), limits };
  const isGone = (): boolean => signal.aborted;
  return await transaction(
    database,
    tenant,
    async (tx): Promise<Walked> => {
      try {
        const { walker, steps, point, isAtEnd } = await changesFrom(tx, tenant, cql, {
          from,
          most: maxChanges,
          isGone,
        });
        const changes = steps.map(({ change }) => change);
        const found = { kind: "slice.changes" as const, changes, point, isAtEnd };
        if (steps.length > 0 || !isAtEnd || !walker.view.hasDates) return found;
        return { ...found, again: new Date(await quietUntil(walker, point)) };
      } catch (error) {
        if (!(error instanceof Problem && error.code === "cursor_expired")) throw error;
        const { end: _end, ...point } = await pointNow(tx, tenant);
        return { kind: "slice.cursor_expired", changes: [], point, isAtEnd: true };
      }
    },
    "repeatable read read only",
  );
}
