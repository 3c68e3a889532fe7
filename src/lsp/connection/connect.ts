// The connection of a server to its client: guarded, ended by the protocol's rules, with requests that can be cancelled while queued.
import {
  type Connection,
  createConnection,
  createProtocolConnection,
  LSPErrorCodes,
  Message,
  type MessageReader,
  MessageType,
  type MessageWriter,
  type ResponseMessage,
  ShowMessageNotification,
  type WatchDog,
} from "vscode-languageserver";
import { visible } from "../../text/show.ts";
import type { Host } from "../host/host.ts";
import { guardedReader } from "./protocol-guard.ts";

/** Makes a connection; nothing is read before `listen`. */
export function connect(reader: MessageReader, writer: MessageWriter, host: Host): Connection {
  const watchDog = createWatchDog(host, (status) => exit(status));
  const { tracked, written } = trackedWriter(writer, () => host.exit(watchDog.shutdownReceived ? 0 : 1));
  const exit = (status: number): void => {
    const end = (): void => host.exit(status);
    // Pending responses are written first, if the client reads them.
    host.later(1_000, end);
    written().then(end, end);
  };
  const guarded = guardedReader(reader, tracked, { broken: host.unreadable, left: exit });
  return createConnection(
    (logger) =>
      createProtocolConnection(guarded, tracked, logger, {
        connectionStrategy: { cancelUndispatched: cancelled },
      }),
    watchDog,
  );
}

/** Sends something to a client that may have left; then nothing is sent. */
export function quietly(send: () => Promise<unknown>): void {
  new Promise((resolve) => resolve(send())).catch(() => undefined);
}

/**
 * Shows the user a problem: as an error if nothing works without it, else as a warning. It may quote a file or an HTTP
 * response.
 */
export function showProblem(connection: Connection, isBad: boolean, problem: string): void {
  const type = isBad ? MessageType.Error : MessageType.Warning;
  const message = `slice-cql: ${visible(problem)}`;
  quietly(() => connection.sendNotification(ShowMessageNotification.type, { type, message }));
}

interface TrackedWriter {
  readonly tracked: MessageWriter;
  /** Resolves when all that was given to the writer is written, or cannot be. */
  readonly written: () => Promise<void>;
}

/** A client that does not accept a message has disconnected; later messages to it are dropped. */
function trackedWriter(writer: MessageWriter, left: () => void): TrackedWriter {
  const open = new Set<Promise<void>>();
  let hasLeft = false;
  return {
    tracked: {
      onError: writer.onError,
      onClose: writer.onClose,
      async write(message) {
        if (hasLeft) return;
        const writing = writer.write(message);
        open.add(writing);
        try {
          await writing;
        } catch {
          if (!hasLeft) left();
          hasLeft = true;
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

/** A queued request that is cancelled never starts. */
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
