// What a run may touch of the world. It is passed in, so that tests run without a process.

/** Bytes as they arrive. */
export type Chunks = AsyncIterable<Uint8Array>;

/** A stream to write to. */
export interface Output {
  /** Whether it is a terminal. */
  readonly isTTY: boolean;
  /** How many characters fit in a line of the terminal now: a window can be resized. */
  readonly columns: () => number;
  /** Resolves when the stream has taken it all; rejects with `ClosedPipe` if the reader has closed it. */
  readonly write: (data: string | Uint8Array) => Promise<void>;
}

/** Standard streams, environment, files and the clock. */
export interface Io {
  readonly stdin: { readonly isTTY: boolean; readonly chunks: () => Chunks };
  readonly stdout: Output;
  readonly stderr: Output;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** How many bytes a file has; undefined if that is known only after reading, as for a pipe. Fails if it cannot be read. */
  readonly sizeOf: (path: string) => Promise<number | undefined>;
  /** The bytes of a file, piece by piece; fails when the first piece is requested. */
  readonly openFile: (path: string) => Chunks;
  readonly writeFile: (path: string, text: string) => Promise<void>;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}
