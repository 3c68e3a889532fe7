// The words of loops and credits: what tables hold, and what requests and responses say.

/** Why an entry of credits was made. */
export const ledgerKinds = ["grant", "reserve", "settle"] as const;

/** What a loop reads: everything, or what is about something. */
export const loopKinds = ["graph_extraction", "hydrate"] as const;

/** How it reads: once, or twice. */
export const loopEfforts = ["agentic", "agentic_plus"] as const;

/** What a loop that has not ended is doing. */
export const activeStatuses = ["queued", "running"] as const;

/** How a loop can end. */
export const finalStatuses = ["completed", "failed", "canceled"] as const;

/** What a loop is doing. */
export const loopStatuses = [...activeStatuses, ...finalStatuses] as const;

/** What can happen to a loop. */
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
