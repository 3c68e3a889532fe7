// What loops there are.

/** What a loop reads: everything, or what is about something. */
export const kinds = ["graph_extraction", "hydrate"] as const;

/** How it reads: once, or twice. */
export const efforts = ["agentic", "agentic_plus"] as const;
