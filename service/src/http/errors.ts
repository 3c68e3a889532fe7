// Turns every error that reaches Fastify into a problem.

import type { FastifyReply, FastifyRequest } from "fastify";
import { isStorageFull } from "../database/storage.ts";
import { isUnavailable } from "../database/unavailable.ts";
import { Problem, type ProblemCode, problems } from "../values/problem.ts";
import { problemBody, problemType } from "../values/problem-body.ts";
import { problemOf, RowRefusal } from "../values/row-refusal.ts";

/** Fastify's own refusals. Its messages are not forwarded: they name its internals, and some quote the request. */
const refusals: ReadonlyMap<string, ProblemCode> = new Map([
  ["FST_ERR_BAD_URL", "malformed_request"],
  ["FST_ERR_MAX_PARAM_LENGTH", "uri_too_long"],
  ["FST_ERR_CTP_INVALID_CONTENT_LENGTH", "malformed_request"],
  ["FST_ERR_CTP_BODY_TOO_LARGE", "body_too_large"],
  ["FST_ERR_CTP_INVALID_MEDIA_TYPE", "unsupported_media_type"],
  ["FST_ERR_CTP_INVALID_JSON_BODY", "malformed_json"],
  ["FST_ERR_CTP_EMPTY_JSON_BODY", "malformed_json"],
]);

/** Responds with the problem for an error. Unexpected errors are `internal`, and only the log has their cause. */
export function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const problem = toProblem(error, request);
  const { status } = problems[problem.code];
  if (status >= 500) request.log.error({ err: error }, problems[problem.code].title.toLowerCase());
  void reply
    .code(status)
    .headers(problem.options.headers ?? {})
    .header("content-type", problemType)
    .serializer(JSON.stringify)
    .send(problemBody(problem.code, request.id, problem.options));
}

function toProblem(error: unknown, request: FastifyRequest): Problem {
  if (error instanceof Problem) return error;
  if (error instanceof RowRefusal) return problemOf(error);
  if (tookTooLong(error))
    return new Problem("database_unavailable", { detail: tooLong, headers: { "retry-after": "1" } });
  // Another request has moved the entity out of the slice meanwhile.
  if (request.access?.limits !== undefined && isHidden(error)) return new Problem("beyond_scope");
  if (isGone(error)) return new Problem("invalid_request", { detail: gone });
  if (isStorageFull(error)) return new Problem("storage_full", { headers: { "retry-after": "60" } });
  if (isUnavailable(error)) return new Problem("database_unavailable", { headers: { "retry-after": "1" } });
  if (!(error instanceof Error)) return new Problem("internal");
  const code = refusals.get("code" in error ? String(error.code) : "") ?? "internal";
  if (code === "body_too_large" && takesLines(request)) return new Problem(code, { detail: asLines });
  return code === "unsupported_media_type" ? wrongType(request) : new Problem(code);
}

const asLines =
  "A list of JSON has at most 4 MiB, and lines of JSON (application/x-ndjson) have at most 32 MiB; send lines, or fewer rows at a time.";

function takesLines({ routeOptions }: FastifyRequest): boolean {
  return routeOptions.schema?.consumes?.includes("application/x-ndjson") === true;
}

/** Names every media type that the route accepts, if that is not JSON alone. */
function wrongType({ routeOptions }: FastifyRequest): Problem {
  const types = routeOptions.schema?.consumes?.join(" or ");
  const detail = `Send the body with the header Content-Type: ${types ?? ""}.`;
  return new Problem("unsupported_media_type", types === undefined ? {} : { detail });
}

const tooLong =
  "The database took too long for this request, and nothing was written; ask for less at a time, or within a smaller scope.";

/** The SQLSTATE `query_canceled`: here only a time limit cancels. */
function tookTooLong(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "57014";
}

/** The SQLSTATE `insufficient_privilege`, of a policy. */
function isHidden(error: unknown): boolean {
  return (
    error instanceof Error &&
    "code" in error &&
    error.code === "42501" &&
    error.message.includes("row-level security")
  );
}

const gone =
  "Something that this names was deleted, so nothing was written; for a delta, exclude the changes that name it.";

/** The SQLSTATE `foreign_key_violation`. */
function isGone(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "23503";
}
