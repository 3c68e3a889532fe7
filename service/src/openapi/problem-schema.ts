// The schema of a problem.

import { Type } from "typebox";
import { diagnostic } from "../http/query-schemas.ts";
import { exact, id, list, orNull, requestId } from "../http/schemas.ts";
import type { JsonObject } from "../values/json.ts";
import { problems } from "../values/problem.ts";
import type { ProblemRow } from "../values/problem-rows.ts";

const entry = exact(
  {
    pointer: Type.String({
      description: "The JSON pointer of the problem in the body, or a parameter's name after a slash.",
    }),
    message: Type.String(),
    candidates: Type.Optional(
      list(exact({ id: id(), name: orNull(Type.String()) }), {
        description:
          "Only for a name that stands for nothing or for several: what may be meant, at most 10. Send the ID of one.",
      }),
    ),
  },
  { title: "ProblemEntry", description: "One of several problems with a request." },
);

/** An error, as RFC 9457 defines it. */
export const problemSchema = exact(
  {
    type: Type.String({ description: "A link to the explanation of the code." }),
    title: Type.String({
      description: "A short summary; the same for all problems with this code.",
    }),
    status: Type.Integer({ minimum: 400, maximum: 599, description: "The HTTP status." }),
    detail: Type.String({ description: "What to do about it." }),
    code: Type.Enum(Object.keys(problems), {
      description: "The value for programs to branch on; a code never changes its meaning.",
    }),
    request_id: requestId,
    errors: Type.Optional(list(entry, { description: "Each problem, where there can be several." })),
    diagnostics: Type.Optional(
      list(diagnostic, { description: "What is wrong with a query; only for `invalid_cql`." }),
    ),
    example: Type.Optional(
      orNull(Type.Object({}, { additionalProperties: true }), {
        description:
          "Only for `wider_than_key`, about a slice: an entity that it has and the key does not see; null if only a later moment has one.",
      }),
    ),
    counts: Type.Optional(
      Type.Record(Type.String(), Type.Integer({ minimum: 1 }), {
        description: "Only for `in_use`: how many of what name it.",
      }),
    ),
    version: Type.Optional(
      Type.Integer({
        minimum: 1,
        description: "Only for `version_conflict`: the current version of what was to be changed.",
      }),
    ),
  },
  { title: "Problem", description: "What is wrong (RFC 9457)." },
);

/** What a problem looks like. */
export function problemExample(code: string, { title, status, detail }: ProblemRow): JsonObject {
  const request = { request_id: "req_5d0c1f6e8a9b4c7d8e2f3a4b5c6d7e8f" };
  return { type: `/errors#${code}`, title, status, detail, code, ...request, ...more.get(code) };
}

const entryExample = { pointer: "/name", message: "is required" };

/** The members that only some problems have. */
const more: ReadonlyMap<string, JsonObject> = new Map<string, JsonObject>([
  ["invalid_request", { errors: [entryExample] }],
  [
    "delta_conflict",
    { errors: [{ pointer: "/0198c0de-7a11-7c3e-9b1f-3d2a5e6f7081", message: "has changed since" }] },
  ],
  ["in_use", { counts: { entities: 12, sources: 1 } }],
  ["unknown_shape", { errors: [{ pointer: "/shape_id", message: "names no shape of the project" }] }],
  [
    "unknown_memory",
    {
      errors: [
        { pointer: "/supersedes/0", message: "names no memory of the project that this key may recall" },
      ],
    },
  ],
  ["version_conflict", { version: 3 }],
  ["unknown_source", { errors: [{ pointer: "/0/source_id", message: "names no source of the project" }] }],
  [
    "invalid_cql",
    {
      diagnostics: [
        {
          code: "date-nonexistent",
          severity: "error",
          message: "`2026-02-29` is not a day: February 2026 has 28 days.",
          data: { written: "2026-02-29", daysInMonth: 28 },
          span: { start: 6, end: 16 },
          path: "/cql",
          href: "https://example.com/docs/diagnostics#date-nonexistent",
        },
      ],
    },
  ],
]);
