// Metrics of webhooks: the attempts of this process at deliveries.

import { Histogram, type Registry } from "prom-client";
import type { Become } from "./deliveries.ts";
import type { ObserveAttempt } from "./turn.ts";

/** The outcomes are known from the start, so that the first failure is an increase. */
const outcomes: readonly Become[] = ["delivered", "later", "failed", "lost"];

/** Counts the attempts of this process. */
export function countAttempts(register: Registry): ObserveAttempt {
  const attempts = new Histogram({
    name: "slice_webhook_attempt_duration_seconds",
    help: "Attempts to send deliveries of webhooks, by outcome: delivered, later (it is attempted again), failed (its webhook is paused), lost (another process sends it).",
    labelNames: ["outcome"],
    buckets: [0.03, 0.1, 0.3, 1, 3, 10],
    registers: [register],
  });
  for (const outcome of outcomes) attempts.zero({ outcome });
  return ({ outcome, seconds }) => attempts.observe({ outcome }, seconds);
}
