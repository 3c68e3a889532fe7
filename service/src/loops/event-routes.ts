// Serves the events of a loop as pages and as a stream.

import type { FastifyReply, FastifyRequest } from "fastify";
import { Type } from "typebox";
import { type Tenant, type Transaction, transaction } from "../database/transaction.ts";
import { type Streams, sendStream } from "../http/event-streams.ts";
import { exact, idParams, projectMember } from "../http/schemas.ts";
import type { V1 } from "../http/v1/routes.ts";
import { tenantOf } from "../http/v1/tenant.ts";
import { eventKinds } from "../values/loop-kinds.ts";
import { Problem } from "../values/problem.ts";
import { createEventStreams, Watcher } from "./event-streams.ts";
import { eventsAfter } from "./events.ts";
import { noLoop } from "./finish.ts";
import { selectShownLoops } from "./rows.ts";
import { eventsAnswer } from "./schemas.ts";

/** The default number of events on a page. */
const usual = 100;

const place = {
  ...projectMember,
  after_sequence: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 2 ** 31 - 1,
      default: 0,
      description: "The last sequence that was seen.",
    }),
  ),
};

const pageQuery = exact({
  ...place,
  limit: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 1000, default: usual, description: "How many events a page has." }),
  ),
});

/** Adds the paths. */
export function eventRoutes(v1: V1): void {
  const streams = createEventStreams(v1.database, v1.app.log);
  v1.app.addHook("preClose", streams.close);
  addPages(v1, streams);
  addStream(v1, streams);
}

function addPages({ app, database }: V1, streams: Streams<Watcher>): void {
  const schema = {
    operationId: "listLoopEvents",
    summary: "List the events of a loop, or follow them",
    description:
      "With `Accept: text/event-stream` they are sent as server-sent events, as by `GET /v1/loops/{id}/stream`.",
    params: idParams("loop"),
    querystring: pageQuery,
    response: { 200: eventsAnswer },
  };
  app.get("/v1/loops/:id/events", { schema, config: { isSpecified: true } }, async (request, reply) => {
    const tenant = tenantOf(request);
    const { id } = request.params;
    const { limit = usual, after_sequence: after = 0 } = request.query;
    const isStream = (request.headers.accept ?? "").includes("text/event-stream");
    if (isStream) {
      const from = lastSeen(request, after);
      await transaction(database, tenant, async (tx) => await requireLoop(tx, tenant, id));
      return await follow(streams, request, reply, { id, from });
    }
    const { events, hasMore } = await transaction(database, tenant, async (tx) => {
      await requireLoop(tx, tenant, id);
      return await eventsAfter(tx, tenant, id, { after, limit });
    });
    const next = events.at(-1)?.sequence ?? after;
    return { events: [...events], next_after_sequence: next, has_more: hasMore, request_id: request.id };
  });
}

const example = {
  sequence: 2,
  kind: eventKinds[1],
  at: "2026-11-20T12:00:00.000Z",
  iteration: 0,
  data: {},
};

const eventStream = Type.String({
  description:
    "Server-sent events: the `id` of each is its sequence, its `event` the kind, and its `data` the same JSON as in the list.",
  examples: [`id: ${example.sequence}\nevent: ${example.kind}\ndata: ${JSON.stringify(example)}\n\n`],
});

function addStream({ app, database }: V1, streams: Streams<Watcher>): void {
  const schema = {
    operationId: "streamLoopEvents",
    summary: "Follow the events of a loop",
    description:
      "As they happen, until the last one. A client that has lost the connection goes on with `Last-Event-ID`, as browsers do by themselves.",
    params: idParams("loop"),
    querystring: exact(place),
    produces: ["text/event-stream"],
    response: { 200: eventStream },
  };
  app.get("/v1/loops/:id/stream", { schema }, async (request, reply) => {
    const tenant = tenantOf(request);
    const { id } = request.params;
    const from = lastSeen(request, request.query.after_sequence ?? 0);
    await transaction(database, tenant, async (tx) => await requireLoop(tx, tenant, id));
    return await follow(streams, request, reply, { id, from });
  });
}

async function requireLoop(tx: Transaction, tenant: Tenant, id: string): Promise<void> {
  if ((await tx.first(selectShownLoops(tenant).where("id", "=", id))) === undefined) throw noLoop();
}

/** Which loop, and after which sequence. */
interface Place {
  readonly id: string;
  readonly from: number;
}

async function follow(
  streams: Streams<Watcher>,
  request: Pick<FastifyRequest, "method" | "tenant">,
  reply: FastifyReply,
  { id, from }: Place,
): Promise<never> {
  return await sendStream(request, reply, () => streams.open(new Watcher(tenantOf(request), id, from)));
}

/** `Last-Event-ID`, which a browser sends when it reconnects, is later than `after` in the URL. */
function lastSeen({ headers }: Pick<FastifyRequest, "headers">, after: number): number {
  const header = headers["last-event-id"];
  if (header === undefined || header === "") return after;
  if (typeof header === "string" && /^\d{1,9}$/.test(header)) return Math.max(Number(header), after);
  const message = "must be the ID of an event, a number";
  throw new Problem("invalid_request", { errors: [{ pointer: "/Last-Event-ID", message }] });
}
