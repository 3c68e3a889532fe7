// The environment of a run, on Node.js.
import { ClosedPipe, codeOf, Failure } from "./failure.ts";
import type { Chunks, Io, Output } from "./io.ts";

/** The parts of `process` that are used. */
export interface ProcessStreams {
  readonly stdin: Chunks & { readonly isTTY?: boolean };
  readonly stdout: OutputStream;
  readonly stderr: OutputStream;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** A stream of a process that is written to; a terminal knows its width. */
export type OutputStream = NodeJS.WritableStream & { readonly isTTY?: boolean; readonly columns?: number };

/** The files and the clock of this machine, with the streams of a process. */
export function nodeIo(streams: ProcessStreams): Io {
  const { stdout, stderr, env } = streams;
  return {
    // Node opens standard input when it is first asked for, which takes time, and few runs read it.
    stdin: {
      get isTTY() {
        return streams.stdin.isTTY === true;
      },
      chunks: () => streams.stdin,
    },
    stdout: outputOf(stdout),
    stderr: outputOf(stderr),
    env,
    sizeOf,
    openFile,
    writeFile,
    now: () => Date.now(),
  };
}

// What reads and writes files is loaded with the first of them: it takes time, and most queries are given as a word.

async function* openFile(path: string): AsyncGenerator<Uint8Array> {
  const { open } = await import("node:fs/promises");
  yield* (await open(path)).createReadStream();
}

/** A pipe is left alone: opening it could wait for a writer that waits for us. */
async function sizeOf(path: string): Promise<number | undefined> {
  const { open, stat } = await import("node:fs/promises");
  const stats = await stat(path);
  if (!stats.isFile() && !stats.isDirectory()) return undefined;
  const handle = await open(path);
  try {
    // A directory opens, and fails here.
    await handle.read(new Uint8Array(1));
  } finally {
    await handle.close();
  }
  return stats.size;
}

async function writeFile(path: string, text: string): Promise<void> {
  const files = await import("node:fs/promises");
  await files.writeFile(path, text);
}

function outputOf(stream: OutputStream): Output {
  // Each write reports its own error; without a listener the event would also end the process.
  stream.on("error", () => undefined);
  return {
    isTTY: stream.isTTY === true,
    columns: () => widthOf(stream),
    write: (data) =>
      new Promise((resolve, reject) => {
        stream.write(data, (error) => {
          if (error === null || error === undefined) resolve();
          else if (closedCodes.includes(codeOf(error))) reject(new ClosedPipe());
          else reject(new Failure(`the output cannot be written (${codeOf(error)})`));
        });
      }),
  };
}

/** A terminal that does not know its width reports 0. */
function widthOf({ columns = 0 }: OutputStream): number {
  return columns > 0 ? columns : 80;
}

const closedCodes: readonly string[] = ["EPIPE", "ERR_STREAM_DESTROYED", "ECONNRESET"];
