// From a route to its operation in the document.

import type { JsonValue } from "../values/json.ts";
import { referredName, resolved, type SchemaCollector } from "./components.ts";
import { exampleOf } from "./example.ts";
import {
  idempotencyHeader,
  ifMatchHeader,
  ifNoneMatchHeader,
  lastEventIdHeader,
  projectHeader,
} from "./headers.ts";
import { responsesOf } from "./responses.ts";
import type { Route } from "./route.ts";
import { tagOf } from "./tags.ts";
import type { Media, Operation, Parameter, RequestBody, Schema } from "./types.ts";

/** The operation of a route. */
export function operationOf(route: Route, components: SchemaCollector): Operation {
  const isOurs = route.needsKey && !route.isSpecified;
  const parameters = parametersOf(route, components);
  const body = requestBodyOf(route, components);
  return {
    operationId: route.operationId,
    ...(route.summary !== undefined && { summary: route.summary }),
    ...(route.description !== undefined && { description: route.description }),
    tags: [tagOf(route.url)],
    ...(route.needsKey ? { "x-permission": route.needs } : { security: [] }),
    ...(isOurs && { "x-extension": true }),
    ...(parameters.length > 0 && {
      // Every part of an extension is an extension: do not mark each.
      parameters: isOurs ? parameters.map(({ "x-extension": _mark, ...parameter }) => parameter) : parameters,
    }),
    ...(body !== undefined && { requestBody: body }),
    responses: responsesOf(route, components),
  };
}

function parametersOf(route: Route, { refer }: SchemaCollector): Parameter[] {
  const { properties = {}, required = [] } = route.query;
  const inPath = Object.entries(route.params).map(([name, schema]) => pathParameter(name, schema));
  const inQuery = Object.entries(properties).map(([name, schema]) =>
    queryParameter(name, refer(schema), required.includes(name)),
  );
  return [
    ...inPath,
    ...inQuery,
    ...(route.isIdempotent ? [idempotencyHeader] : []),
    ...(route.problems.includes("version_conflict") ? [ifMatchHeader] : []),
    ...("304" in route.answers ? [ifNoneMatchHeader] : []),
    ...(route.answerTypes.includes("text/event-stream") ? [lastEventIdHeader] : []),
    ...(route.needsKey ? [projectHeader] : []),
  ];
}

/** Moves the description and mark of the schema to the parameter. */
function queryParameter(
  name: string,
  { description = "", "x-extension": mark, ...schema }: Schema,
  required: boolean,
): Parameter {
  return { name, in: "query", required, description, schema, ...(mark === true && { "x-extension": mark }) };
}

/** The schema does not check the form, because a malformed ID is a 404. */
function pathParameter(name: string, { description = "" }: Schema): Parameter {
  return { name, in: "path", required: true, description, schema: { type: "string", format: "uuid" } };
}

/** The body that a route accepts, if any. */
function requestBodyOf(route: Route, { refer, all }: SchemaCollector): RequestBody | undefined {
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
function lines({ anyOf = [], ...schema }: Schema, example: JsonValue): Media {
  const { items = {}, maxItems } = anyOf.find((choice) => choice.items !== undefined) ?? schema;
  const most = maxItems === undefined ? "" : `, at most ${maxItems}`;
  const item = referredName(items) ?? "item";
  const values = Array.isArray(example) ? example : [example];
  return {
    schema: { type: "string", description: `One ${item} as JSON on each line${most}.` },
    example: values.map((value) => `${JSON.stringify(value)}\n`).join(""),
  };
}
