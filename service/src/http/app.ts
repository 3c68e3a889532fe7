// The types of the server, its routes and its requests.

import type { IncomingMessage, ServerResponse } from "node:http";
import type { TypeBoxTypeProvider } from "@fastify/type-provider-typebox";
import type { FastifyBaseLogger, FastifyInstance, RawServerDefault } from "fastify";
import type { Tenant } from "../database/transaction.ts";
import type { Access } from "../organizations/access.ts";
import type { Permission } from "../values/permission.ts";

/** A server whose routes have the types of their schemas. */
export type App = FastifyInstance<
  RawServerDefault,
  IncomingMessage,
  ServerResponse,
  FastifyBaseLogger,
  TypeBoxTypeProvider
>;

declare module "fastify" {
  interface FastifyRequest {
    /** What the key of the request may do; null if the route needs no key. */
    readonly access: Access | null;
    /** The tenant of the request; null until it is validated. */
    readonly tenant: Tenant | null;
    /** The SHA-256 of the body as received; null without one. */
    readonly bodyHash: Buffer | null;
  }
  interface FastifyContextConfig {
    readonly bodyIsOptional?: boolean;
    /** Whether an organization's key need not name a project, because the response covers all of them. */
    readonly projectIsOptional?: boolean;
    /** Whether the project in the body is not the one that the request is about. */
    readonly bodyNamesNoProject?: boolean;
    /** Whether the route exists only to refuse methods that a path does not support. */
    readonly refusesMethod?: boolean;
    /** What a key must be allowed to do to use the route; by default to read. */
    readonly needs?: Permission;
    /** Whether keys that are limited to a slice or an end user may use it, as it shows and changes only what they see. */
    readonly isForLimitedKeys?: boolean;
    /** Whether a request is a dry run, for which reading is enough; undefined while only its unread body could say so. */
    readonly isDry?: (request: Pick<FastifyRequest, "body" | "query">) => boolean | undefined;
  }
}
