// The changes of a slice as they happen: a stream that goes on by itself.

import { Slices as GeneratedSlices } from "./generated/resources.ts";
import type { SliceChange } from "./generated/types.ts";
import { ConnectionError } from "./problem.ts";
import { at, type CallOptions, Calls } from "./resource.ts";
import { eventIn, type SentEvent, streamed } from "./streamed.ts";
import type { Transport } from "./transport.ts";

/** How a slice is followed. */
export interface ChangeOptions extends CallOptions {
  /** From where: a `changes_cursor` or a `next_cursor`, or the `cursor` of a change; by default from now. */
  readonly cursor?: string | undefined;
}

/** A change of a slice, and where to go on after it. */
export interface FollowedChange extends SliceChange {
  /** The cursor after this change: keep it once the change is handled. */
  readonly cursor: string;
}

/**
 * The changes of a slice as they happen, each once, in order. Nothing is asked before the first; to read on after a break goes on where it ended.
 */
export class ChangeStream implements AsyncIterable<FollowedChange> {
  readonly #transport: Transport;
  readonly #path: string;
  readonly #signal: AbortSignal | undefined;
  #cursor: string | undefined;

  constructor(transport: Transport, path: string, { cursor, signal }: ChangeOptions) {
    this.#transport = transport;
    this.#path = path;
    this.#signal = signal;
    this.#cursor = cursor;
  }

  /** Where it is: after the last change that you got. It moves on in silence too, as an old cursor expires; undefined until the service has said where now is. */
  get cursor(): string | undefined {
    return this.#cursor;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<FollowedChange, void, undefined> {
    const changes = streamed(this.#transport, {
      path: this.#path,
      query: () => ({ cursor: this.#cursor }),
      itemOf: (event) => this.#take(event),
      signal: this.#signal,
    });
    for await (const change of changes) {
      this.#cursor = change.cursor;
      yield change;
    }
  }

  #take({ id: cursor, data }: SentEvent): FollowedChange | undefined {
    if (data === undefined) {
      if (cursor !== undefined) this.#cursor = cursor;
      return undefined;
    }
    if (cursor === undefined)
      throw new ConnectionError("A change without a cursor does not come from the service.");
    const change = eventIn<SliceChange>(data, ({ entity_id }) => typeof entity_id === "string");
    return { ...change, cursor };
  }
}

/** Named parts of a project, as queries. */
export class Slices extends GeneratedSlices {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    super(new Calls(transport));
    this.#transport = transport;
  }

  /**
   * Follow what enters a slice, leaves it, or is changed in it, by writes, by new names and by time alone. It has no end: a `signal` ends it, or who
   * stops reading.
   *
   * When the connection is lost or the service restarts, it goes on after the last change that you got. It throws a `ProblemError` where there is no
   * way on, such as `cursor_expired`: read the slice again, and go on from its `changes_cursor`. For a page at a time there is `listChanges`.
   *
   * @example
   * ```ts
   * for await (const { kind, entity_id } of service.slices.changes(id, { signal })) console.log(kind, entity_id);
   * ```
   */
  changes(id: string, options: ChangeOptions = {}): ChangeStream {
    return new ChangeStream(this.#transport, at`/v1/slices/${id}/stream`, options);
  }
}
