// Routes under /v1: each names its schema and what it does in one transaction of its tenant. Responses get the ID of their request here.

import type { IncomingMessage } from "node:http";
import type { TypeBoxTypeProvider } from "@fastify/type-provider-typebox";
import type {
  FastifyContextConfig,
  FastifyReply,
  FastifyRequest,
  FastifySchema,
  FastifySchemaCompiler,
  HTTPMethods,
  RawServerDefault,
  RouteGenericInterface,
} from "fastify";
import type { Static, TSchema } from "typebox";
import type { Isolation } from "../../database/begin.ts";
import { type Database, type Tenant, type Transaction, transaction } from "../../database/transaction.ts";
import type { App } from "../app.ts";
import { type Answer, answerOnce, hasKey, type ReadAgain, type Run } from "./idempotency.ts";
import { tenantOf } from "./tenant.ts";

/** The server and database that routes are added to. */
export interface V1 {
  readonly app: App;
  readonly database: Database;
  readonly lookUpLimits: LookUpLimits;
}

/** Looks up what limits the key of a tenant at the instant of a transaction, and tells it to the policies; returns the tenant with it. */
export type LookUpLimits = (tx: Transaction, tenant: Tenant) => Promise<Tenant>;

/** Runs work in a transaction of the tenant of a request, within what limits its key. */
export async function inTenant<Result>(
  { database, lookUpLimits }: Pick<V1, "database" | "lookUpLimits">,
  request: Pick<FastifyRequest, "tenant">,
  work: (tx: Transaction, tenant: Tenant) => Promise<Result>,
  isolation?: Isolation,
): Promise<Result> {
  const tenant = tenantOf(request);
  const within = async (tx: Transaction): Promise<Result> => await work(tx, await lookUpLimits(tx, tenant));
  return await onceMore(async () => await transaction(database, tenant, within, isolation));
}

/** The SQLSTATE `foreign_key_violation`. */
const isGone = "23503";

/**
 * Runs a transaction again if what it refers to was deleted between its check and its write, or if what it deletes was referred to: the second time
 * the check finds out, and says which it was.
 */
async function onceMore<Result>(run: () => Promise<Result>): Promise<Result> {
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === isGone)) throw error;
    return await run();
  }
}

/** A method and a path, such as `GET /v1/slices/:id`. */
export type Route = `${HTTPMethods} /v1/${string}`;

/** The schema of a route that clients call: the OpenAPI document has it under its `operationId`. */
type OperationSchema = FastifySchema & Required<Pick<FastifySchema, "operationId" | "summary">>;

/** What Fastify has to know about a route. Whether it writes is known from the function that adds it. */
interface Options<Schema> {
  readonly schema: Schema;
  readonly config?: FastifyContextConfig;
  readonly validatorCompiler?: FastifySchemaCompiler<TSchema>;
}

/** A request, typed by its schema. */
export type RequestWith<Schema extends FastifySchema> = FastifyRequest<
  RouteGenericInterface,
  RawServerDefault,
  IncomingMessage,
  Schema,
  TypeBoxTypeProvider
>;

/** The body of a response by its schema, without the members that are added here. */
type BodyOf<Schema> = Schema extends { readonly response: infer Responses }
  ? { readonly [Status in keyof Responses]: Shown<Responses[Status]> }[keyof Responses] & (object | null)
  : never;

type Shown<Body> = Body extends TSchema ? WithoutId<Static<Body>> : never;

type WithoutId<Body> = Body extends null ? null : Omit<Body, "request_id">;

/** How a route answers. */
interface Answering<Schema> {
  /** The headers of an answer, from its body. */
  readonly headersOf?: (body: BodyOf<Schema>) => Readonly<Record<string, string>>;
}

type Work<Schema extends FastifySchema, Result extends object | null> = (
  tx: Transaction,
  tenant: Tenant,
  request: RequestWith<Schema>,
) => Promise<Result>;

/** Adds a route that reads, in one snapshot, in which nothing can be written. */
export function reading<const Schema extends OperationSchema>(
  v1: V1,
  route: Route,
  { headersOf, ...options }: Options<Schema> & Answering<Schema>,
  read: Work<Schema, BodyOf<Schema>>,
): void {
  add(v1, route, options, inTransaction(v1, read, { headersOf, isolation: "repeatable read read only" }));
}

