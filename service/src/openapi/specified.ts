// What of the document is in the specification. Everything else under /v1 is ours, and marked as an extension.

import type { Parameter, Schema } from "./types.ts";

const operations: ReadonlySet<string> = new Set([
  "POST /v1/slices",
  "POST /v1/memories",
  "POST /v1/search",
  "POST /v1/loops",
  "GET /v1/loops/:id",
  "GET /v1/loops/:id/events",
  "GET /v1/loops/:id/checkpoints",
]);

/** Whether the specification has an operation. */
export function isSpecified(method: string, url: string): boolean {
  return operations.has(`${method} ${url}`);
}

/** The parameters that the specification has, wherever they are. */
const parameters: ReadonlySet<string> = new Set([
  "project_id",
  "X-Service-Project",
  "id",
  "limit",
  "after_sequence",
]);

/** A parameter of an operation that is specified, marked if it is not itself. */
export function markedParameter(parameter: Parameter): Parameter {
  return parameters.has(parameter.name) ? parameter : { ...parameter, "x-extension": true };
}

/** The members that we add to what the specification shows. */
const added: ReadonlyMap<string, readonly string[]> = new Map([
  ["Slice", ["cql", "diagnostics"]],
  ["MemoryWritten", ["results"]],
  [
    "LoopAnswer",
    [
      "kind",
      "effort",
      "iteration",
      "max_iterations",
      "quality",
      "quality_threshold",
      "credits",
      "created_at",
      "started_at",
      "finished_at",
      "error",
    ],
  ],
]);

/** A named schema, with those of its members marked that we add. */
export function markedSchema(name: string, schema: Schema): Schema {
  const { properties } = schema;
  const ours = added.get(name);
  if (ours === undefined || properties === undefined) return schema;
  const marked = Object.entries(properties).map(([member, value]): [string, Schema] => [
    member,
    ours.includes(member) ? { ...value, "x-extension": true } : value,
  ]);
  return { ...schema, properties: Object.fromEntries(marked) };
}
