// Makes a problem of every error that Fastify gets hold of.

import type { FastifyReply, FastifyRequest } from "fastify";
import { Problem, type ProblemCode, problemBody, problems, problemType } from "./problem.ts";

/** Fastify's own refusals. Its messages are not passed on: they name its parts, and some quote the request. */
const refusals: ReadonlyMap<string, ProblemCode> = new Map([
  ["FST_ERR_BAD_URL", "malformed_request"],
  ["FST_ERR_MAX_PARAM_LENGTH", "uri_too_long"],
  ["FST_ERR_CTP_INVALID_CONTENT_LENGTH", "malformed_request"],
  ["FST_ERR_CTP_BODY_TOO_LARGE", "body_too_large"],
  ["FST_ERR_CTP_INVALID_MEDIA_TYPE", "unsupported_media_type"],
  ["FST_ERR_CTP_INVALID_JSON_BODY", "malformed_json"],
  ["FST_ERR_CTP_EMPTY_JSON_BODY", "malformed_json"],
]);

/** Answers with the problem that an error is. What nobody foresaw is `internal`, and only the log has its cause. */
export function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const problem = problemOf(error);
  if (problem.code === "internal") request.log.error({ err: error }, "internal error");
  void reply
    .code(problems[problem.code].status)
    .headers(problem.headers)
    .header("content-type", problemType)
    .serializer(JSON.stringify)
    .send(problemBody(problem.code, request.id));
}

function problemOf(error: unknown): Problem {
  if (error instanceof Problem) return error;
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  return new Problem(refusals.get(code) ?? "internal");
}
