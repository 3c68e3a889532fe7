// From a route to its operation in the document.

import { singular } from "../values/singular.ts";
import type { SchemaCollector } from "./components.ts";
import { idempotencyHeader, ifNoneMatchHeader, projectHeader } from "./headers.ts";
import { requestBodyOf } from "./request-body.ts";
import { responsesOf } from "./responses.ts";
import type { Route } from "./route.ts";
import { tagOf } from "./tags.ts";
import type { Operation, Parameter, Schema } from "./types.ts";

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
    ...(route.needsKey ? {} : { security: [] }),
    ...(isOurs && { "x-extension": true }),
    ...(parameters.length > 0 && {
      // Every part of an extension is an extension: do not mark each.
      parameters: isOurs ? parameters.map(({ "x-extension": _mark, ...parameter }) => parameter) : parameters,
    }),
    ...(body !== undefined && { requestBody: body }),
    responses: responsesOf(route, components),
  };
}

function parametersOf(route: Route, { refer }: SchemaCollector): readonly Parameter[] {
  const { properties = {}, required = [] } = route.query;
  const inQuery = Object.entries(properties).map(([name, schema]) =>
    queryParameter(name, refer(schema), required.includes(name)),
  );
  return [
    ...route.params.map((name) => pathParameter(name, route)),
    ...inQuery,
    ...(route.isIdempotent ? [idempotencyHeader] : []),
    ...("304" in route.answers ? [ifNoneMatchHeader] : []),
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

function pathParameter(name: string, { url }: Route): Parameter {
  const resource = singular(url.split(`/:${name}`)[0]?.split("/").at(-1) ?? "");
  return {
    name,
    in: "path",
    required: true,
    description: `The ID of the ${resource}.`,
    schema: { type: "string", format: "uuid" },
  };
}
