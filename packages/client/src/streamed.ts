// Streams of server-sent events, each of which goes on where the one before it ended.

import { linesOf, valueOf } from "./lines.ts";
import { ConnectionError } from "./problem.ts";
import { pause, pauseBefore } from "./retry.ts";
import type { Transport } from "./transport.ts";

/** How many streams in a row may end at once with nothing in them. */
const maxEmpty = 6;
/** Milliseconds after which the end of a stream is that of a connection which somebody allows no longer: what waits for its turn has no events. */
const longMs = 5000;

/** What a stream has sent at once. */
export interface SentEvent {
  /** Its place in the stream; undefined if it has none. */
  readonly id: string | undefined;
  /** Its data as JSON; undefined for a sign of life. */
  readonly data: string | undefined;
}

/** A stream, and what is made of it. */
export interface Streamed<Item> {
  readonly path: string;
  /** From where it goes on. In the query rather than as `Last-Event-ID`, which a page of another origin may not send. */
  readonly query: () => Readonly<Record<string, unknown>>;
  /** What an event says; undefined if that is nothing new. Throws a `ConnectionError` for any other. */
  readonly itemOf: (event: SentEvent) => Item | undefined;
  /** Whether nothing comes any more, which is asked after the end of each stream; without it, something always may. */
  readonly isOver?: () => Promise<boolean>;
  readonly signal: AbortSignal | undefined;
}

/** What the streams have, one after the other. Throws a `ProblemError` if the service refuses to go on. */
export async function* streamed<Item>(
  transport: Transport,
  stream: Streamed<Item>,
): AsyncGenerator<Item, void, undefined> {
  const { signal, isOver } = stream;
  for (let empty = 0; empty < maxEmpty; empty += 1) {
    const begun = Date.now();
    for await (const item of connected(transport, stream)) {
      empty = 0;
      yield item;
      signal?.throwIfAborted();
    }
    signal?.throwIfAborted();
    if (Date.now() - begun > longMs) empty = 0;
    if ((await isOver?.()) === true) return;
    await pause(pauseBefore(empty + 1), signal);
  }
  throw new ConnectionError("The service ends each stream of events before anything is in it.");
}

/** What one connection has. That it breaks off is its end. */
async function* connected<Item>(
  transport: Transport,
  { path, query, itemOf, signal }: Streamed<Item>,
): AsyncGenerator<Item, void, undefined> {
  const headers = { accept: "text/event-stream" };
  const ask = { method: "GET", path, query: query(), headers, isRepeatable: true, signal };
  const response = await transport.send(ask, async (answer) => await Promise.resolve(answer));
  try {
    for await (const event of eventsOf(response)) {
      const item = itemOf(event);
      if (item !== undefined) yield item;
    }
  } catch (error) {
    if (!(error instanceof ConnectionError)) throw error;
  }
}

/** The events of an answer; the last one counts only if all of it has arrived. */
async function* eventsOf(response: Response): AsyncGenerator<SentEvent, void, undefined> {
  let id: string | undefined;
  let data: string | undefined;
  for await (const line of linesOf(response)) {
    // The service has the data of an event on one line.
    if (line.startsWith("data:")) data = line.slice("data:".length);
    else if (line.startsWith("id:")) id = line.slice("id:".length).trim();
    else if (line === "") {
      yield { id, data };
      [id, data] = [undefined, undefined];
    }
  }
}

/** The object in the data of an event, which the service writes as its document says. Throws a `ConnectionError` for what has no such member. */
export function eventIn<Item extends object>(data: string, isOne: (value: Partial<Item>) => boolean): Item {
  const value = valueOf(data) as Partial<Item> | null;
  if (value !== null && isOne(value)) return value as Item;
  throw new ConnectionError("The stream has something that is not an event.");
}
