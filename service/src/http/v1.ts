// What holds for every path under /v1: a key, its limits, and the project that the request is about.

import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Database } from "../database/transaction.ts";
import type { Access } from "../keys/access.ts";
import { authenticator } from "../keys/authenticate.ts";
import { scopeFinder } from "../keys/scope.ts";
import type { App } from "./app.ts";
import { Problem } from "./problem.ts";
import { readQuery } from "./query-string.ts";
import { tokenBuckets } from "./rate-limit.ts";
import { access, scope } from "./request.ts";
import { isUuid } from "./uuid.ts";

/** What the paths need. */
export interface V1Parts {
  readonly database: Database;
  readonly rateLimitPerMinute: number;
}

/** Adds routes that need a key. */
export function addV1(app: FastifyInstance, parts: V1Parts, routes: readonly ((app: App) => void)[]): void {
  void app.register(async (v1: App) => {
    guard(v1, parts);
    for (const add of routes) add(v1);
  });
}

function guard(v1: App, { database, rateLimitPerMinute }: V1Parts): void {
  const authenticate = authenticator(database.pool);
  const findScope = scopeFinder(database.pool);
  const take = tokenBuckets(rateLimitPerMinute);
  const takeForAddress = tokenBuckets(rateLimitPerMinute);
  v1.addHook("onRequest", async (request, reply) => {
    try {
      access.set(request, await authenticate(request));
    } catch (error) {
      // Whoever guesses keys is slowed down by where they come from.
      if (error instanceof Problem) takeForAddress(request.ip, reply);
      throw error;
    }
    take(accessOf(request).keyId, reply);
  });
  v1.addHook("preValidation", async (request) => {
    readQuery(request);
    // Who has nothing to say need not send an empty object.
    if (request.body === undefined && request.routeOptions.config.bodyIsOptional === true) request.body = {};
  });
  v1.addHook("preHandler", async (request) => {
    const may = accessOf(request);
    requireIds(request.params);
    scope.set(request, await findScope(request, may));
    if (may.isReadOnly && writes(request)) throw new Problem("read_only_key");
  });
}

function accessOf(request: FastifyRequest): Access {
  const found = access.get(request);
  if (found === undefined) throw new Error("The key was not looked up.");
  return found;
}

/** What is not an identifier is the identifier of nothing. */
function requireIds(params: unknown): void {
  if (typeof params !== "object" || params === null) return;
  if (!Object.values(params).every((value) => typeof value === "string" && isUuid(value)))
    throw new Problem("not_found", { detail: "There is nothing with this ID." });
}

function writes(request: FastifyRequest): boolean {
  const given = request.routeOptions.config.writes ?? false;
  return typeof given === "function" ? given(request) : given;
}
