// Turns every error that reaches Fastify into a problem.

import type { FastifyReply, FastifyRequest } from "fastify";
import { isStorageFull } from "../database/storage.ts";
import { isUnavailable } from "../database/unavailable.ts";
import { pointerOf } from "../values/pointer.ts";
import {
  Problem,
  type ProblemCode,
  type ProblemEntry,
  problemBody,
  problems,
  problemType,
} from "../values/problem.ts";
import { RowRefusal } from "../values/row-refusal.ts";
import { typeWords } from "../values/type-words.ts";
import { expected } from "./schemas.ts";

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
  const problem = problemOf(error, request);
  const { status } = problems[problem.code];
  if (status >= 500) request.log.error({ err: error }, problems[problem.code].title.toLowerCase());
  void reply
    .code(status)
    .headers(problem.options.headers ?? {})
    .header("content-type", problemType)
    .serializer(JSON.stringify)
    .send(problemBody(problem.code, request.id, problem.options));
}

function problemOf(error: unknown, request: FastifyRequest): Problem {
  if (error instanceof Problem) return error;
  if (error instanceof RowRefusal) return refused(error);
  if (tookTooLong(error))
    return new Problem("database_unavailable", { detail: tooLong, headers: { "retry-after": "1" } });
  if (isStorageFull(error)) return new Problem("storage_full", { headers: { "retry-after": "60" } });
  if (isUnavailable(error)) return new Problem("database_unavailable", { headers: { "retry-after": "1" } });
  if (!(error instanceof Error)) return new Problem("internal");
  if ("validation" in error && Array.isArray(error.validation)) return invalid(error.validation);
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

/** One of several rows that a request sends. */
function refused({ index, pointer, code, message }: RowRefusal): Problem {
  const errors = [{ pointer: `/${index}${pointer}`, message }];
  return new Problem(code === "unknown_shape" || code === "unknown_source" ? code : "invalid_request", {
    errors,
  });
}

/** What Ajv says about a value that does not follow its schema. */
interface Violation {
  readonly keyword?: unknown;
  readonly schemaPath?: unknown;
  readonly instancePath?: unknown;
  readonly message?: unknown;
  readonly params?: Readonly<Record<string, unknown>>;
}

/** The maximum number of mistakes that are listed. */
export const maxEntries = 20;

/** The problem of a value that does not follow its schema. Members that are not known come first: they may be why others are missing. */
export function invalid(violations: readonly Violation[]): Problem {
  const either = violations.filter(isEither);
  const others = violations.filter(
    (violation) => !(isEither(violation) || (either.length > 0 && isAnyOf(violation))),
  );
  const errors = [
    ...others.filter(isUnknown).flatMap(entryOf),
    ...(either.length > 0 ? [eitherOf(either)] : []),
    ...others.filter((violation) => !isUnknown(violation)).flatMap(entryOf),
  ];
  const distinct = new Map(errors.map((entry) => [`${entry.pointer} ${entry.message}`, entry]));
  return new Problem("invalid_request", { errors: [...distinct.values()].slice(0, maxEntries) });
}

function isUnknown({ keyword }: Violation): boolean {
  return keyword === "additionalProperties";
}

/** Whether a member is missing of which another one would do: Ajv reports each way in which a body could be right. */
function isEither({ keyword, schemaPath }: Violation): boolean {
  return keyword === "required" && /^#\/anyOf\/\d+\//.test(String(schemaPath));
}

function isAnyOf({ keyword, schemaPath }: Violation): boolean {
  return keyword === "anyOf" && schemaPath === "#/anyOf";
}

function eitherOf(required: readonly Violation[]): ProblemEntry {
  const names = required.map(({ params = {} }) => `\`${String(params["missingProperty"])}\``);
  return { pointer: "", message: `must have ${names.join(" or ")}` };
}

/** Ajv's own words for limits are those of a program. */
const limits: ReadonlyMap<string, (limit: string) => string> = new Map([
  ["maximum", (limit) => `must be at most ${limit}`],
  ["minimum", (limit) => `must be at least ${limit}`],
  ["maxLength", (limit) => `must have at most ${limit} characters`],
  ["minLength", (limit) => `must have at least ${limit} ${limit === "1" ? "character" : "characters"}`],
  ["maxProperties", (limit) => `must have at most ${limit} members`],
  ["maxItems", (limit) => `must have at most ${limit} items`],
  ["minProperties", (limit) => `must have at least ${limit} ${limit === "1" ? "member" : "members"}`],
  ["minItems", (limit) => `must have at least ${limit} ${limit === "1" ? "item" : "items"}`],
]);

function entryOf(violation: Violation): readonly ProblemEntry[] {
  const { keyword, instancePath, params = {} } = violation;
  // Ajv reports the branches and then the whole; the whole says nothing that helps.
  if (keyword === "if") return [];
  const at = typeof instancePath === "string" ? instancePath : "";
  if (keyword === "required")
    return [{ pointer: at + pointerOf([String(params["missingProperty"])]), message: "is required" }];
  if (keyword === "additionalProperties") {
    const pointer = at + pointerOf([String(params["additionalProperty"])]);
    return [{ pointer, message: "is not a known member" }];
  }
  return [{ pointer: at, message: wordsOf(violation) }];
}

/** What a value must be, in our words where there are some. */
function wordsOf({ keyword, message, params = {} }: Violation): string {
  const { type, allowedValues } = params;
  if (keyword === "type" && (typeof type === "string" || Array.isArray(type)))
    return typeWords([type].flat().map(String));
  if (keyword === "enum" && Array.isArray(allowedValues))
    return `must be one of ${allowedValues.map(String).join(", ")}`;
  if (keyword === "uniqueItems") return "must not have an item twice";
  if (keyword === "const") return `must be ${JSON.stringify(params["allowedValue"])}`;
  const limit = limits.get(String(keyword))?.(String(params["limit"]));
  const words = limit ?? expected.get(params["pattern"] ?? params["format"]);
  return words ?? (typeof message === "string" ? message : "is not valid");
}
