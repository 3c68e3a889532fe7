// How tools call the routes of the service: in process, or over HTTP.

import type { JsonObject, JsonValue } from "../values/json.ts";
import { isJsonObject } from "../values/json.ts";
import { Refused } from "./refused.ts";

/** A response of the service. */
export interface CallAnswer {
  readonly status: number;
  /** A header by its name in lower case. */
  readonly header: (name: string) => string | undefined;
  /** Undefined without a body. */
  readonly body: JsonValue | undefined;
}

/** Calls a route of the service with the key of the caller. */
export type Call = (
  method: "GET" | "POST" | "DELETE",
  path: string,
  body?: JsonObject,
) => Promise<CallAnswer>;

/**
 * The body of a response that is not an error. Throws a {@link Refused} with the problem otherwise; `names` maps the beginnings of pointers
 * into the body of the route to those into the arguments of the tool, such as `/cql` to `/within`.
 */
export async function ask<Body>(
  call: Call,
  [method, path, body]: Readonly<Parameters<Call>>,
  names: Readonly<Record<string, string>> = {},
): Promise<Body> {
  const answer = await call(method, path, body);
  // The schema of the route, which its own tests hold it to, is where the type comes from.
  if (answer.status < 400) return (answer.body ?? {}) as Body;
  const problem = isJsonObject(answer.body) ? answer.body : {};
  throw Refused.by(problem, { names, retryAfter: answer.header("retry-after") });
}

/** A path with a query; parameters that are undefined are left out. */
export function pathWith(path: string, query: Readonly<Record<string, string | number | undefined>>): string {
  const given = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) given.set(name, String(value));
  return given.size === 0 ? path : `${path}?${given.toString()}`;
}