/**
 * Adds a route that writes without an `Idempotency-Key`, as a second time changes nothing more; for keys that may write, unless its configuration
 * says otherwise. Null is answered with 204.
 */
export function writing<const Schema extends OperationSchema>(
  v1: V1,
  route: Route,
  { headersOf, ...options }: Options<Schema> & Answering<Schema>,
  write: Work<Schema, BodyOf<Schema>>,
): void {
  const config = { needs: "write", ...options.config } as const;
  add(v1, route, { ...options, config }, inTransaction(v1, write, { headersOf }));
}

/** The handler of a route that takes an `Idempotency-Key`. */
interface Once<Body> {
  /** Reads again what a response is about that is not stored. */
  readonly readAgain?: ReadAgain<Body>;
  readonly isolation?: Isolation;
  /**
   * Whether a request is a dry run: then nothing is written, whatever its key may do, and its response is not stored. Undefined while
   * only its unread body could say so.
   */
  readonly isDry?: FastifyContextConfig["isDry"];
}

/** Writes in a transaction shared with other requests; undefined if the request needs its own. */
type WorkGrouped<Schema extends FastifySchema, Result extends object> = (
  tenant: Tenant,
  request: RequestWith<Schema>,
) => Promise<Result | undefined>;

/** Whether the query or the body of a request says that it is a dry run. */
export function saysDryRun(part: unknown): boolean {
  return typeof part === "object" && part !== null && "dry_run" in part && part.dry_run === true;
}

/** Adds a route that writes once for each `Idempotency-Key`; for keys that may write, unless its configuration says otherwise. */
export function writingOnce<const Schema extends OperationSchema>(
  v1: V1,
  route: Route,
  { isolation, isDry, readAgain, ...options }: Options<Schema> & Once<BodyOf<Schema> & object>,
  write: Work<Schema, Answer<BodyOf<Schema> & object>>,
  writeGrouped?: WorkGrouped<Schema, Answer<BodyOf<Schema> & object>>,
): void {
  const { database, lookUpLimits } = v1;
  const config = { needs: "write", ...options.config, ...(isDry !== undefined && { isDry }) } as const;
  add(v1, route, { ...options, config }, async (request, reply) => {
    const tenant = tenantOf(request);
    const work = async (tx: Transaction) => await write(tx, await lookUpLimits(tx, tenant), request);
    // An `Idempotency-Key` is stored in the transaction of its request.
    const grouped = hasKey(request) ? undefined : await writeGrouped?.(tenant, request);
    const run: Run = async (within) =>
      await onceMore(async () => await transaction(database, tenant, within, isolation));
    if (grouped === undefined && isDry?.(request) !== true)
      return await answerOnce(run, request, reply, work, readAgain);
    const answer: Answer<object> = grouped ?? (await run(work));
    const { status, body } = answer;
    void reply.code(status);
    return { ...body, request_id: request.id };
  });
}

type Handler<Schema extends FastifySchema> = (
  request: RequestWith<Schema>,
  reply: FastifyReply,
) => Promise<unknown>;

interface HowToRun<Schema> {
  readonly headersOf: Answering<Schema>["headersOf"] | undefined;
  readonly isolation?: Isolation;
}

function inTransaction<Schema extends FastifySchema>(
  v1: V1,
  work: Work<Schema, BodyOf<Schema>>,
  { headersOf, isolation }: HowToRun<Schema>,
): Handler<Schema> {
  return async (request, reply) => {
    const shown = await inTenant(
      v1,
      request,
      async (tx, tenant) => await work(tx, tenant, request),
      isolation,
    );
    void reply.headers(headersOf?.(shown) ?? {});
    const body: object | null = shown;
    return body === null ? await reply.code(204).send(null) : { ...body, request_id: request.id };
  };
}

function add<Schema extends FastifySchema>(
  { app }: V1,
  route: Route,
  { schema, config = {}, validatorCompiler }: Options<Schema> & { readonly config?: FastifyContextConfig },
  handler: Handler<Schema>,
): void {
  const [method = "", url = ""] = route.split(" ");
  const general: FastifySchema = schema;
  app.route({
    method,
    url,
    schema: general,
    config,
    ...(validatorCompiler !== undefined && { validatorCompiler }),
    // Fastify has validated the request with the schema from which its type is derived.
    handler: async (request, reply) => await handler(request as RequestWith<Schema>, reply),
  });
}
