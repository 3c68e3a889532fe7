// The problems that responses may have: one row for each code.

/** Status, title and default detail of a code. */
export interface ProblemRow {
  readonly status: number;
  readonly title: string;
  /** The default advice. */
  readonly detail: string;
}

/** All problems, by code. Clients branch on codes, so a code never changes its meaning. */
export const rows = {
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
  project_required: {
    status: 400,
    title: "Project required",
    detail:
      "This key is for a whole organization; name the project in the query or the body as project_id, or in the header X-Service-Project.",
  },
  project_conflict: {
    status: 400,
    title: "Project conflict",
    detail: "Query, body and header name different projects; name one.",
  },
  unauthenticated: {
    status: 401,
    title: "Unauthenticated",
    detail:
      "Send the header Authorization: Bearer <key> with a key that is valid, not expired and not revoked.",
  },
  credits_exhausted: {
    status: 402,
    title: "Credits exhausted",
    detail: "The organization has too few credits for this loop; grant some, or read fewer documents.",
  },
  foreign_origin: {
    status: 403,
    title: "Foreign origin",
    detail:
      "Pages of this origin may not call the service; add it to CORS_ORIGIN, or call from a program that is no browser.",
  },
  webhooks_disabled: {
    status: 403,
    title: "Webhooks disabled",
    detail:
      "This service calls no URLs; its operator can name the hosts that it may call in WEBHOOK_HOSTS. GET /v1/slices/{id}/changes and /stream work without.",
  },
  project_mismatch: {
    status: 403,
    title: "Project mismatch",
    detail: "This key is for another project; leave the project out, or use a key of that project.",
  },
  read_only_key: {
    status: 403,
    title: "Read-only key",
    detail: "This key is read-only; use one that can write.",
  },
  propose_only: {
    status: 403,
    title: "Propose only",
    detail: "This key may only propose changes; someone with a key that may write has to do this.",
  },
  wider_than_key: {
    status: 403,
    title: "Wider than the key",
    detail: "A key can only make keys that may do as much as itself, or less; `errors` says what is wider.",
  },
  beyond_scope: {
    status: 403,
    title: "Beyond the scope of the key",
    detail: "This key is limited to a slice or an end user, and this is beyond; `errors` says what is.",
  },
  not_found: {
    status: 404,
    title: "Not found",
    detail: "There is nothing at this path; check its spelling.",
  },
  method_not_allowed: {
    status: 405,
    title: "Method not allowed",
    detail: "This path does not support this method; the header Allow lists those that it does.",
  },
  request_timeout: {
    status: 408,
    title: "Request timeout",
    detail: "The request did not arrive in time; send it again, without pausing.",
  },
  delta_not_open: {
    status: 409,
    title: "Delta not open",
    detail: "This delta was applied, discarded or reverted, and that is final.",
  },
  delta_not_applied: {
    status: 409,
    title: "Delta not applied",
    detail: "This delta was not applied, so there is nothing to revert.",
  },
  delta_in_use: {
    status: 409,
    title: "Delta in use",
    detail: "A loop is writing into this delta; wait until it ends, or cancel it.",
  },
  delta_changed: {
    status: 409,
    title: "Delta changed",
    detail: "This delta has changed since it was read; read it again, and look at what is new.",
  },
  delta_conflict: {
    status: 409,
    title: "Delta conflict",
    detail:
      "Some changes conflict with the current data; exclude the changes that `errors` lists, or discard the delta.",
  },
  loop_finished: {
    status: 409,
    title: "Loop finished",
    detail: "This loop has ended; its state is final.",
  },
  in_use: {
    status: 409,
    title: "In use",
    detail: "Something still names it; change or delete what `counts` lists first.",
  },
  memory_superseded: {
    status: 409,
    title: "Memory superseded",
    detail:
      "Another memory was written in the place of this one; change that one, or restore this one first.",
  },
  key_shown_once: {
    status: 409,
    title: "Key shown once",
    detail: "A request with this Idempotency-Key has made a key or a secret, which cannot be shown again.",
  },
  idempotency_in_progress: {
    status: 409,
    title: "Request in progress",
    detail: "A request with this Idempotency-Key is still running; send it again in a moment.",
  },
  cursor_expired: {
    status: 410,
    title: "Cursor expired",
    detail:
      "What has changed since this cursor is kept no more; read everything again, and go on from there.",
  },
  version_conflict: {
    status: 412,
    title: "Version conflict",
    detail:
      "It has changed since you read it; read it again, and send the change with the ETag that it has now.",
  },
  body_too_large: {
    status: 413,
    title: "Body too large",
    detail: "The body is larger than this path accepts; send less at a time.",
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
  invalid_request: {
    status: 422,
    title: "Invalid request",
    detail: "The request does not match the schema of this path; `errors` says where and why.",
  },
  invalid_cql: {
    status: 422,
    title: "Invalid CQL",
    detail: "The query has errors; `diagnostics` says where, why, and how to fix them.",
  },
  too_many_keys: {
    status: 422,
    title: "Too many keys",
    detail: "The organization has too many keys, or too many generations of them; revoke some.",
  },
  too_many_webhooks: {
    status: 422,
    title: "Too many webhooks",
    detail:
      "The project has 20 webhooks, or this limited key has five with the keys that it has made, or all limited keys have 100; delete those that are not used.",
  },
  too_many_projects: {
    status: 422,
    title: "Too many projects",
    detail: "The organization has too many projects; use one that it has.",
  },
  goal_required: {
    status: 422,
    title: "Goal required",
    detail:
      "Say what the loop is for in `goal`; for a hydrate, `context.subject` or `context.purpose` is enough.",
  },
  unknown_shape: {
    status: 422,
    title: "Unknown shape",
    detail: "The project has no shape with this ID or name; list them with GET /v1/shapes.",
  },
  unknown_source: {
    status: 422,
    title: "Unknown source",
    detail: "The project has no source with this ID or name; list them with GET /v1/sources.",
  },
  unknown_delta: {
    status: 422,
    title: "Unknown delta",
    detail: "The project has no delta with this ID; list them with GET /v1/deltas.",
  },
  unknown_memory: {
    status: 422,
    title: "Unknown memory",
    detail:
      "A memory can only take the place of current ones of the same end user, scope and project that the key may recall; `errors` says which are not.",
  },
  unsupported_loop_kind: {
    status: 422,
    title: "Unsupported loop kind",
    detail: "`kind` is `graph_extraction` or `hydrate`.",
  },
  unsupported_loop_effort: {
    status: 422,
    title: "Unsupported loop effort",
    detail: "`loop.effort` is `agentic` or `agentic_plus`.",
  },
  apply_not_supported_for_loops: {
    status: 422,
    title: "Loops do not apply",
    detail: "A loop stages its changes; leave out `output.apply`, and apply the delta after reviewing it.",
  },
  idempotency_key_reused: {
    status: 422,
    title: "Idempotency key reused",
    detail: "This Idempotency-Key was used for another request; use a new one for each request.",
  },
  rate_limited: {
    status: 429,
    title: "Rate limited",
    detail: "Too many requests with this key; wait as long as Retry-After says.",
  },
  headers_too_large: {
    status: 431,
    title: "Headers too large",
    detail: "The headers are larger than 16 kB in total; send fewer or shorter ones.",
  },
  internal: {
    status: 500,
    title: "Internal error",
    detail: "The server failed; its log has the cause under this request_id.",
  },
  loop_dispatch_unavailable: {
    status: 503,
    title: "Loop dispatch unavailable",
    detail: "No worker is running to take the loop; nothing was started or spent. Send it again in a moment.",
  },
  storage_full: {
    status: 507,
    title: "Storage full",
    detail:
      "The disk of the database is full: nothing was written, and reads still work. Its operator has to make room; then send the request again.",
  },
  database_unavailable: {
    status: 503,
    title: "Database unavailable",
    detail:
      "The database cannot be reached; send the request again in a moment, with the same Idempotency-Key if it writes: the connection may have been lost after the write.",
  },
} as const satisfies Readonly<Record<string, ProblemRow>>;
