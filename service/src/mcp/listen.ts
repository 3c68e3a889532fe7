// Subscriptions: an agent that listens is told when a slice has changed, and reads what with `changes_since`.

import { once, setMaxListeners } from "node:events";
import { PassThrough, Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import {
  type CreateMcpHandlerOptions,
  InMemoryServerEventBus,
  type McpHttpHandler,
} from "@modelcontextprotocol/server";
import type { FastifyReply, FastifyRequest } from "fastify";
import { sendStream } from "../http/event-streams.ts";
import { Problem } from "../values/problem.ts";
import type { Opened } from "./inside-call.ts";
import { memberOf } from "./member-of.ts";

/** A request for a stream of notifications. */
export interface Listening {
  readonly id: unknown;
}

/** Opens the stream of changes of a resource; undefined for a resource that has none, or is not there. */
export type OpenStream = (request: FastifyRequest, uri: string) => Promise<Opened | undefined>;

/** How a request for a stream is answered. */
interface Listener {
  readonly open: OpenStream;
  readonly handlerWith: (options: CreateMcpHandlerOptions) => McpHttpHandler;
  readonly fetch: (handler: McpHttpHandler, message: unknown) => Promise<Response>;
  readonly send: (reply: FastifyReply, response: Response) => Promise<FastifyReply>;
}

/** Maximum resources of one request. */
const maxResources = 100;

/** Whether a message asks for a stream. */
export function isListening(body: unknown): body is Listening {
  return memberOf(body, "method") === "subscriptions/listen" && memberOf(body, "id") !== undefined;
}

/**
 * Answers with a stream of notifications. For each slice it holds a stream of the service, with the key of the caller: that counts where streams are
 * limited, and ends when the key is revoked, which ends this one as well.
 */
export async function listen(
  request: FastifyRequest,
  reply: FastifyReply,
  message: Listening,
  { open, handlerWith, fetch, send }: Listener,
): Promise<FastifyReply> {
  const opened = new Map<string, Opened>();
  const close = (): void => {
    for (const each of opened.values()) each.close();
  };
  try {
    const refused = await openAll(request, reply, wantedIn(message), { open, opened });
    // The client may have gone away meanwhile: then there is nobody to answer.
    if (refused !== undefined || reply.raw.destroyed) {
      close();
      return refused === undefined ? reply.hijack() : await handOn(reply, refused);
    }
    const bus = new InMemoryServerEventBus();
    const handler = handlerWith({ bus });
    const response = await fetch(handler, honoring(message, [...opened.keys()]));
    const { body } = response;
    if (body === null || response.headers.get("content-type") !== "text/event-stream") {
      close();
      return await send(reply, response);
    }
    const out = new PassThrough();
    const gone = new AbortController();
    // Each slice waits for the same reader.
    setMaxListeners(0, out, gone.signal);
    out.once("close", () => {
      gone.abort();
      close();
    });
    // A client that goes away is the end of it.
    pipeline(Readable.from(body), out).catch(() => undefined);
    for (const [uri, { events }] of opened)
      void tell(events, { out, gone }, () => bus.publish({ kind: "resource_updated", uri })).then(
        async () => await handler.close(),
      );
    return await sendStream(request, reply, () => out);
  } catch (error) {
    close();
    throw error;
  }
}

/** What is opened for a request. */
interface Opening {
  readonly open: OpenStream;
  /** The streams that were opened, by their addresses. */
  readonly opened: Map<string, Opened>;
}

/** Opens the streams of some addresses, as long as the client is there; what has none is left out. Returns the one that is refused as one too many. */
async function openAll(
  request: FastifyRequest,
  { raw }: FastifyReply,
  uris: Iterable<string>,
  { open, opened }: Opening,
): Promise<Opened | undefined> {
  for (const uri of uris) {
    if (raw.destroyed) return undefined;
    const stream = await open(request, uri);
    if (stream === undefined) continue;
    if (stream.answer.status === 200) opened.set(uri, stream);
    else if (stream.answer.status === 429 || stream.answer.status >= 500) return stream;
  }
  return undefined;
}

/** Who reads the notifications. */
interface Reader {
  readonly out: PassThrough;
  /** Aborted when nobody reads any more. */
  readonly gone: AbortController;
}

/** Notifies as often as changes arrive, until their stream ends. Each piece of it is of whole events; a sign of life has no data. */
async function tell(events: Readable, { out, gone }: Reader, notify: () => void): Promise<void> {
  try {
    for await (const piece of events) {
      if (/^data:/m.test(String(piece))) notify();
      if (out.writableNeedDrain) await once(out, "drain", gone);
    }
  } catch {
    // It was cut off: the key was revoked, or the client has gone.
  }
}

/** The addresses that a message asks for. Throws a {@link Problem} for too many; what is malformed is refused by the library. */
function wantedIn(message: Listening): ReadonlySet<string> {
  const given = memberOf(memberOf(memberOf(message, "params"), "notifications"), "resourceSubscriptions");
  const uris = new Set(Array.isArray(given) ? given.filter((uri) => typeof uri === "string") : []);
  if (uris.size <= maxResources) return uris;
  const pointer = "/params/notifications/resourceSubscriptions";
  throw new Problem("invalid_request", {
    errors: [{ pointer, message: `must have at most ${String(maxResources)} resources` }],
  });
}

/** The message with those resources alone that can be listened to, which the answer begins with. */
function honoring(message: Listening, uris: readonly string[]): unknown {
  const params = memberOf(message, "params");
  const notifications = memberOf(params, "notifications");
  if (!Array.isArray(memberOf(notifications, "resourceSubscriptions"))) return message;
  const honored = { ...membersOf(notifications), resourceSubscriptions: uris };
  return { ...message, params: { ...membersOf(params), notifications: honored } };
}

function membersOf(value: unknown): object {
  return typeof value === "object" && value !== null ? value : {};
}

/** Answers as the service has answered: there are too many streams, or it cannot work at the moment. */
async function handOn(reply: FastifyReply, { answer }: Opened): Promise<FastifyReply> {
  const retryAfter = answer.header("retry-after");
  if (retryAfter !== undefined) reply.header("retry-after", retryAfter);
  return await reply.code(answer.status).type("application/problem+json").send(answer.body);
}
