// A route as the document needs it: what its schema and its configuration say.

import type { FastifySchema, RouteOptions } from "fastify";
import type { Permission } from "../values/permission.ts";
import type { ProblemCode } from "../values/problem.ts";
import { isSchema } from "./components.ts";
import type { Schema, Schemas } from "./types.ts";

declare module "fastify" {
  interface FastifySchema {
    /** The name of the function in generated clients. Every operation has one. */
    readonly operationId?: string;
    readonly summary?: string;
    readonly description?: string;
    /** The media types of its body; by default JSON. */
    readonly consumes?: readonly string[];
    /** The media types of its answer; by default JSON. */
    readonly produces?: readonly string[];
    readonly hide?: boolean;
  }
  interface FastifyContextConfig {
    /** Its own problems, besides those of every path of its kind. */
    readonly problems?: readonly ProblemCode[];
    /** Whether it takes an `Idempotency-Key`, as each `POST` that writes does. */
    readonly takesIdempotencyKey?: boolean;
    /** Whether the specification has it. Everything else under `/v1` is marked as an extension. */
    readonly isSpecified?: boolean;
    /** The headers of its answers, by status, besides those that all have. */
    readonly answerHeaders?: Readonly<Record<string, readonly string[]>>;
  }
}

/** What is known about a route. */
export interface Route {
  readonly method: string;
  readonly url: string;
  /** The path with its parameters in braces. */
  readonly path: string;
  readonly operationId: string;
  readonly summary: string | undefined;
  readonly description: string | undefined;
  readonly query: Schema;
  /** The parameters in the path, by name. */
  readonly params: Schemas;
  readonly body: unknown;
  readonly bodyIsOptional: boolean;
  readonly mediaTypes: readonly string[];
  readonly answers: Readonly<Record<string, unknown>>;
  readonly answerTypes: readonly string[];
  readonly answerHeaders: Readonly<Record<string, readonly string[]>>;
  readonly problems: readonly ProblemCode[];
  readonly needsKey: boolean;
  readonly isSpecified: boolean;
  /** What a key must be allowed to do, unless it is a dry run. */
  readonly needs: Permission;
  readonly isIdempotent: boolean;
  /** Whether its 200 is the response to a dry run. */
  readonly hasDryRun: boolean;
}

/** Reads the options of a route with one method. Throws an error if it has no `operationId`. */
export function routeOf({ url, config = {}, ...options }: RouteOptions): Route {
  const method = [options.method].flat().join();
  const schema: FastifySchema = options.schema ?? {};
  if (schema.operationId === undefined) throw new Error(`${method} ${url} has no operationId.`);
  return {
    method,
    url,
    path: url.replaceAll(/:(\w+)/g, "{$1}"),
    operationId: schema.operationId,
    summary: schema.summary,
    description: schema.description,
    query: isSchema(schema.querystring) ? schema.querystring : {},
    params: isSchema(schema.params) ? (schema.params.properties ?? {}) : {},
    body: schema.body,
    bodyIsOptional: config.bodyIsOptional === true,
    mediaTypes: schema.consumes ?? ["application/json"],
    answers: answersOf(schema.response),
    answerTypes: schema.produces ?? ["application/json"],
    answerHeaders: config.answerHeaders ?? {},
    problems: config.problems ?? [],
    needsKey: url.startsWith("/v1/"),
    isSpecified: config.isSpecified === true,
    needs: config.needs ?? "read",
    isIdempotent:
      (config.needs ?? "read") !== "read" && (method === "POST" || config.takesIdempotencyKey === true),
    hasDryRun: [schema.querystring, schema.body].some(saysDryRun),
  };
}

function saysDryRun(schema: unknown): boolean {
  return isSchema(schema) && schema.properties?.["dry_run"] !== undefined;
}

function answersOf(response: unknown): Readonly<Record<string, unknown>> {
  return typeof response === "object" && response !== null
    ? Object.fromEntries(Object.entries(response))
    : {};
}
