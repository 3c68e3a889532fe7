// The protocol's messages over streams of bytes, for clients with nothing but an iterable and a function.
// Unlike `StreamMessageReader`, which decodes later, the reader reports the end of the stream after its last message.
import {
  AbstractMessageReader,
  AbstractMessageWriter,
  type DataCallback,
  type Disposable,
  type Message,
  type MessageReader,
  type MessageWriter,
  RAL,
} from "vscode-languageserver/node";
import { isRecord } from "../../data/guards.ts";
import type { ServerStreams } from "../server-streams.ts";

/** Reads messages. After an error other than a `SyntaxError` nothing more is read. */
export function frameReader(chunks: AsyncIterable<Uint8Array>): MessageReader {
  return new FrameReader(chunks);
}

/** Writes messages, each in one piece and one after the other. */
export function frameWriter(write: ServerStreams["write"]): MessageWriter {
  return new FrameWriter(write);
}

class FrameReader extends AbstractMessageReader implements MessageReader {
  readonly #chunks: AsyncIterable<Uint8Array>;
  readonly #buffer = RAL().messageBuffer.create("utf-8");
  /** That of the body whose header has been read. */
  #length: number | undefined;

  constructor(chunks: AsyncIterable<Uint8Array>) {
    super();
    this.#chunks = chunks;
  }

  listen(callback: DataCallback): Disposable {
    const close = (): void => this.fireClose();
    // A client whose stream fails has left, whatever the reason.
    this.#pump(callback).then(close, close);
    return { dispose: () => undefined };
  }

  async #pump(callback: DataCallback): Promise<void> {
    for await (const chunk of this.#chunks) {
      this.#buffer.append(chunk);
      try {
        this.#deliver(callback);
      } catch (error) {
        this.fireError(error);
        return;
      }
    }
  }

  #deliver(callback: DataCallback): void {
    for (;;) {
      this.#length ??= lengthIn(this.#buffer.tryReadHeaders(true));
      if (this.#length === undefined) return;
      const body = this.#buffer.tryReadBody(this.#length);
      if (body === undefined) return;
      this.#length = undefined;
      this.#parse(Buffer.from(body).toString(), callback);
    }
  }

  #parse(body: string, callback: DataCallback): void {
    try {
      callback(messageOf(body));
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error;
      this.fireError(error);
    }
  }
}

class FrameWriter extends AbstractMessageWriter implements MessageWriter {
  readonly #write: ServerStreams["write"];
  #last: Promise<unknown> = Promise.resolve();

  constructor(write: ServerStreams["write"]) {
    super();
    this.#write = write;
  }

  async write(message: Message): Promise<void> {
    const body = Buffer.from(JSON.stringify(message));
    const header = Buffer.from(`Content-Length: ${String(body.length)}\r\n\r\n`);
    const writing = this.#last.then(() => this.#write(Buffer.concat([header, body])));
    this.#last = writing.catch((error: unknown) => this.fireError(error, message));
    await writing;
  }

  end(): void {
    // The caller owns the stream.
  }
}

function messageOf(body: string): Message {
  const value: unknown = JSON.parse(body);
  if (!isMessage(value)) throw new SyntaxError("it is not an object of JSON-RPC");
  return value;
}

function isMessage(value: unknown): value is Message {
  return isRecord(value) && typeof value["jsonrpc"] === "string";
}

function lengthIn(headers: Map<string, string> | undefined): number | undefined {
  if (headers === undefined) return undefined;
  const length = headers.get("content-length") ?? "";
  if (!/^\d{1,9}$/u.test(length)) throw new Error("a message has no valid Content-Length");
  return Number(length);
}
