// Problems: what the service refuses, and why, as errors with a code that programs can branch on.

import type { Diagnostic, Problem, ProblemEntry } from "./generated/types.ts";

/** The codes of the service; and `unexpected_answer` for what no service sends, such as the page of a proxy. */
export type ProblemCode = Problem["code"] | "unexpected_answer";

/** What a `ProblemError` is made of. */
export interface ProblemParts extends Omit<Partial<Problem>, "code"> {
  readonly code: ProblemCode;
  readonly status: number;
  readonly detail: string;
  /** Seconds after which the request may succeed. */
  readonly retryAfter?: number | undefined;
}

/**
 * The service has refused a request. The message is `detail`, which says what to do.
 *
 * @example
 * ```ts
 * try {
 *   await service.slices.create({ name: "People", cql: "type:Persn" });
 * } catch (error) {
 *   if (isProblem(error, "invalid_cql")) console.error(error.diagnostics);
 * }
 * ```
 */
export class ProblemError extends Error {
  override readonly name = "ProblemError";
  /** What happened; a code never changes its meaning. */
  readonly code: ProblemCode;
  /** The HTTP status. */
  readonly status: number;
  /** What to do about it. */
  readonly detail: string;
  /** Each mistake in the request, with a pointer to where it is; empty if there is nothing to point to. */
  readonly errors: readonly ProblemEntry[];
  /** What is wrong with a query, and how to fix it; empty unless the code is `invalid_cql`. */
  readonly diagnostics: readonly Diagnostic[];
  /** Quote it when you report a problem; undefined if the answer has none. */
  readonly request_id: string | undefined;
  /** Seconds after which the request may succeed, if the service says so. */
  readonly retryAfter: number | undefined;
  /** All that the service said; members such as `version` belong to one code. */
  readonly problem: ProblemParts;

  constructor(problem: ProblemParts) {
    super(problem.detail);
    this.code = problem.code;
    this.status = problem.status;
    this.detail = problem.detail;
    // Of a proxy it may be anything.
    this.errors = Array.isArray(problem.errors) ? problem.errors : [];
    this.diagnostics = Array.isArray(problem.diagnostics) ? problem.diagnostics : [];
    this.request_id = problem.request_id;
    this.retryAfter = problem.retryAfter;
    this.problem = problem;
  }
}

/** The service could not be reached, or its answer broke off, each time that the request was tried; `cause` is the last failure. */
export class ConnectionError extends Error {
  override readonly name = "ConnectionError";
}

/**
 * Whether an error is a problem that the service has answered with, and one of these codes if any are given.
 *
 * @example
 * ```ts
 * isProblem(error, "not_found", "in_use");
 * ```
 */
export function isProblem<Code extends ProblemCode = ProblemCode>(
  error: unknown,
  ...codes: readonly Code[]
): error is ProblemError & { readonly code: Code } {
  return error instanceof ProblemError && (codes.length === 0 || codes.some((code) => code === error.code));
}
