// Responses in the document: those of a route, and its problems.

import { type ProblemCode, problems } from "../values/problem.ts";
import { problemType } from "../values/problem-body.ts";
import type { SchemaCollector } from "./components.ts";
import { exampleOf } from "./example.ts";
import { headerReference } from "./headers.ts";
import { problemExample, problemSchema } from "./problem-schema.ts";
import type { Route } from "./route.ts";
import type { Media, Reference, ResponseObject } from "./types.ts";

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
  // Of a project that the organization of the key does not have.
  "not_found",
  "invalid_request",
  "rate_limited",
  "database_unavailable",
  "storage_full",
];
const withBody: readonly ProblemCode[] = ["malformed_json", "body_too_large", "unsupported_media_type"];
const idempotent: readonly ProblemCode[] = ["idempotency_in_progress", "idempotency_key_reused"];

const meanings: Readonly<Record<string, string>> = {
  200: "Done.",
  201: "Created.",
  202: "Accepted: it continues after the response.",
  204: "Deleted; the response is empty.",
  304: "Unchanged since the response with this ETag; the response is empty.",
};
const dryRun = "The response to a dry run: what the result would be. Nothing was done.";

type Row = readonly [status: string, ResponseObject | Reference];

/** The answers of a route, by status. */
export function responsesOf(
  route: Route,
  components: SchemaCollector,
): Readonly<Record<string, ResponseObject | Reference>> {
  const byStatus = Object.groupBy(codesOf(route), (code) => problems[code].status);
  const refused = Object.entries(byStatus).map(
    ([status, codes = []]): Row => [status, refusal(codes, components)],
  );
  const done = Object.entries(route.answers).map(
    ([status, schema]): Row => [status, answer(status, schema, route, components)],
  );
  const other = { description: "Any other problem.", ...problemParts(["X-Request-Id"], components) };
  return { ...Object.fromEntries([...done, ...refused]), default: other };
}

/** The problems that an operation can answer with: those of all, those of its kind, and its own. In the order of their statuses. */
function codesOf(route: Route): readonly ProblemCode[] {
  const found = new Set<ProblemCode>([
    ...ofAll,
    ...(route.needsKey ? withKey : []),
    ...(route.body === undefined ? [] : withBody),
    ...(route.needs === "read" ? [] : (["read_only_key"] as const)),
    ...(route.needs === "write" ? (["propose_only"] as const) : []),
    ...(route.isIdempotent ? idempotent : []),
    ...(Object.keys(route.params).length > 0 ? (["uri_too_long", "not_found"] as const) : []),
    ...route.problems,
  ]);
  return [...found].toSorted((a, b) => problems[a].status - problems[b].status || (a < b ? -1 : 1));
}

function answer(
  status: string,
  schema: unknown,
  route: Route,
  { refer, all }: SchemaCollector,
): ResponseObject {
  const isDry = status === "200" && route.hasDryRun;
  const isEmpty = status === "204" || status === "304";
  const names = [
    "X-Request-Id",
    ...(route.needsKey ? ["RateLimit", "RateLimit-Policy"] : []),
    ...(route.answerHeaders[status] ?? []),
    ...(route.isIdempotent && !isDry ? ["Idempotent-Replayed"] : []),
  ];
  const description = isDry ? dryRun : (meanings[status] ?? "Done.");
  const shown = isEmpty ? {} : refer(schema);
  const media: Media = { schema: shown, example: exampleOf(shown, all()) };
  return {
    description,
    headers: headersOf(names),
    ...(!isEmpty && { content: Object.fromEntries(route.answerTypes.map((type) => [type, media])) }),
  };
}

const extraHeaders: Readonly<Record<number, readonly string[]>> = {
  401: ["WWW-Authenticate", "RateLimit", "RateLimit-Policy"],
  405: ["Allow"],
  412: ["ETag"],
  429: ["Retry-After", "RateLimit", "RateLimit-Policy"],
  503: ["Retry-After"],
};

/** The problems, by code. */
export function problemResponses(components: SchemaCollector): Readonly<Record<string, ResponseObject>> {
  const responses = Object.entries(problems).map(
    ([code, { status, title, detail }]): [string, ResponseObject] => {
      const parts = problemParts(["X-Request-Id", ...(extraHeaders[status] ?? [])], components);
      const media: Media = {
        schema: components.refer(problemSchema),
        example: problemExample(code, { status, title, detail }),
      };
      return [code, { description: detail, ...parts, content: { [problemType]: media }, "x-codes": [code] }];
    },
  );
  return Object.fromEntries(responses);
}

function refusal(codes: readonly ProblemCode[], components: SchemaCollector): ResponseObject | Reference {
  const [first, ...others] = codes;
  if (first !== undefined && others.length === 0) return { $ref: `#/components/responses/${first}` };
  const description = codes.map((code) => `\`${code}\`: ${problems[code].detail}`).join("\n\n");
  const status = first === undefined ? 0 : problems[first].status;
  return {
    description,
    ...problemParts(["X-Request-Id", ...(extraHeaders[status] ?? [])], components),
    "x-codes": [...codes],
  };
}

function problemParts(headers: readonly string[], { refer }: SchemaCollector) {
  const media: Media = { schema: refer(problemSchema) };
  return { headers: headersOf(headers), content: { [problemType]: media } };
}

function headersOf(names: readonly string[]): Readonly<Record<string, Reference>> {
  return Object.fromEntries(names.map((name) => [name, headerReference(name)]));
}
