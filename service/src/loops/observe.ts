// What happens to running loops, for the log and the metrics of a worker. It is sent between processes, so it is plain data.

import type { LoopRow } from "./rows.ts";

/** Something that has happened to a loop. */
export type Observation =
  | ({ readonly kind: "iterated" } & Iterated)
  | { readonly kind: "ended"; readonly loop: LoopEnd };

/** How a loop has ended. */
export type LoopEnd = Pick<
  LoopRow,
  "id" | "status" | "error_code" | "error_message" | "started_at" | "finished_at"
>;

/** What is observed of a loop that has ended. */
export function toLoopEnd({
  id,
  status,
  error_code,
  error_message,
  started_at,
  finished_at,
}: LoopRow): LoopEnd {
  return { id, status, error_code, error_message, started_at, finished_at };
}

/** The figures of one iteration. */
export interface Iterated {
  readonly loopId: string;
  /** Seconds that reading took. */
  readonly seconds: number;
  readonly credits: number;
  /** Pieces that were read, and those that could not be. */
  readonly read: number;
  readonly failed: number;
  /** Readings answered by a model. */
  readonly answered: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
}

/** Receives what happens. */
export type Observe = (observation: Observation) => void;
