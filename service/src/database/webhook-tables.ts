// The tables of webhooks, as queries see them.

import type { Generated } from "kysely";
import type { Instant, Json, MaybeInstant, OfProject } from "./columns.ts";

/** The statuses of a webhook. */
export const webhookStatuses = ["active", "paused", "ended"] as const;

/** What a delivery says. */
export const deliveryKinds = ["slice.changes", "slice.cursor_expired"] as const;

/** The statuses of a delivery. */
export const deliveryStatuses = ["pending", "delivered", "failed"] as const;

/** A cursor of a slice, and the URL to which what comes after it is sent. */
export interface WebhookTable extends OfProject {
  readonly slice_id: string;
  /** The key that made it: it sends what this key sees. */
  readonly key_id: string;
  readonly url: string;
  /** Requests may write it, and never read it. */
  readonly secret: string;
  readonly cursor: string;
  readonly sequence: number;
  readonly version: number;
  readonly status: Generated<(typeof webhookStatuses)[number]>;
  /** Whether it has a delivery that was not accepted yet. */
  readonly waits: Generated<boolean>;
  readonly due_at: Instant;
  readonly lease_until: Instant;
  readonly lease_token: Generated<number>;
  readonly created_at: Instant;
}

/** An attempt at a delivery. */
export interface Attempt {
  /** When it began. */
  readonly at: string;
  /** How long it took, in milliseconds. */
  readonly ms: number;
  /** The status of the response; null without one. */
  readonly http_status: number | null;
  /** Why it has failed; null if it has not. */
  readonly error: string | null;
}

/** Changes that are sent together. */
export interface DeliveryTable extends OfProject {
  readonly webhook_id: string;
  readonly key_id: string;
  readonly kind: (typeof deliveryKinds)[number];
  /** How many. */
  readonly changes: number;
  readonly body: string;
  readonly status: Generated<(typeof deliveryStatuses)[number]>;
  readonly attempts: Json<readonly Attempt[]>;
  /** How many attempts there were. */
  readonly attempt: Generated<number>;
  readonly next_at: MaybeInstant;
  readonly give_up_at: Instant;
  readonly created_at: Instant;
}
