// Serves the events of a loop as pages and as a stream.

import { Readable } from "node:stream";
import type { FastifyReply } from "fastify";
import { Type } from "typebox";
import { transaction } from "../database/transaction.ts";
import { exact, idParams, projectMember } from "../http/schemas.ts";
import type { V1 } from "../http/v1/routes.ts";
import { tenantOf } from "../http/v1/tenant.ts";
import { Problem } from "../values/problem.ts";
import { createStreams } from "./event-streams.ts";
import { eventsAfter } from "./events.ts";
import { noLoop } from "./finish.ts";
import { selectShownLoops } from "./rows.ts";
import { eventsAnswer } from "./schemas.ts";

/** The default number of events on a page. */
const usual = 100;

const query = exact({
  ...projectMember,
  limit: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 1000, default: usual, description: "How many events a page has." }),
  ),
  after_sequence: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 2 ** 31 - 1,
      default: 0,
      description: "The last sequence that was seen.",
    }),
  ),
});

/** Adds the path. */
export function eventRoute({ app, database }: V1): void {
  const streams = createStreams(database, app.log);
  app.addHook("preClose", streams.close);
  const schema = {
    operationId: "listLoopEvents",
    summary: "List the events of a loop, or follow them",
    description:
      "With `Accept: text/event-stream` they are sent as server-sent events, until the last one; `Last-Event-ID` resumes.",
    params: idParams("loop"),
    querystring: query,
    response: { 200: eventsAnswer },
  };
  app.get("/v1/loops/:id/events", { schema, config: { isSpecified: true } }, async (request, reply) => {
    const tenant = tenantOf(request);
    const { id } = request.params;
    const { limit = usual, after_sequence: after = 0 } = request.query;
    const isStream = (request.headers.accept ?? "").includes("text/event-stream");
    const from = isStream ? lastSeen(request.headers["last-event-id"], after) : after;
    const { events, hasMore } = await transaction(database, tenant, async (tx) => {
      if ((await tx.first(selectShownLoops(tenant).where("id", "=", id))) === undefined) throw noLoop();
      return await eventsAfter(tx, tenant, id, { after: from, limit });
    });
    if (isStream) {
      // Nobody would read the stream of a HEAD request.
      const isRead = request.method !== "HEAD";
      return await sendStream(reply, isRead ? streams.open(tenant, id, from) : Readable.from([]));
    }
    const next = events.at(-1)?.sequence ?? from;
    return { events: [...events], next_after_sequence: next, has_more: hasMore, request_id: request.id };
  });
}

async function sendStream(reply: FastifyReply, stream: Readable): Promise<never> {
  const headers = {
    "content-type": "text/event-stream; charset=utf-8",
    "cache-control": "no-store",
    // nginx would collect events into buffers.
    "x-accel-buffering": "no",
  };
  return await reply.headers(headers).serializer(String).send(stream);
}

/** `Last-Event-ID`, which a browser sends when it reconnects, is later than `after` in the URL. */
function lastSeen(header: string | string[] | undefined, after: number): number {
  if (header === undefined || header === "") return after;
  if (typeof header === "string" && /^\d{1,9}$/.test(header)) return Math.max(Number(header), after);
  const message = "must be the ID of an event, a number";
  throw new Problem("invalid_request", { errors: [{ pointer: "/Last-Event-ID", message }] });
}
