// Which problems an operation can answer with: those of all, those of its kind, and those that its route names.

import { type ProblemCode, problems } from "../values/problem.ts";
import type { Route } from "./route.ts";

const ofAll: readonly ProblemCode[] = [
  "malformed_request",
  "request_timeout",
  "headers_too_large",
  "internal",
];
const withKey: readonly ProblemCode[] = [
  "unauthenticated",
  "project_required",
  "project_conflict",
  "project_mismatch",
  // Problems of naming a project that the organization of the key does not have.
  "not_found",
  "invalid_request",
  "rate_limited",
  "database_unavailable",
  "storage_full",
];
const withBody: readonly ProblemCode[] = ["malformed_json", "body_too_large", "unsupported_media_type"];
const idempotent: readonly ProblemCode[] = ["idempotency_in_progress", "idempotency_key_reused"];

/** The codes, in the order of their statuses. */
export function codesOf(route: Route): readonly ProblemCode[] {
  const found = new Set<ProblemCode>([
    ...ofAll,
    ...(route.needsKey ? withKey : []),
    ...(route.body === undefined ? [] : withBody),
    ...(route.writes ? (["read_only_key"] as const) : []),
    ...(route.isIdempotent ? idempotent : []),
    ...(route.params.length > 0 ? (["uri_too_long", "not_found"] as const) : []),
    ...route.problems,
  ]);
  return [...found].toSorted((a, b) => problems[a].status - problems[b].status || (a < b ? -1 : 1));
}
