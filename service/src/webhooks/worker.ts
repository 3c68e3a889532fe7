// Sends the deliveries of webhooks: looks for those with something to send, and lets each have its turn, several at a time.

import { setTimeout as sleep } from "node:timers/promises";
import { type OutageLog, reportOutages } from "../database/outage.ts";
import { candidates, type Place } from "./lease.ts";
import { standardRetries } from "./retries.ts";
import { type TurnLog, type TurnParts, takeTurn } from "./turn.ts";

/** What sends deliveries; what is missing is as it is in a server. */
export type WebhookParts = Omit<TurnParts, "retries" | "timeoutMs" | "turnMs" | "log"> &
  Partial<Pick<TurnParts, "retries" | "timeoutMs" | "turnMs">> & { readonly log: OutageLog & TurnLog };

/** Sending that runs. */
export interface SendingWebhooks {
  /** Stops it: what is under way may take so many milliseconds to end; what is aborted then is sent again, by another server or later. */
  readonly stop: (graceMs: number) => Promise<void>;
}

/** Webhooks that have their turn at a time, and of one organization: one that waits for a slow receiver holds no connection to the database. */
const [maxTurns, maxOfOne] = [64, 4];
/** Pause between looks, in milliseconds: the minimum after something was found, growing to the maximum while nothing is. */
const [minPauseMs, maxPauseMs] = [50, 1000];
/** As long as others wait for a receiver; and a turn that is not over by then gives way. */
const [standardTimeoutMs, standardTurnMs] = [10_000, 10_000];

/** Sends deliveries until it is stopped. It never throws: what fails is tried again. */
export function startWebhooks(given: WebhookParts): SendingWebhooks {
  const parts = { retries: standardRetries, timeoutMs: standardTimeoutMs, turnMs: standardTurnMs, ...given };
  const stopping = new AbortController();
  const ended = new AbortController();
  const outage = reportOutages(parts.log);
  const turns = new Map<string, { readonly organizationId: string; readonly done: Promise<unknown> }>();

  const begin = (place: Place): void => {
    const { id, organizationId } = place;
    const turn = outage.during("a webhook's turn has failed", async () => {
      try {
        await takeTurn(parts, place, ended.signal);
      } catch (error) {
        if (!ended.signal.aborted) throw error;
      }
    });
    turns.set(id, { organizationId, done: turn.finally(() => turns.delete(id)) });
  };
  const isBusy = (organizationId: string): boolean =>
    [...turns.values()].filter((turn) => turn.organizationId === organizationId).length >= maxOfOne;
  /** Whether something was found. */
  const look = async (): Promise<boolean> => {
    if (turns.size >= maxTurns) return true;
    const organizations = new Set([...turns.values()].map(({ organizationId }) => organizationId));
    const found = await candidates(parts.database, [...organizations].filter(isBusy));
    for (const place of found)
      if (turns.size < maxTurns && !turns.has(place.id) && !isBusy(place.organizationId)) begin(place);
    return found.length > 0;
  };
  const run = async (): Promise<void> => {
    let pause = minPauseMs;
    while (!stopping.signal.aborted) {
      const isFound = await outage.during("webhooks could not be looked for", look);
      pause = isFound === true ? minPauseMs : Math.min(maxPauseMs, pause * 1.5);
      // Random, so that servers that started together do not look together.
      const ms = pause * (0.5 + Math.random() / 2);
      await sleep(ms, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  };
  const running = run();
  return {
    stop: async (graceMs) => {
      stopping.abort();
      await running;
      const late = setTimeout(() => ended.abort(), graceMs);
      await Promise.all([...turns.values()].map(async ({ done }) => await done));
      clearTimeout(late);
    },
  };
}
