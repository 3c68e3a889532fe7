// The table of what was done, as queries see it.

import type { Generated } from "kysely";
import type { Instant, Json } from "./columns.ts";

/** What was done, and with which key. */
export interface ActivityTable {
  readonly organization_id: string;
  /** {@link noProject} for what concerns no single one. */
  readonly project_id: string;
  readonly id: string;
  readonly key_id: string;
  readonly key_name: string | null;
  readonly action: (typeof actions)[number];
  readonly object: (typeof actedOn)[number];
  /** Null for what concerns several. */
  readonly object_id: string | null;
  /** Whether only the key may see what it was done to. */
  readonly private: Generated<boolean>;
  readonly counts: Json<Readonly<Record<string, number>>>;
  readonly created_at: Instant;
}

/** What can be done. */
export const actions = [
  "applied",
  "reverted",
  "discarded",
  "decided",
  "forgotten",
  "erased",
  "made",
  "revoked",
  "started",
  "canceled",
  "deleted",
  "repeated",
] as const;

/** What it can be done to. */
export const actedOn = ["delta", "change", "memory", "key", "loop", "webhook", "delivery"] as const;

/** The project of what concerns no single one; no project has this ID. */
export const noProject = "00000000-0000-0000-0000-000000000000";
