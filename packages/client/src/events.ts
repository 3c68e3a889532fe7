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
import { at, type CallOptions, Calls, type Options } from "./resource.ts";
import { eventIn, streamed } from "./streamed.ts";
import type { Transport } from "./transport.ts";

/** How a loop is followed. */
export interface EventOptions extends CallOptions {
  /** The sequence of the last event that was seen; by default the first event comes first. */
  readonly after_sequence?: number | undefined;
}

const finalStatuses: readonly LoopAnswer["status"][] = ["completed", "failed", "canceled"];

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
    const events = streamed<LoopEvent>(this.#transport, {
      path: at`/v1/loops/${id}/stream`,
      query: () => ({ after_sequence: last }),
      itemOf: ({ data }) => {
        if (data === undefined) return undefined;
        const event = eventIn<LoopEvent>(data, ({ sequence }) => Number.isInteger(sequence));
        return event.sequence > last ? event : undefined;
      },
      isOver: async () => await this.#isOver(id, last, signal),
      signal,
    });
    for await (const event of events) {
      last = event.sequence;
      yield event;
      signal?.throwIfAborted();
      if (isLast(event)) return;
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
