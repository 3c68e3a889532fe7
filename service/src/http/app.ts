// The server as routes see it.

import type { IncomingMessage, ServerResponse } from "node:http";
import type { TypeBoxTypeProvider } from "@fastify/type-provider-typebox";
import type { FastifyBaseLogger, FastifyInstance, RawServerDefault } from "fastify";
import type { Tenant } from "../database/transaction.ts";
import type { Access } from "../organizations/access.ts";

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
    /** What the key of the request may do; null where no key is needed. */
    readonly access: Access | null;
    /** Whose rows the request is about; null until it was validated. */
    readonly tenant: Tenant | null;
    /** The SHA-256 of the body as it came; null without one. */
    readonly bodyHash: Buffer | null;
  }
  interface FastifyContextConfig {
    readonly bodyIsOptional?: boolean;
    /** Whether the key of an organization need not name a project, as the answer is about all of them. */
    readonly projectIsOptional?: boolean;
    /** Whether the route exists to refuse the methods that a path does not support. */
    readonly refusesMethod?: boolean;
    /** Whether the route changes what is stored, so that a key that only reads may not use it. */
    readonly writes?: boolean | ((request: FastifyRequest) => boolean);
  }
}
