// Paths of changes: those of a slice, and those of the whole project.

import { Type } from "typebox";
import { defaultLimit } from "../database/page.ts";
import { createStreams, sendStream } from "../http/event-streams.ts";
import { exact, idParams, projectMember } from "../http/schemas.ts";
import { inTenant, reading, type V1 } from "../http/v1/routes.ts";
import { tenantOf } from "../http/v1/tenant.ts";
import { bindingOf, cursorOf, pointNow, pointOf } from "../slices/point.ts";
import { sliceWith } from "../slices/stored.ts";
import { changesFrom } from "./changes-from.ts";
import { feed, unread } from "./feed.ts";
import { SliceFollower } from "./follower.ts";
import { addLog } from "./log-routes.ts";
import { changesQuery, cursorParameter, sliceChangesAnswer } from "./schemas.ts";
import { requireKept } from "./walk.ts";

/** Adds the paths. */
export function changeRoutes(v1: V1): void {
  addPages(v1);
  addStream(v1);
  addLog(v1);
}

function addPages(v1: V1): void {
  const schema = {
    operationId: "listSliceChanges",
    summary: "List what has entered a slice, left it, or was changed in it",
    description:
      "Since a cursor, by writes, by new names and by time alone. Who was in the slice at the cursor, with those that entered and without those that left, in the order given, is who is in it at the next one.",
    params: idParams("slice"),
    querystring: changesQuery,
    response: { 200: sliceChangesAnswer },
  };
  const config = { isForLimitedKeys: true, problems: ["invalid_cql", "cursor_expired"] } as const;
  reading(
    v1,
    "GET /v1/slices/:id/changes",
    { schema, config },
    async (tx, tenant, { params, query, raw }) => {
      const slice = await sliceWith(tx, tenant, params.id);
      const { limit = defaultLimit, cursor } = query;
      const binding = await bindingOf(tx, slice, tenant);
      const from = cursor === undefined ? await pointNow(tx, tenant) : pointOf(binding, cursor);
      const isGone = (): boolean => raw.socket.destroyed;
      const walked = await changesFrom(tx, tenant, slice.cql, { from, most: limit + 1, isGone });
      const { steps, point, isAtEnd } = walked;
      const shown = steps.slice(0, limit);
      const isFull = steps.length > limit;
      return {
        changes: shown.map(({ change }) => change),
        next_cursor: cursorOf(binding, (isFull ? shown.at(-1)?.after : undefined) ?? point),
        // An empty page never says so, also where it has looked at as much as one may.
        has_more: isFull || (!isAtEnd && shown.length > 0),
      };
    },
  );
}

const example = {
  kind: "left",
  entity_id: "0198c0de-7a11-7c3e-9b1f-3d2a5e6f7081",
  at: "2026-11-20T12:00:00.000Z",
  reason: "time",
  sequence: 42,
};

const eventStream = Type.String({
  description:
    "Server-sent events: the `id` of each is the cursor after it, its `event` the kind, and its `data` the same JSON as in the list.",
  examples: [`id: WyJrM2oiLCI0MiJd\nevent: ${example.kind}\ndata: ${JSON.stringify(example)}\n\n`],
});

function addStream(v1: V1): void {
  const { app, database } = v1;
  const streams = createStreams<SliceFollower>(database, app.log, {
    failure: unread,
    advice: "list the changes of a slice with `cursor`",
    feed: async (followers, outage) => await feed(database, followers, outage),
    pulse: (follower) => follower.pulse(),
  });
  app.addHook("preClose", streams.close);
  const schema = {
    operationId: "streamSliceChanges",
    summary: "Follow the changes of a slice",
    description:
      "As they happen, what time alone changes within a second. A client that has lost the connection goes on with `Last-Event-ID`, as browsers do by themselves; it may also be a `changes_cursor`.",
    params: idParams("slice"),
    querystring: exact({ ...projectMember, cursor: cursorParameter }),
    produces: ["text/event-stream"],
    response: { 200: eventStream },
  };
  const config = { isForLimitedKeys: true, problems: ["invalid_cql", "cursor_expired"] } as const;
  app.get("/v1/slices/:id/stream", { schema, config }, async (request, reply) => {
    const header = request.headers["last-event-id"];
    // A browser sends it when it reconnects: it is later than the cursor in the URL.
    const cursor = typeof header === "string" && header !== "" ? header : request.query.cursor;
    const place = await inTenant(
      v1,
      request,
      async (tx, tenant) => {
        const slice = await sliceWith(tx, tenant, request.params.id);
        const binding = await bindingOf(tx, slice, tenant);
        const { end, ...now } = await pointNow(tx, tenant);
        const point = cursor === undefined ? now : pointOf(binding, cursor);
        requireKept(point, end);
        // A query that is refused now is refused here, and not in the stream.
        await changesFrom(tx, tenant, slice.cql, { from: now, most: 0, isGone: () => true });
        return { sliceId: slice.id, cql: slice.cql, binding, point };
      },
      "repeatable read read only",
    );
    return await sendStream(request, reply, () => streams.open(new SliceFollower(tenantOf(request), place)));
  });
}
