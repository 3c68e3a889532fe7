// The enumerations of loops and credits, for tables, requests and responses.

/** The kinds of ledger entries. */
export const ledgerKinds = ["grant", "reserve", "settle"] as const;

/** The kinds of loops: read everything, or what is about a subject. */
export const loopKinds = ["graph_extraction", "hydrate"] as const;

/** The efforts: read once, or twice. */
export const loopEfforts = ["agentic", "agentic_plus"] as const;

/** The statuses of a loop that has not ended. */
export const activeStatuses = ["queued", "running"] as const;

/** The statuses of a loop that has ended. */
export const finalStatuses = ["completed", "failed", "canceled"] as const;

/** All statuses of a loop. */
export const loopStatuses = [...activeStatuses, ...finalStatuses] as const;

/** Why a loop has ended: the quality is reached, all is read, or it may not read on. */
export const stopReasons = ["threshold", "text_end", "max_iterations", "canceled", "failed"] as const;

/** What reads documents: rules, or a model. */
export const extractorNames = ["pattern", "model"] as const;

/** One of {@link extractorNames}. */
export type ExtractorName = (typeof extractorNames)[number];

/** The kinds of events. */
export const eventKinds = [
  "loop.queued",
  "loop.started",
  "loop.resumed",
  "iteration.started",
  "document.read",
  "changes.staged",
  "quality.reviewed",
  "checkpoint.saved",
  "iteration.completed",
  "loop.completed",
  "loop.failed",
  "loop.canceled",
  "credits.settled",
] as const;

/** One of {@link eventKinds}. */
export type EventKind = (typeof eventKinds)[number];
