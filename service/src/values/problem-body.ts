// The body of an error response: RFC 9457 problem details.

import { type ProblemCode, type ProblemExtras, type ProblemOptions, problems } from "./problem.ts";

/** The media type of {@link ProblemBody}. */
export const problemType = "application/problem+json";

/** The body of an error response. */
export interface ProblemBody extends ProblemExtras {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  readonly code: ProblemCode;
  readonly request_id: string;
}

/** Builds the body of a response. */
export function problemBody(
  code: ProblemCode,
  requestId: string,
  { detail, errors, diagnostics, example, counts, version }: ProblemOptions = {},
): ProblemBody {
  const row = problems[code];
  return {
    type: `/errors#${code}`,
    title: row.title,
    status: row.status,
    detail: detail ?? row.detail,
    code,
    request_id: requestId,
    ...(errors !== undefined && { errors }),
    ...(diagnostics !== undefined && { diagnostics }),
    ...(example !== undefined && { example }),
    ...(counts !== undefined && { counts }),
    ...(version !== undefined && { version }),
  };
}
