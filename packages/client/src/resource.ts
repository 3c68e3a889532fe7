// What the resources of the API share: reads, writes that are safe to send again, and lists without cursors.

import { ProblemError } from "./problem.ts";
import { type Ask, jsonOf, type Transport } from "./transport.ts";

/** What every method takes as its last argument. */
export interface CallOptions {
  /** Ends the call, and the waiting between its tries: an `AbortController`'s, or `AbortSignal.timeout(5000)`. */
  readonly signal?: AbortSignal | undefined;
}

/** For a write that is safe to send again. */
interface KeyOptions {
  /** What makes it safe, if it shall be safe across restarts of your program as well; otherwise each call has a key of its own. */
  readonly idempotencyKey?: string | undefined;
}

/** For a change. */
interface MatchOptions {
  /** The `version` of a memory or the `updated_at` of an entity, as it was read: if it has changed since, nothing is written (`version_conflict`). */
  readonly ifMatch?: string | undefined;
}

type HeaderOptions<Headers> = ("Idempotency-Key" extends keyof Headers ? KeyOptions : unknown) &
  ("If-Match" extends keyof Headers ? MatchOptions : unknown);

/** The query of an operation, and what every method takes. */
export type Options<Data extends { readonly query?: unknown; readonly headers?: unknown }> = CallOptions &
  HeaderOptions<NonNullable<Data["headers"]>> &
  NonNullable<Data["query"] extends undefined ? unknown : Data["query"]>;

/** Options as they are given, whatever they are of. */
type Given = CallOptions & KeyOptions & MatchOptions & object;

/** A part of a list, and where the next part begins. */
interface Page {
  readonly next_cursor?: string | null;
}

/**
 * A list: its items one by one, each page read when it is reached. Nothing is asked before the first.
 *
 * @example
 * ```ts
 * for await (const memory of service.memories.list({ subject_id: "user-17" })) console.log(memory.content);
 * ```
 */
export class Pages<Item, Whole extends Page> implements AsyncIterable<Item> {
  readonly #read: (cursor: string | undefined) => Promise<Whole>;
  readonly #itemsOf: (page: Whole) => readonly Item[];
  readonly #signal: AbortSignal | undefined;

  constructor(
    read: (cursor: string | undefined) => Promise<Whole>,
    itemsOf: (page: Whole) => readonly Item[],
    signal?: AbortSignal,
  ) {
    this.#read = read;
    this.#itemsOf = itemsOf;
    this.#signal = signal;
  }

  /** The pages, with what they say besides their items. */
  async *pages(): AsyncGenerator<Whole, void, undefined> {
    let cursor: string | undefined;
    do {
      const page = await this.#read(cursor);
      yield page;
      this.#signal?.throwIfAborted();
      cursor = page.next_cursor ?? undefined;
    } while (cursor !== undefined);
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Item, void, undefined> {
    for await (const page of this.pages())
      for (const item of this.#itemsOf(page)) {
        yield item;
        this.#signal?.throwIfAborted();
      }
  }
}

/** Calls operations of the API. */
export class Calls {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Reads, as often as it takes. */
  async read<Answer>(method: string, path: string, options?: Given, body?: unknown): Promise<Answer> {
    return await this.#send({ method, path, body, isRepeatable: true }, options);
  }

  /** Writes with a key, by which the service knows a request that it has answered already. */
  async write<Answer>(method: string, path: string, options: Given = {}, body?: unknown): Promise<Answer> {
    const idempotencyKey = options.idempotencyKey ?? newKey();
    return await this.#send({ method, path, body, isRepeatable: true }, { ...options, idempotencyKey });
  }

  /** Writes what is not safe to send again. */
  async once<Answer>(method: string, path: string, options?: Given, body?: unknown): Promise<Answer> {
    return await this.#send({ method, path, body, isRepeatable: false }, options);
  }

  /** Reads a list, which is a member of each of its pages. */
  list<Member extends string, Item, Whole extends Page & Readonly<Record<Member, readonly Item[]>>>(
    path: string,
    member: Member,
    options: Given = {},
  ): Pages<Item, Whole> {
    const next = (cursor: string | undefined): Given =>
      cursor === undefined ? options : Object.assign({ ...options }, { cursor });
    return new Pages<Item, Whole>(
      async (cursor) => {
        const page = await this.read<Whole | null>("GET", path, next(cursor));
        if (Array.isArray(page?.[member])) return page;
        throw new ProblemError({
          code: "unexpected_answer",
          status: 200,
          detail: `What GET ${path} answered is not a list of ${member}, which the service would answer; check baseUrl.`,
        });
      },
      (page) => page[member],
      options.signal,
    );
  }

  async #send<Answer>(ask: Ask, options: Given = {}): Promise<Answer> {
    const { signal, idempotencyKey, ifMatch, ...query } = options;
    const headers = {
      ...(idempotencyKey !== undefined && { "idempotency-key": idempotencyKey }),
      ...(ifMatch !== undefined && { "if-match": /^"|^\*$/.test(ifMatch) ? ifMatch : `"${ifMatch}"` }),
    };
    return await this.#transport.send({ ...ask, query, headers, signal }, jsonOf<Answer>);
  }
}

/** A part of the API. */
export class Resource {
  protected readonly calls: Calls;

  constructor(calls: Calls) {
    this.calls = calls;
  }
}

/** A path with IDs in it. Throws a TypeError for an ID that would make it another path. */
export function at(parts: TemplateStringsArray, ...ids: readonly string[]): string {
  const wrong = ids.find((id) => typeof id !== "string" || /^\.{0,2}$/.test(id));
  if (wrong !== undefined) throw new TypeError(`${JSON.stringify(wrong)} is not an ID.`);
  return String.raw({ raw: parts }, ...ids.map(encodeURIComponent));
}

/** `crypto.randomUUID` is missing on pages that were not loaded over HTTPS. */
function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, "0"),
  ).join("");
}
