// The connection of a server to its client: guarded, ended by the protocol's rules, with requests that can be cancelled in the queue.
import {
  type Connection,
  createConnection,
  createProtocolConnection,
  LSPErrorCodes,
  Message,
  MessageType,
  type MessageWriter,
  type ResponseMessage,
  ShowMessageNotification,
  type WatchDog,
} from "vscode-languageserver";
import { visible } from "../../text/show.ts";
import type { Host } from "../host/host.ts";
import { guardedReader, type RawReader } from "./gate.ts";

/** Makes a connection; nothing is read before `listen`. */
export function connect(reader: RawReader, writer: MessageWriter, host: Host): Connection {
  const watchDog = createWatchDog(host, (status) => exit(status));
  const { tracked, written } = trackedWriter(writer, () => host.exit(watchDog.shutdownReceived ? 0 : 1));
  const exit = (status: number): void => {
    const end = (): void => host.exit(status);
    // The answers that are on their way come first, if the client takes them.
    host.later(1_000, end);
    written().then(end, end);
  };
  const guarded = guardedReader(reader, tracked, { broken: host.unreadable, gone: exit });
  return createConnection(
    (logger) =>
      createProtocolConnection(guarded, tracked, logger, {
        connectionStrategy: { cancelUndispatched: cancelled },
      }),
    watchDog,
  );
}

/** Sends something to a client that may have gone, in which case nobody misses it. */
export function quietly(send: () => Promise<unknown>): void {
  new Promise((resolve) => resolve(send())).catch(() => undefined);
}

/**
 * Shows a person what is wrong: as an error if nothing works without it, else as a warning. The problem may quote a file or an
 * answer of the web.
 */
export function complain(connection: Connection, isBad: boolean, problem: string): void {
  const type = isBad ? MessageType.Error : MessageType.Warning;
  const message = `slice-cql: ${visible(problem)}`;
  quietly(() => connection.sendNotification(ShowMessageNotification.type, { type, message }));
}

interface TrackedWriter {
  readonly tracked: MessageWriter;
  /** Resolves when all that was given to the writer is written, or cannot be. */
  readonly written: () => Promise<void>;
}

/** A client that takes nothing has gone; what else would be written to it is dropped, as saying so could not be written either. */
function trackedWriter(writer: MessageWriter, gone: () => void): TrackedWriter {
  const open = new Set<Promise<void>>();
  let hasGone = false;
  return {
    tracked: {
      onError: writer.onError,
      onClose: writer.onClose,
      async write(message) {
        if (hasGone) return;
        const writing = writer.write(message);
        open.add(writing);
        try {
          await writing;
        } catch {
          if (!hasGone) gone();
          hasGone = true;
        } finally {
          open.delete(writing);
        }
      },
      end: () => writer.end(),
      dispose: () => writer.dispose(),
    },
    async written() {
      while (open.size > 0) await Promise.allSettled(open);
    },
  };
}

/** A request that has not begun never does. */
function cancelled(message: Message): ResponseMessage | undefined {
  if (!Message.isRequest(message)) return undefined;
  const error = { code: LSPErrorCodes.RequestCancelled, message: "the request was cancelled" };
  return { jsonrpc: message.jsonrpc, id: message.id, error };
}

function createWatchDog(host: Host, exit: (status: number) => void): WatchDog {
  return {
    shutdownReceived: false,
    initialize({ processId }) {
      if (typeof processId === "number") host.follow(processId);
    },
    exit,
  };
}
