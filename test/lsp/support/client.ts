// A scripted client: sends what a test says, answers what the server asks, and keeps everything that comes.

import { isRecord } from "../../../src/data/guards.ts";
import { createFrames, frame } from "./frames.ts";

/** The way to a server: bytes to it, bytes from it, and its end. */
export interface Wire {
  readonly write: (bytes: Uint8Array) => void;
  readonly onData: (listener: (chunk: Uint8Array) => void) => void;
  /** The client goes without a word. */
  readonly hangUp: () => void;
  /** What the server leaves: its exit status, and what it said to nobody. */
  readonly ended: Promise<{ readonly status: number | null; readonly errors: string }>;
}

/** A message as it came. */
export interface Message {
  readonly jsonrpc: string;
  readonly id?: number | string | null;
  readonly method?: string;
  readonly params?: unknown;
  readonly result?: unknown;
  readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown };
}

/** A client. */
export interface Client {
  readonly wire: Wire;
  /** Everything that came, in order. */
  readonly received: readonly Message[];
  /** Sends a message as it is, right or wrong. */
  readonly send: (message: unknown) => void;
  readonly notify: (method: string, params?: unknown) => void;
  /** The result of a request. Rejects with the error as `code: message`. */
  readonly request: (method: string, params?: unknown) => Promise<unknown>;
  /** Begins a request that can be cancelled. */
  readonly begin: (
    method: string,
    params?: unknown,
  ) => { readonly id: number; readonly answer: Promise<Message> };
  /** The next message of the method after those already taken by this call. */
  readonly next: (method: string) => Promise<unknown>;
  /** How many messages of the method came that `next` has not taken. */
  readonly left: (method: string) => number;
  /** Sets what the client answers to a request of the server: a result, or an error that is thrown. Before, it is null. */
  readonly answer: (method: string, answer: (params: unknown) => unknown) => void;
  /** Leaves a request of the server without an answer. */
  readonly ignore: (method: string) => void;
}

/** Makes a client of a server. */
export function createClient(wire: Wire): Client {
  const received: Message[] = [];
  const pending = new Map<unknown, (message: Message) => void>();
  const ignored = new Set<string>();
  const answers = new Map<string, (params: unknown) => unknown>();
  const inbox = new Map<string, Message[]>();
  const waiting = new Map<string, ((message: Message) => void)[]>();
  let lastId = 0;
  // A test is not to wait for a server that is no more.
  const over = wire.ended.then(({ errors }): Message => {
    return { jsonrpc: "2.0", error: { code: 0, message: `the server has ended: ${errors}` } };
  });
  const send = (message: unknown): void => wire.write(frame(JSON.stringify(message)));
  const answerTo = ({ method = "", params }: Message): object => {
    try {
      return { result: answers.get(method)?.(params) ?? null };
    } catch (error) {
      return { error: { code: -32_803, message: String(error) } };
    }
  };
  const take = (message: Message): void => {
    received.push(message);
    if (message.method === undefined) {
      pending.get(message.id)?.(message);
      return;
    }
    if (message.id !== undefined && !ignored.has(message.method))
      send({ jsonrpc: "2.0", id: message.id, ...answerTo(message) });
    const waiter = waiting.get(message.method)?.shift();
    if (waiter !== undefined) waiter(message);
    else inbox.set(message.method, [...(inbox.get(message.method) ?? []), message]);
  };
  const frames = createFrames((text) => {
    const message: unknown = JSON.parse(text);
    if (!isMessage(message)) throw new Error(`the server sent ${text}`);
    take(message);
  });
  wire.onData(frames);
  const begin: Client["begin"] = (method, params) => {
    const id = ++lastId;
    const answer = Promise.race([new Promise<Message>((resolve) => pending.set(id, resolve)), over]);
    send({ jsonrpc: "2.0", id, method, ...(params === undefined ? {} : { params }) });
    return { id, answer };
  };
  return {
    wire,
    received,
    send,
    notify: (method, params) => send({ jsonrpc: "2.0", method, ...(params === undefined ? {} : { params }) }),
    begin,
    async request(method, params) {
      const { result, error } = await begin(method, params).answer;
      if (error !== undefined) throw new Error(`${String(error.code)}: ${error.message}`);
      return result;
    },
    async next(method) {
      const known = inbox.get(method)?.shift();
      if (known !== undefined) return known.params;
      const coming = new Promise<Message>((resolve) => {
        waiting.set(method, [...(waiting.get(method) ?? []), resolve]);
      });
      const message = await Promise.race([coming, over]);
      if (message.error !== undefined) throw new Error(`no ${method}: ${message.error.message}`);
      return message.params;
    },
    left: (method) => inbox.get(method)?.length ?? 0,
    ignore: (method) => {
      ignored.add(method);
    },
    answer: (method, answer) => {
      answers.set(method, answer);
    },
  };
}

function isMessage(message: unknown): message is Message {
  return isRecord(message) && message["jsonrpc"] === "2.0";
}
