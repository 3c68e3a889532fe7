// Bodies of requests in the document, as JSON and as lines of JSON.

import type { JsonValue } from "../values/json.ts";
import { referredName, resolved, type SchemaCollector } from "./components.ts";
import { exampleOf } from "./example.ts";
import type { Route } from "./route.ts";
import type { Media, RequestBody, Schema } from "./types.ts";

/** The body that a route accepts, if any. */
export function requestBodyOf(route: Route, { refer, all }: SchemaCollector): RequestBody | undefined {
  if (route.body === undefined) return undefined;
  const schema = refer(route.body);
  const example = exampleOf(schema, all());
  const content = route.mediaTypes.map((type): [string, Media] => [
    type,
    type === "application/x-ndjson" ? lines(schema, example) : { schema, example },
  ]);
  const { description } = resolved(schema, all());
  return {
    required: !route.bodyIsOptional,
    ...(description !== undefined && { description }),
    content: Object.fromEntries(content),
  };
}

/** A list, with each of its items on a line of its own: as a whole that is a text. */
function lines({ items = {}, maxItems }: Schema, example: JsonValue): Media {
  const most = maxItems === undefined ? "" : `, at most ${maxItems}`;
  const item = referredName(items) ?? "item";
  const values = Array.isArray(example) ? example : [example];
  return {
    schema: { type: "string", description: `One ${item} as JSON on each line${most}.` },
    example: values.map((value) => `${JSON.stringify(value)}\n`).join(""),
  };
}
