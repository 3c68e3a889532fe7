// The toolkit's results for a query, as schemas of responses.

import { Type } from "typebox";
import { exact, instant, list } from "./schemas.ts";

const names = list(Type.String(), { examples: [[]] });

/** The resolved filter of a slice. */
const filterDefinition = exact(
  {
    entityTypes: Type.Optional(names),
    propertyFilters: list(exact({ path: Type.String(), operator: Type.String(), value: Type.Unknown() })),
    dateRange: Type.Optional(
      exact({ field: Type.String(), start: Type.Optional(instant), end: Type.Optional(instant) }),
    ),
  },
  {
    title: "FilterDefinition",
    description: "A query with its names looked up and its dates resolved.",
    examples: [
      {
        entityTypes: ["Person"],
        propertyFilters: [
          { path: "shape_id", operator: "in", value: ["0198c0de-7a11-7c3e-9b1f-3d2a5e6f7082"] },
        ],
        dateRange: { field: "created_at", start: "2026-08-20T12:00:00.000Z" },
      },
    ],
  },
);

const span = exact(
  { start: Type.Integer(), end: Type.Integer() },
  {
    title: "Span",
    description: "A part of a query, in UTF-16 code units; the end is exclusive.",
    examples: [{ start: 12, end: 28 }],
  },
);

const diagnosticExample = {
  code: "free-text",
  severity: "information",
  message:
    "`hello` is free text: it does not affect which entities are in the slice, and is reported as a scope warning.",
  data: { written: "hello" },
  span: { start: 12, end: 17 },
  path: "/cql",
  href: "https://example.com/docs/diagnostics#free-text",
};

/** A diagnostic of the toolkit. */
export const diagnostic = exact(
  {
    code: Type.String({ description: "One of a closed set of codes." }),
    severity: Type.String({
      description: "`error`, `warning`, `information` or `hint`; only an error is refused.",
    }),
    message: Type.String({ description: "What is wrong, why, and what to write." }),
    data: Type.Unsafe<object>({
      type: "object",
      additionalProperties: true,
      description:
        "The data of the message, so that a client can write its own; its members depend on the code.",
    }),
    span,
    path: Type.Optional(
      Type.String({ description: "In the body of a slice: the member that it is about, as a JSON Pointer." }),
    ),
    related: Type.Optional(
      list(exact({ span, message: Type.String() }), {
        description: "Other places that the message refers to.",
      }),
    ),
    tags: Type.Optional(
      list(Type.String(), {
        description: "`unnecessary`: the text can be removed without changing the slice.",
      }),
    ),
    fixes: Type.Optional(
      list(
        exact({
          title: Type.String(),
          edits: list(exact({ span, text: Type.String() })),
          preferred: Type.Optional(Type.Boolean({ description: "Whether only one reading is possible." })),
        }),
        { description: "Changes that fix it, the best first." },
      ),
    ),
    href: Type.String({
      description: "A link to the section of `/docs/diagnostics` that explains the code.",
    }),
  },
  {
    title: "Diagnostic",
    description: "A diagnostic of slice-cql on a query.",
    examples: [diagnosticExample],
  },
);

/** The members of a compiled query that come with its entities. */
export const scopeMembers = {
  scope_warnings: list(Type.String(), {
    description: "The terms that do not affect membership.",
    examples: [[]],
  }),
  unresolved: exact(
    { shapes: names, sources: names },
    { description: "Names that the project does not have." },
  ),
  filter_definition: filterDefinition,
};
