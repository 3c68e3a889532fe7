// Converts numbers and booleans in a query string, which has only texts.

import type { FastifyRequest } from "fastify";
import { Problem } from "../values/problem.ts";

interface QuerySchema {
  readonly properties?: Readonly<Record<string, { readonly type?: unknown }>>;
}

const integer = /^-?(?:0|[1-9]\d{0,14})$/;

/** Converts the parameters that are numbers or booleans in the schema of the route; a text that is neither stays as it is, and is refused. */
export function readQueryString(request: FastifyRequest): void {
  const schema = request.routeOptions.schema?.querystring;
  if (!isObject(schema) || !isObject(request.query)) return;
  const { properties = {} }: QuerySchema = schema;
  const read: Record<string, unknown> = {};
  for (const [name, text] of Object.entries(request.query)) {
    if (Array.isArray(text))
      throw new Problem("invalid_request", { errors: [{ pointer: `/${name}`, message: "is there twice" }] });
    read[name] = coerce(text, properties[name]?.type);
  }
  request.query = read;
}

function coerce(text: unknown, type: unknown): unknown {
  if (typeof text !== "string") return text;
  if (type === "integer" && integer.test(text)) return Number(text);
  if (type === "boolean" && (text === "true" || text === "false")) return text === "true";
  return text;
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}
