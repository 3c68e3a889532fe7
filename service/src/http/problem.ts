// Errors as callers see them: RFC 9457 problem details.

/** What can be wrong. Callers branch on it, so a code never changes its meaning. */
export type ProblemCode =
  | "malformed_request"
  | "malformed_json"
  | "not_found"
  | "method_not_allowed"
  | "request_timeout"
  | "body_too_large"
  | "uri_too_long"
  | "unsupported_media_type"
  | "headers_too_large"
  | "internal";

/** Status, title and the usual detail of a code. */
export interface ProblemRow {
  readonly status: number;
  readonly title: string;
  /** What to do about it, where the place that found it does not say more. */
  readonly detail: string;
}

/** Every code. */
export const problems: Readonly<Record<ProblemCode, ProblemRow>> = {
  malformed_request: {
    status: 400,
    title: "Malformed request",
    detail:
      "This is not a valid HTTP request; check the request line, the headers and the length of the body.",
  },
  malformed_json: {
    status: 400,
    title: "Malformed JSON",
    detail: "The body is not valid JSON; send one JSON value in UTF-8.",
  },
  not_found: {
    status: 404,
    title: "Not found",
    detail: "There is nothing at this path; check its spelling.",
  },
  method_not_allowed: {
    status: 405,
    title: "Method not allowed",
    detail: "This path does not take this method; the header Allow lists those that it takes.",
  },
  request_timeout: {
    status: 408,
    title: "Request timeout",
    detail: "The request did not arrive in time; send it again, without pausing.",
  },
  body_too_large: {
    status: 413,
    title: "Body too large",
    detail: "The body is larger than this path takes; send less at a time.",
  },
  uri_too_long: {
    status: 414,
    title: "URI too long",
    detail: "A part of the path is too long; check it.",
  },
  unsupported_media_type: {
    status: 415,
    title: "Unsupported media type",
    detail: "The body must be JSON; send it with the header Content-Type: application/json.",
  },
  headers_too_large: {
    status: 431,
    title: "Headers too large",
    detail: "The headers are larger than 16 kB in all; send fewer or shorter ones.",
  },
  internal: {
    status: 500,
    title: "Internal error",
    detail: "The server failed; its log has the cause under this request_id.",
  },
};

/** The media type of {@link ProblemBody}. */
export const problemType = "application/problem+json";

/** What a caller reads. */
export interface ProblemBody {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  readonly code: ProblemCode;
  readonly request_id: string;
}

/** Thrown anywhere in a request to end it with a problem. */
export class Problem extends Error {
  override readonly name: string = "Problem";
  readonly code: ProblemCode;
  readonly headers: Readonly<Record<string, string>>;

  constructor(code: ProblemCode, headers: Readonly<Record<string, string>> = {}) {
    super(problems[code].detail);
    this.code = code;
    this.headers = headers;
  }
}

/** The body of an answer. */
export function problemBody(code: ProblemCode, requestId: string): ProblemBody {
  const { status, title, detail } = problems[code];
  return { type: `/errors#${code}`, title, status, detail, code, request_id: requestId };
}
