// The protocol's messages over streams of bytes, for clients with nothing but an iterable and a function.
import { Readable } from "node:stream";
import {
  type MessageReader,
  type MessageWriter,
  StreamMessageReader,
  WriteableStreamMessageWriter,
} from "vscode-languageserver/node";
import { isRecord } from "../../data/guards.ts";
import type { ServerStreams } from "../server-streams.ts";

/** Reads messages, and reports the end of the stream after the last of them. */
export function frameReader(chunks: AsyncIterable<Uint8Array>): MessageReader {
  const reader = new OrderedReader(Readable.from(untilGone(chunks)));
  // Otherwise the library waits for the rest of a message with a timer, which keeps the process running.
  reader.partialMessageTimeout = 0;
  return reader;
}

/** Writes messages, each in one piece and one after the other. */
export function frameWriter(write: ServerStreams["write"]): MessageWriter {
  const never = (): { readonly dispose: () => void } => ({ dispose: () => undefined });
  let header = "";
  return new WriteableStreamMessageWriter({
    onClose: never,
    onError: never,
    onEnd: never,
    // The library writes the header first, as a text.
    async write(part: Uint8Array | string) {
      if (typeof part === "string") header = part;
      else await write(Buffer.concat([Buffer.from(header), part]));
    },
    // The caller owns the stream.
    end: () => undefined,
  });
}

/** A client whose stream fails has left, whatever the reason. */
async function* untilGone(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* chunks;
  } catch {
    // Then this is the end.
  }
}

/** The library delivers each message later, but reports the end at once: an `exit` sent last would come too late. */
class OrderedReader extends StreamMessageReader {
  protected override fireClose(): void {
    // What the messages wait in; it is private there.
    const queue: unknown = this["readSemaphore"];
    if (isQueue(queue)) void queue.lock(() => super.fireClose());
    else super.fireClose();
  }
}

interface Queue {
  readonly lock: (task: () => void) => Promise<void>;
}

function isQueue(value: unknown): value is Queue {
  return isRecord(value) && typeof value["lock"] === "function";
}
