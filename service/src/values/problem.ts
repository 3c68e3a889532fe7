// Errors in responses: RFC 9457 problem details.

import type { Diagnostic } from "slice-cql";
import { type ProblemRow, rows } from "./problem-rows.ts";

/** The code of a problem. */
export type ProblemCode = keyof typeof rows;

/** Every code. */
export const problems: Readonly<Record<ProblemCode, ProblemRow>> = rows;

/** One of several mistakes in a request. */
export interface ProblemEntry {
  /** The JSON pointer to the mistake in the body; or, after a slash, the name of a parameter or the ID of a delta's change. */
  readonly pointer: string;
  readonly message: string;
  /** What a name may stand for. */
  readonly candidates?: readonly Candidate[];
}

/** Something that may be meant; its ID says it for certain. */
export interface Candidate {
  readonly id: string;
  readonly name: string | null;
}

/** The members that only some problems have. */
export interface ProblemExtras {
  readonly errors?: readonly ProblemEntry[];
  readonly diagnostics?: readonly Diagnostic[];
  /** An entity that a slice has and that a key does not see; null if it does not have one yet. */
  readonly example?: Readonly<Record<string, unknown>> | null;
  /** How many of what name it. */
  readonly counts?: Readonly<Record<string, number>>;
  /** The current version of what was to be changed. */
  readonly version?: number;
}

/** The details of one occurrence of a problem. */
export interface ProblemOptions extends ProblemExtras {
  /** Replaces the default of the code. */
  readonly detail?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** The limit that was reached, for metrics. */
  readonly limit?: LimitKind;
  /** The error that it comes from: a transaction is tried again if that is one of another transaction's making. */
  readonly cause?: unknown;
}

/** The limits whose refusals are `rate_limited`. */
export type LimitKind =
  | `${"key" | "address"}_rate`
  | `${"key" | "organization" | "address"}_concurrency`
  | "unread_answers"
  | "event_streams"
  | "waiting_loops";

/** Thrown anywhere in a request to end it with a problem. */
export class Problem extends Error {
  override readonly name: string = "Problem";
  readonly code: ProblemCode;
  readonly options: ProblemOptions;

  constructor(code: ProblemCode, options: ProblemOptions = {}) {
    super(options.detail ?? problems[code].detail, { cause: options.cause });
    this.code = code;
    this.options = options;
  }
}
