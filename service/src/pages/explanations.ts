// What each code means and what to do about it, at more length than the table of problems; a code that is not here has the text of the table.

import type { ProblemCode } from "../http/problem.ts";

/** What is said about a code. */
export interface Explanation {
  readonly meaning: string;
  readonly advice: string;
}

const rows: Readonly<Partial<Record<ProblemCode, Explanation>>> = {
  malformed_request: {
    meaning:
      "The bytes are not one valid HTTP/1.1 request: the request line, a header, the host or the length of the body is wrong.",
    advice:
      "Use an HTTP library, and let it set `Host` and `Content-Length`. Encode the path as UTF-8 in percent signs.",
  },
  malformed_json: {
    meaning:
      "The body is not one JSON value in UTF-8. An object that has the same member twice is refused, too.",
    advice:
      "Send what a JSON library writes. As `application/x-ndjson`, send one value on each line; `detail` names the line.",
  },
  project_required: {
    meaning: "The key is for a whole organization, and the request does not say which project it is about.",
    advice:
      "Name the project as `project_id` in the query or the body, or in the header `X-Service-Project`; or use the key of a project.",
  },
  project_conflict: {
    meaning: "Query, body and header name different projects.",
    advice: "Name the project in one place.",
  },
  unauthenticated: {
    meaning:
      "There is no key, or it is malformed, unknown, expired or revoked; the answer is the same for all of these.",
    advice:
      "Send `Authorization: Bearer <key>`, with the key as it was printed when it was created. Keys are not stored, so a lost one has to be replaced.",
  },
  credits_exhausted: {
    meaning: "A loop reserves what it may cost when it starts, and the organization has less than that left.",
    advice:
      "A dry run says what a loop costs, and `GET /v1/credits` what there is. Grant credits with `credits grant`, name fewer sources, or allow fewer iterations. Nothing was started.",
  },
  project_mismatch: {
    meaning: "The key is for one project, and the request names another.",
    advice: "Leave `project_id` and `X-Service-Project` out, or use a key of that project.",
  },
  read_only_key: {
    meaning: "The key can read, and the request would write.",
    advice: "Use a key that can write. A dry run needs none.",
  },
  not_found: {
    meaning:
      "There is nothing at this path, or nothing with this ID in the project; what belongs to other projects is not found either.",
    advice:
      "Check the spelling of the path and the ID, and that the key is for the project that has it. What was deleted or forgotten stays away.",
  },
  method_not_allowed: {
    meaning: "The path is there, and does not take this method.",
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
  delta_in_use: {
    meaning: "A loop that has not ended writes into the delta.",
    advice: "Wait until the loop has ended, or cancel it with `POST /v1/loops/{id}/cancel`.",
  },
  delta_conflict: {
    meaning:
      "What some changes are about has changed or gone since they were staged, or a memory was to be forgotten by now; nothing was applied.",
    advice: "Exclude the changes that `errors` lists, or discard the delta and stage it again.",
  },
  loop_finished: {
    meaning: "The loop is completed, failed or canceled; these states are final.",
    advice: "Read it with `GET /v1/loops/{id}`. To go on with its delta, start a loop with `head_delta_id`.",
  },
  idempotency_in_progress: {
    meaning: "A request with the same `Idempotency-Key` is still running.",
    advice:
      "Wait as long as `Retry-After` says, and send the same request again: it gets the answer of the first.",
  },
  body_too_large: {
    meaning:
      "The body is larger than 1 MiB, or than 32 MiB where many entities or relationships are written at once.",
    advice: "Send less at a time.",
  },
  uri_too_long: {
    meaning: "A parameter in the path is longer than 100 characters; no ID is.",
    advice: "Check how the path is put together.",
  },
  unsupported_media_type: {
    meaning: "The body has no `Content-Type`, or one that this path does not take.",
    advice:
      "Send `Content-Type: application/json`; where many are written at once, `application/x-ndjson` is taken as well.",
  },
  invalid_request: {
    meaning:
      "The request is valid JSON, and not what this path takes: a member is missing, unknown, of the wrong type or out of range. Nothing is converted or dropped silently.",
    advice:
      "`errors` lists each place and what it must be; the reference has the schema. Nothing was written.",
  },
  invalid_cql: {
    meaning: "The query has errors, and was not run.",
    advice:
      "`diagnostics` says where, why, and how to fix them. The library slice-cql says the same before anything is sent, offline.",
  },
  goal_required: {
    meaning: "The loop has no `goal`, and nothing else says what it is for.",
    advice:
      "Write in a sentence what is looked for. A `hydrate` may have `context.subject` or `context.purpose` in its place.",
  },
  unknown_shape: {
    meaning: "A `shape_id` is not the ID of a shape of this project.",
    advice: "List the shapes with `GET /v1/shapes`, or create the shape first. Nothing was written.",
  },
  unknown_source: {
    meaning: "A `source_id` is not the ID of a source of this project.",
    advice: "List the sources with `GET /v1/sources`, or create the source first. Nothing was written.",
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
    meaning: "Nothing that a loop finds counts before somebody has reviewed it.",
    advice:
      "Leave `output.apply` out. When the loop has ended, look at its delta and apply it with `POST /v1/deltas/{id}/apply`.",
  },
  idempotency_key_reused: {
    meaning: "The `Idempotency-Key` came before, in the last 24 hours, with another path, project or body.",
    advice:
      "Use a new key for each thing that is to be done, and the same one only to send the same request again.",
  },
  rate_limited: {
    meaning:
      "The key has sent more requests a minute than it may, or has too many under way at once, or the address has sent too many without a valid key; nothing was done.",
    advice:
      "Wait as long as `Retry-After` says. The header `RateLimit` of every answer says how many are left.",
  },
  headers_too_large: {
    meaning: "The request line and the headers are larger than 16 kB together.",
    advice: "Send fewer or shorter headers; put long values in the body.",
  },
  internal: {
    meaning: "The server failed in a way that nobody foresaw.",
    advice:
      "Send the request again, with the same `Idempotency-Key` if it writes. If it fails again, report the `request_id`: the log of the server has the cause under it.",
  },
  loop_dispatch_unavailable: {
    meaning: "No process that runs loops has been seen for a while, so nobody would take the loop.",
    advice:
      "Start a worker with `worker`, or the server without `--no-worker`. Nothing was reserved or spent.",
  },
  database_unavailable: {
    meaning: "The database cannot be reached at the moment, or was lost while it answered.",
    advice: "Wait as long as `Retry-After` says, and send the request again.",
  },
};

/** By code. */
export const explanations: ReadonlyMap<string, Explanation> = new Map(Object.entries(rows));
