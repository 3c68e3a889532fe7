// What happens to running loops, for the log and the metrics of a worker. It is sent between processes, so it is plain data.

import type { ModelCall } from "../extraction/extractor.ts";
import type { LoopRow } from "./rows.ts";

/** Something that has happened to a loop. */
export type Observation =
  | { readonly kind: "claimed"; readonly loop: Claimed }
  | ({ readonly kind: "iterated" } & Iterated)
  | { readonly kind: "asked"; readonly call: ModelCall }
  | { readonly kind: "ended"; readonly loop: LoopEnd }
  /** A transaction of a process for loops has waited this long for a connection. */
  | { readonly kind: "waited"; readonly seconds: number }
  /** A process for loops has ended while it ran some. */
  | { readonly kind: "died" };

/** A claim. */
export interface Claimed {
  /** Seconds that the loop has waited for its first claim; undefined if this one resumes it. */
  readonly waited: number | undefined;
}

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
}

/** Receives what happens. */
export type Observe = (observation: Observation) => void;
