// Applies to every path under /v1: a key, its limits, and the tenant of the request.

import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Database } from "../../database/transaction.ts";
import { Problem } from "../../values/problem.ts";
import { isUuid } from "../../values/uuid.ts";
import type { App } from "../app.ts";
import { takeBodiesInTurns } from "../body-turns.ts";
import { takesToken } from "../inside.ts";
import { readQueryString } from "../query-string.ts";
import { tokenBuckets } from "../rate-limit.ts";
import { limitUnread } from "../unread.ts";
import { authenticator } from "./authenticate.ts";
import { accessOf, requireThat, requireUnlimited } from "./permission.ts";
import type { LookUpLimits, V1 } from "./routes.ts";
import { tenantFinder } from "./tenant.ts";

/** The dependencies of the routes. */
export interface V1Parts {
  readonly database: Database;
  readonly lookUpLimits: LookUpLimits;
  readonly admit: Admit;
}

/** Adds routes that need a key. */
export function addV1(app: FastifyInstance, parts: V1Parts, routes: readonly ((v1: V1) => void)[]): void {
  const { admit } = parts;
  app.addHook("onRequest", async (request, reply) => {
    // Requests to unknown paths count against the key's rate limit.
    if (matchesNoRoute(request) && request.headers.authorization !== undefined) await admit(request, reply);
  });
  void app.register(async (v1: App) => {
    guard(v1, parts);
    for (const add of routes) add({ app: v1, database: parts.database, lookUpLimits: parts.lookUpLimits });
  });
}

/** All keys below one from the command line together get as many requests a minute as this many keys: else one could make thousands. */
const familySize = 10;

/** Accepts a request with a valid key, within the key's rate limit. */
export type Admit = (request: FastifyRequest, reply: FastifyReply) => Promise<void>;

/** Creates what accepts requests: one for a server, whatever it serves, as each key has one bucket. */
export function admission({ system }: Pick<Database, "system">, rateLimitPerMinute: number): Admit {
  // Guessed keys are rate-limited by address.
  const authenticate = authenticator(system, tokenBuckets("address", rateLimitPerMinute));
  const keys = tokenBuckets("key", rateLimitPerMinute);
  const families = tokenBuckets("key", rateLimitPerMinute * familySize);
  return async (request, reply) => {
    const found = await authenticate(request, reply);
    request.setDecorator("access", found);
    if (!takesToken(request)) return;
    const [root] = found.ancestors;
    if (root !== undefined) families.take(root, reply);
    keys.take(found.keyId, reply);
  };
}

/** Whether a request names an unknown path under /v1, or one that does not support its method. */
function matchesNoRoute({ is404, url, routeOptions }: FastifyRequest): boolean {
  const path = is404 ? url : routeOptions.config.refusesMethod === true ? routeOptions.url : undefined;
  return path?.startsWith("/v1/") === true;
}

function guard(v1: App, { database, admit }: V1Parts): void {
  const findTenant = tenantFinder(database.system);
  v1.addHook("onRequest", admit);
  v1.addHook("onRequest", async (request) => {
    readQueryString(request);
    // Before the body is read, as it will not be used.
    requirePermission(request);
  });
  takeBodiesInTurns(v1, accessOf);
  limitUnread(v1, (request) => request.access?.organizationId);
  v1.addHook("preValidation", async (request) => {
    // On some routes only the body says whether they write.
    requirePermission(request);
    // An empty object may be omitted.
    if (request.body === undefined && request.routeOptions.config.bodyIsOptional === true) request.body = {};
  });
  v1.addHook("preHandler", async (request) => {
    requireIds(request.params);
    request.setDecorator("tenant", await findTenant(request, accessOf(request)));
  });
}

/** A malformed ID is the same as an unknown one. */
function requireIds(params: unknown): void {
  if (typeof params !== "object" || params === null) return;
  if (!Object.values(params).every((value) => typeof value === "string" && isUuid(value)))
    throw new Problem("not_found", { detail: "There is nothing with this ID." });
}

function requirePermission(request: FastifyRequest): void {
  const { needs = "read", isDry, isForLimitedKeys = false } = request.routeOptions.config;
  if (!isForLimitedKeys) requireUnlimited(accessOf(request));
  if (isDry === undefined || isDry(request) === false) requireThat(accessOf(request), needs);
}
