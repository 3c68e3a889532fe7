// From a route to its operation in the document.

import { singular } from "../values/singular.ts";
import type { SchemaCollector } from "./components.ts";
import { idempotencyHeader, ifNoneMatchHeader, projectHeader } from "./headers.ts";
import { requestBodyOf } from "./request-body.ts";
import { responsesOf } from "./responses.ts";
import type { Route } from "./route.ts";
import { isSpecified, markedParameter } from "./specified.ts";
import { tagOf } from "./tags.ts";
import type { Operation, Parameter } from "./types.ts";

/** The operation of a route. */
export function operationOf(route: Route, components: SchemaCollector): Operation {
  const isOurs = route.needsKey && !isSpecified(route.method, route.url);
  const parameters = parametersOf(route, components);
  const body = requestBodyOf(route, components);
  return {
    operationId: route.operationId,
    ...(route.summary !== undefined && { summary: route.summary }),
    ...(route.description !== undefined && { description: route.description }),
    tags: [tagOf(route.url)],
    ...(route.needsKey ? {} : { security: [] }),
    ...(isOurs && { "x-extension": true }),
    ...(parameters.length > 0 && {
      parameters: isOurs || !route.needsKey ? parameters : parameters.map(markedParameter),
    }),
    ...(body !== undefined && { requestBody: body }),
    responses: responsesOf(route, components),
  };
}

function parametersOf(route: Route, { refer }: SchemaCollector): readonly Parameter[] {
  const { properties = {}, required = [] } = route.query;
  const inQuery = Object.entries(properties).map(([name, { description = "", ...schema }]): Parameter => {
    return { name, in: "query", required: required.includes(name), description, schema: refer(schema) };
  });
  return [
    ...route.params.map((name) => pathParameter(name, route)),
    ...inQuery,
    ...(route.isIdempotent ? [idempotencyHeader] : []),
    ...("304" in route.answers ? [ifNoneMatchHeader] : []),
    ...(route.needsKey ? [projectHeader] : []),
  ];
}

function pathParameter(name: string, { url }: Route): Parameter {
  const owner = singular(url.split(`/:${name}`)[0]?.split("/").at(-1) ?? "");
  return {
    name,
    in: "path",
    required: true,
    description: `The ID of the ${owner}.`,
    schema: { type: "string", format: "uuid" },
  };
}
