// The protocol's messages in bytes: a header with the length, an empty line, and so many bytes of JSON.
// The library's own reader decodes behind the scenes, and loses what a client sends right before it goes.
import { Emitter, type Message, type MessageReader, type MessageWriter } from "vscode-languageserver/node";
import { show } from "../../text/show.ts";
import type { ServerStreams } from "../server-streams.ts";
import type { RawReader } from "./gate.ts";

type PartialMessage = Parameters<Parameters<MessageReader["onPartialMessage"]>[0]>[0];

/** Reads messages. An error that is no `SyntaxError` says that nothing that follows can be read. */
export function frameReader(chunks: AsyncIterable<Uint8Array>): RawReader {
  const errors = new Emitter<Error>();
  const closings = new Emitter<void>();
  const close = (): void => {
    closings.fire();
  };
  const fail = (error: unknown): void => {
    errors.fire(asError(error));
  };
  const partial = new Emitter<PartialMessage>();
  return {
    onError: errors.event,
    onClose: closings.event,
    onPartialMessage: partial.event,
    listen(callback) {
      const take = createFrames((body) => {
        try {
          callback(JSON.parse(body));
        } catch (error) {
          fail(error);
        }
      });
      // A client that cannot be heard any more has gone, whatever the reason.
      pump(chunks, take, fail).then(close, close);
      return { dispose: () => undefined };
    },
    dispose() {
      for (const each of [errors, closings, partial]) each.dispose();
    },
  };
}

/** Writes messages, each at one go and one after the other. */
export function frameWriter(write: ServerStreams["write"]): MessageWriter {
  const errors = new Emitter<[Error, Message | undefined, number | undefined]>();
  const closings = new Emitter<void>();
  let last: Promise<unknown> = Promise.resolve();
  return {
    onError: errors.event,
    onClose: closings.event,
    async write(message) {
      const bytes = frame(message);
      const writing = last.then(() => write(bytes));
      last = writing.catch((error: unknown) => {
        errors.fire([asError(error), message, undefined]);
      });
      await writing;
    },
    end: () => undefined,
    dispose() {
      errors.dispose();
      closings.dispose();
    },
  };
}

async function pump(
  chunks: AsyncIterable<Uint8Array>,
  take: (chunk: Uint8Array) => void,
  fail: (error: unknown) => void,
): Promise<void> {
  for await (const chunk of chunks) {
    try {
      take(chunk);
    } catch (error) {
      fail(error);
      return;
    }
  }
}

function frame(message: Message): Uint8Array {
  const body = Buffer.from(JSON.stringify(message));
  return Buffer.concat([Buffer.from(`Content-Length: ${String(body.length)}\r\n\r\n`), body]);
}

/** Takes bytes however they are cut, and calls back with each body. Throws where no frame can begin. */
function createFrames(found: (body: string) => void): (chunk: Uint8Array) => void {
  let pieces: readonly Uint8Array[] = [];
  let size = 0;
  /** So many bytes are worth another look. */
  let enough = 0;
  return (chunk) => {
    pieces = [...pieces, chunk];
    size += chunk.length;
    while (size > 0 && size >= enough) {
      const bytes = Buffer.concat(pieces, size);
      const { start, end } = boundsOf(bytes);
      enough = end;
      pieces = [bytes];
      if (size < end) return;
      found(bytes.toString("utf8", start, end));
      pieces = [bytes.subarray(end)];
      size -= end;
      enough = 0;
    }
  };
}

/** Where the body of the first frame is; its end is past that of the bytes while more of them are needed. */
function boundsOf(bytes: Buffer): { readonly start: number; readonly end: number } {
  const blank = bytes.indexOf("\r\n\r\n");
  if (blank < 0 && bytes.length <= longestHeader) return { start: 0, end: bytes.length + 1 };
  const header = bytes.toString("latin1", 0, blank < 0 ? longestHeader : blank);
  const [, length] = /^content-length:[ \t]*(\d{1,9})[ \t]*$/imu.exec(header) ?? [];
  if (blank < 0 || length === undefined)
    throw new Error(`a message begins with Content-Length and a number, not with ${show(header)}`);
  const start = blank + 4;
  return { start, end: start + Number(length) };
}

const longestHeader = 4_096;

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}
