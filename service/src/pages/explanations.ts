// What each code means and what to do about it, at more length than the table of problems; a code that is not here has the text of the table.

import type { ProblemCode } from "../values/problem.ts";

/** The explanation of a code. */
export interface Explanation {
  readonly meaning: string;
  readonly advice: string;
}

const rows: Readonly<Partial<Record<ProblemCode, Explanation>>> = {
  malformed_request: {
    meaning:
      "The bytes are not one valid HTTP/1.1 request: the request line, a header, the host or the length of the body is wrong.",
    advice:
      "Use an HTTP library, and let it set `Host` and `Content-Length`. Percent-encode the path as UTF-8.",
  },
  malformed_json: {
    meaning: "The body is not one JSON value in UTF-8. An object with a duplicate member is refused, too.",
    advice:
      "Use a JSON library. As `application/x-ndjson`, send one value on each line; `detail` names the line.",
  },
  project_required: {
    meaning: "The key is for a whole organization, but the request does not name a project.",
    advice:
      "Name the project as `project_id` in the query or the body, or in the header `X-Service-Project`; or use the key of a project.",
  },
  project_conflict: {
    meaning: "Query, body and header name different projects.",
    advice: "Name the project in one place.",
  },
  unauthenticated: {
    meaning:
      "The key is missing, malformed, unknown, expired or revoked; the response is the same in all cases.",
    advice:
      "Send `Authorization: Bearer <key>`, with the key as it was printed when it was created. Keys are not stored, so a lost one has to be replaced.",
  },
  credits_exhausted: {
    meaning: "A loop reserves its maximum cost when it starts, and the organization has less than that left.",
    advice:
      "A dry run shows what a loop would cost, and `GET /v1/credits` the balance. `detail` has the command that grants what is missing, and needs access to the database. Or name fewer sources, or allow fewer iterations. Nothing was started.",
  },
  foreign_origin: {
    meaning:
      "A page in a browser has sent a message to `/mcp`, and its origin is not one that may: neither configured, nor of the machine of the service. It may be a page that somebody was led to.",
    advice:
      "Name the origin in `CORS_ORIGIN` if the page is yours. Programs that are no browsers send no `Origin`.",
  },
  webhooks_disabled: {
    meaning:
      "The operator of the service has not said which hosts it may call, so it calls none and has no webhooks.",
    advice:
      "Name the hosts in `WEBHOOK_HOSTS`. Without webhooks a program follows a slice with `GET /v1/slices/{id}/changes`, or with its `/stream`.",
  },
  project_mismatch: {
    meaning:
      "The key is for one project, but the request names another, or is about all projects of the organization.",
    advice:
      "Leave out `project_id` and `X-Service-Project`, or use a key of that project. The projects of an organization are for keys of the organization.",
  },
  read_only_key: {
    meaning: "The key has the permission `read`, and the request would write, or export the whole project.",
    advice:
      "Use a key with the permission that it takes: `propose` for what waits for a review, else `write`. A dry run takes neither.",
  },
  propose_only: {
    meaning:
      "The key has the permission `propose`: what it writes waits in a delta, and the request would have an effect at once, or decide about what others have staged.",
    advice:
      "Have the delta applied by someone whose key has the permission `write`. Memories, loops and new deltas can be proposed; a key can cancel its own loops and discard its own deltas.",
  },
  beyond_scope: {
    meaning:
      "The key is limited to a slice or to an end user, and the request is about something else: it writes an entity that is not in the slice before and after, a relationship whose ends are not, a memory about another end user, or it uses a path that concerns the whole project, such as that of loops or of an export.",
    advice: "Write within the limits, which `GET /v1/keys/current` shows, or use a key that is not limited.",
  },
  wider_than_key: {
    meaning:
      "The new key would be allowed more than the key that makes it: another project, a higher permission, a slice that reaches beyond its own, another end user, or a later expiry.",
    advice:
      "Leave out the members that `errors` lists: what is left out is taken over from the key that makes the new one. `GET /v1/keys/current` shows what it may do.",
  },
  cursor_expired: {
    meaning:
      "The cursor is older than the log of changes, which is kept for `CHANGES_KEPT_DAYS` (7 by default) and has `CHANGES_KEPT_ROWS` at most (10 million); or the database is a backup from before the cursor; or something was written after a name in the slices that limit the key was given to something else.",
    advice:
      "Read the entities of the slice again with `GET /v1/slices/{id}/entities`, and follow from the `changes_cursor` of the first page.",
  },
  memory_superseded: {
    meaning: "Another memory was written in the place of this one, which is recalled no more.",
    advice:
      "Change the memory that `superseded_by` names, or bring this one back with `POST /v1/memories/{id}/restore` and then change it.",
  },
  unknown_memory: {
    meaning:
      "`supersedes` names a memory that does not exist, was superseded already, or is of another end user, scope or project than the one that is written.",
    advice: "List the memories with `GET /v1/memories?subject_id=…&scope=…`. Nothing was written.",
  },
  key_shown_once: {
    meaning:
      "The same request was sent before, and its response had the secret of a new key or of a new webhook, which is not shown again. `detail` has the ID.",
    advice:
      "If the response was lost, revoke that key or delete that webhook, and make another with a new `Idempotency-Key`.",
  },
  too_many_webhooks: {
    meaning:
      "A project can have 20 webhooks, and 100 more of keys that are limited: five of each, with those of the keys that it has made.",
    advice:
      "Delete those that are paused, have ended or are not used. One webhook can be for a slice that unites several.",
  },
  too_many_keys: {
    meaning:
      "An organization can have 10,000 keys that are neither revoked nor expired, and a key at most eight keys above it, each made by the one before.",
    advice:
      "Revoke keys that are not used, give them an expiry, or make the key with one of an earlier generation.",
  },
  not_found: {
    meaning:
      "There is nothing at this path, or nothing with this ID in the project; what belongs to other projects is not found either.",
    advice:
      "Check the spelling of the path and the ID, and that the key is for the right project. Deleted and forgotten items do not come back.",
  },
  method_not_allowed: {
    meaning: "The path exists, but does not support this method.",
    advice: "Use one of the methods in the header `Allow`.",
  },
  request_timeout: {
    meaning: "The headers and the body took longer than 30 seconds to arrive.",
    advice: "Send the request again, in smaller parts or over a faster connection.",
  },
  delta_not_open: {
    meaning:
      "The delta was applied or discarded, and that is final. Applying it a second time is not an error.",
    advice: "Read its `status` with `GET /v1/deltas/{id}`; stage what is missing in a new delta.",
  },
  delta_not_applied: {
    meaning: "The delta is open or was discarded. Only one that was applied as a whole can be reverted.",
    advice: "Apply what is left of it, or discard it; delete what `only` has applied by hand.",
  },
  delta_in_use: {
    meaning: "A running loop is writing into the delta.",
    advice: "Wait until the loop has ended, or cancel it with `POST /v1/loops/{id}/cancel`.",
  },
  delta_changed: {
    meaning:
      "The request has a `revision` that is not the current one: since the delta was read, something was staged in it, decided or edited. Nothing was done.",
    advice:
      "Read the delta and its changes again, look at what is new, and send the request with the current `revision`; or leave it out.",
  },
  delta_conflict: {
    meaning:
      "Some changes conflict with data that has changed or been deleted since they were staged, or a memory has expired; nothing was applied.",
    advice: "Exclude the changes that `errors` lists, or discard the delta and stage it again.",
  },
  loop_finished: {
    meaning: "The loop is completed, failed or canceled; these states are final.",
    advice: "Read it with `GET /v1/loops/{id}`. To continue its delta, start a loop with `head_delta_id`.",
  },
  in_use: {
    meaning:
      "A shape or a source cannot be deleted while something names it: entities, sources, memories, documents, loops that wait or run, or changes of open deltas. `counts` says how many of each; memories and deltas that only other keys may see are counted as well.",
    advice:
      "Change or delete what names it, apply or discard the deltas, wait for the loops; then delete it. The documents of a source go with it with `?cascade=true`.",
  },
  version_conflict: {
    meaning:
      "The request has `If-Match` with an `ETag` that is not the current one: someone has changed it since it was read. Nothing was written. The header `ETag` of this response is the current one; a memory has its number in `version`, too.",
    advice:
      "Read it again, see whether the change still makes sense, and send it with the current `ETag`; or leave out `If-Match` to change it whatever it says now.",
  },
  too_many_projects: {
    meaning:
      "An organization that has 1,000 projects cannot create another over the API. They are never deleted, so one for each request would never end.",
    advice:
      "Use a project that exists: shapes, sources and slices tell apart what is in it. `project create` of the command line is not limited.",
  },
  idempotency_in_progress: {
    meaning: "A request with the same `Idempotency-Key` is still running.",
    advice:
      "Wait as long as `Retry-After` says, and send the same request again: it gets the response to the first.",
  },
  body_too_large: {
    meaning:
      "The body is larger than 1 MiB; for bulk writes of entities or relationships, than 4 MiB as JSON or 32 MiB as lines of JSON. Or it has some hundred thousand values, which would take too long to read.",
    advice:
      "Send less at a time, bulk writes as `application/x-ndjson`, and long lists of numbers as a text.",
  },
  uri_too_long: {
    meaning: "A parameter in the path is longer than 100 characters; no ID is that long.",
    advice: "Check how the path is built.",
  },
  unsupported_media_type: {
    meaning: "The body has no `Content-Type`, or one that this path does not accept; or it is compressed.",
    advice:
      "Send `Content-Type: application/json`, without `Content-Encoding`; bulk writes also accept `application/x-ndjson`.",
  },
  invalid_request: {
    meaning:
      "The request is valid JSON, but does not match the schema: a member is missing, unknown, of the wrong type or out of range. Nothing is converted or dropped silently.",
    advice:
      "`errors` lists each place and what is expected; the reference has the schema. Nothing was written.",
  },
  invalid_cql: {
    meaning: "The query has errors and was not run.",
    advice:
      "`diagnostics` says where, why, and how to fix them. The library slice-cql reports the same offline, before anything is sent.",
  },
  goal_required: {
    meaning: "The loop has no `goal`, and nothing else describes its purpose.",
    advice:
      "Describe in a sentence what to look for. A `hydrate` may have `context.subject` or `context.purpose` instead.",
  },
  unknown_shape: {
    meaning:
      "A `shape_id` is not the ID of a shape of this project, or a `shape` is the name of none, or of several.",
    advice:
      "`candidates` has the closest name, or all shapes with the name: send the ID of one. List the shapes with `GET /v1/shapes`, or create the shape first. Nothing was written.",
  },
  unknown_source: {
    meaning:
      "A `source_id` is not the ID of a source of this project, or a `source` is the name of none, or of several.",
    advice:
      "`candidates` has the closest name, or all sources with the name: send the ID of one. List the sources with `GET /v1/sources`, or create the source first. Nothing was written.",
  },
  unknown_delta: {
    meaning: "`head_delta_id` is not the ID of a delta of this project that the key may see.",
    advice: "List the deltas with `GET /v1/deltas`, or leave it out: each loop then has a delta of its own.",
  },
  unsupported_loop_kind: {
    meaning: "`kind` is neither `graph_extraction` nor `hydrate`.",
    advice: "Use one of the two, or leave it out for `graph_extraction`.",
  },
  unsupported_loop_effort: {
    meaning: "`loop.effort` is neither `agentic` nor `agentic_plus`.",
    advice:
      "Use one of the two, or leave it out for `agentic`; `agentic_plus` reads twice, and costs twice as much.",
  },
  apply_not_supported_for_loops: {
    meaning: "A loop's finds take effect only after review.",
    advice:
      "Leave out `output.apply`. When the loop has ended, review its delta and apply it with `POST /v1/deltas/{id}/apply`.",
  },
  idempotency_key_reused: {
    meaning: "The `Idempotency-Key` was used in the last 24 hours with another path, project or body.",
    advice: "Use a new key for each operation, and reuse one only to retry the same request.",
  },
  rate_limited: {
    meaning:
      "The key has exceeded its requests per minute, its concurrent requests or its open event streams, or the address has sent too many requests without a valid key; nothing was done.",
    advice:
      "Wait as long as `Retry-After` says. The header `RateLimit` of every response says how many are left.",
  },
  headers_too_large: {
    meaning: "The request line and the headers are larger than 16 kB in total.",
    advice: "Send fewer or shorter headers; put long values in the body.",
  },
  internal: {
    meaning: "The server failed unexpectedly.",
    advice:
      "Send the request again, with the same `Idempotency-Key` if it writes. If it fails again, report the `request_id`: the server's log has the cause under it.",
  },
  loop_dispatch_unavailable: {
    meaning: "No worker has been seen for a while, so no process would run the loop.",
    advice:
      "Start a worker with `worker`, or the server without `--no-worker`. Nothing was reserved or spent.",
  },
  storage_full: {
    meaning:
      "The database has no room left on its disk for what the request writes, or for what it has to sort. Nothing was written.",
    advice:
      "Reads still work, and often small writes. The operator of the database frees space on its disk or enlarges it; `doctor` says how much there is. Nothing has to be restarted: send the request again then.",
  },
  database_unavailable: {
    meaning: "The database cannot be reached at the moment, or the connection was lost during the request.",
    advice: "Wait as long as `Retry-After` says, and send the request again.",
  },
};

/** By code. */
export const explanations: ReadonlyMap<string, Explanation> = new Map(Object.entries(rows));
