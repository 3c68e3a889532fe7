// The server as routes see it.

import type { IncomingMessage, ServerResponse } from "node:http";
import type { TypeBoxTypeProvider } from "@fastify/type-provider-typebox";
import type { FastifyBaseLogger, FastifyInstance, FastifyRequest, RawServerDefault } from "fastify";

/** A server whose routes have the types of their schemas. */
export type App = FastifyInstance<
  RawServerDefault,
  IncomingMessage,
  ServerResponse,
  FastifyBaseLogger,
  TypeBoxTypeProvider
>;

declare module "fastify" {
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
