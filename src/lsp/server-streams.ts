// The streams between a server and its client, without types of Node.js or of the protocol: callers may have neither.

/**
 * Where a server reads requests from, and where it writes to.
 *
 * @example
 * ```ts
 * // A client on a socket.
 * const streams: ServerStreams = {
 *   input: socket,
 *   write: (bytes) => new Promise((resolve) => socket.write(bytes, () => resolve())),
 * };
 * ```
 */
export interface ServerStreams {
  /** What the client sends, as it arrives. It is destroyed, if it can be, when the server ends. */
  readonly input: AsyncIterable<Uint8Array> & {
    /** Ends the reading, for what would otherwise keep the process running. */
    readonly destroy?: (() => unknown) | undefined;
  };
  /** Sends bytes to the client; resolves when they are taken. */
  readonly write: (bytes: Uint8Array) => Promise<void>;
  /** Receives a line that cannot be sent to the client. */
  readonly log?: ((line: string) => unknown) | undefined;
}
