// The events of a loop as they happen: a stream that goes on by itself.

import { Loops as GeneratedLoops } from "./generated/resources.ts";
import type {
  CreateLoopData,
  CreateLoopResponse,
  LoopAnswer,
  LoopBody,
  LoopCompiled,
  LoopEvent,
  LoopEvents,
  LoopStarted,
} from "./generated/types.ts";
import { linesOf } from "./lines.ts";
import { ConnectionError } from "./problem.ts";
import { at, type CallOptions, Calls, type Options } from "./resource.ts";
import { pause, pauseBefore } from "./retry.ts";
import type { Transport } from "./transport.ts";

/** How a loop is followed. */
export interface EventOptions extends CallOptions {
  /** The sequence of the last event that was seen; by default the first event comes first. */
  readonly after_sequence?: number | undefined;
}

const finalStatuses: readonly LoopAnswer["status"][] = ["completed", "failed", "canceled"];

/** How many streams in a row may end with nothing in them. */
const maxEmpty = 6;

/** Long jobs that read documents and stage what they find in a delta. */
export class Loops extends GeneratedLoops {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    super(new Calls(transport));
    this.#transport = transport;
  }

  /** Show what a loop would do, and what it would cost. */
  override start(
    body: LoopBody & { readonly dry_run: true },
    options?: Options<CreateLoopData>,
  ): Promise<LoopCompiled>;
  /** Start a loop. It reserves its maximum cost. */
  override start(
    body: LoopBody & { readonly dry_run?: false },
    options?: Options<CreateLoopData>,
  ): Promise<LoopStarted>;
  override start(body: LoopBody, options?: Options<CreateLoopData>): Promise<CreateLoopResponse>;
  override async start(body: LoopBody, options?: Options<CreateLoopData>): Promise<CreateLoopResponse> {
    return await super.start(body, options);
  }

  /**
   * Follow the events of a loop, until the last one: `loop.completed`, `loop.failed` or `loop.canceled`.
   *
   * Each comes once, in order. When the connection is lost or the service restarts, the stream goes on after the last event that you got.
   *
   * @example
   * ```ts
   * for await (const { kind, data } of service.loops.events(loop_id, { signal })) console.log(kind, data);
   * ```
   */
  async *events(
    id: string,
    { signal, after_sequence = 0 }: EventOptions = {},
  ): AsyncGenerator<LoopEvent, void, undefined> {
    let last = after_sequence;
    for (let empty = 0; empty < maxEmpty; empty += 1) {
      for await (const event of this.#stream(id, last, signal)) {
        if (event.sequence <= last) continue;
        last = event.sequence;
        empty = 0;
        yield event;
        if (isLast(event)) return;
      }
      signal?.throwIfAborted();
      if (await this.#isOver(id, last, signal)) return;
      await pause(pauseBefore(empty + 1), signal);
    }
    throw new ConnectionError("The service ends each stream of events before anything is in it.");
  }

  /** The events of one connection. That it breaks off is its end. */
  async *#stream(id: string, last: number, signal?: AbortSignal): AsyncGenerator<LoopEvent, void, undefined> {
    const path = at`/v1/loops/${id}/stream`;
    // In the query rather than as `Last-Event-ID`, which a page of another origin may not send.
    const query = { after_sequence: last };
    const headers = { accept: "text/event-stream" };
    const ask = { method: "GET", path, query, headers, isRepeatable: true, signal };
    const response = await this.#transport.send(ask, async (answer) => await Promise.resolve(answer));
    try {
      // Each event is one line of data; its other lines say the same.
      for await (const line of linesOf(response))
        if (line.startsWith("data:")) yield parsed(line.slice("data:".length));
    } catch (error) {
      if (!(error instanceof ConnectionError)) throw error;
    }
  }

  /** Whether the last event was among those that the caller had before: then streams have nothing in them. */
  async #isOver(id: string, last: number, signal?: AbortSignal): Promise<boolean> {
    const options = { signal };
    const { status } = await this.calls.read<LoopAnswer>("GET", at`/v1/loops/${id}`, options);
    if (!finalStatuses.includes(status)) return false;
    const rest = { ...options, after_sequence: last, limit: 1 };
    return (await this.calls.read<LoopEvents>("GET", at`/v1/loops/${id}/events`, rest)).events.length === 0;
  }
}

function isLast({ kind }: LoopEvent): boolean {
  return finalStatuses.some((status) => kind === `loop.${status}`);
}

function parsed(text: string): LoopEvent {
  // The service writes events as its document says.
  return JSON.parse(text) as LoopEvent;
}
