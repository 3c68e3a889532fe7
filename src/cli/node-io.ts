// The world of a run as Node.js gives it.
import { createReadStream } from "node:fs";
import { writeFile } from "node:fs/promises";
import { ClosedPipe, codeOf, Failure } from "./failure.ts";
import type { Chunks, Io, Output } from "./io.ts";

/** The parts of `process` that are used. */
export interface ProcessStreams {
  readonly stdin: Chunks & { readonly isTTY?: boolean };
  readonly stdout: NodeJS.WritableStream & { readonly isTTY?: boolean };
  readonly stderr: NodeJS.WritableStream & { readonly isTTY?: boolean };
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** The files and the clock of this machine, with the streams of a process. */
export function nodeIo({ stdin, stdout, stderr, env }: ProcessStreams): Io {
  return {
    stdin: { isTTY: stdin.isTTY === true, chunks: () => stdin },
    stdout: outputOf(stdout),
    stderr: outputOf(stderr),
    env,
    openFile: (path) => createReadStream(path),
    writeFile: (path, text) => writeFile(path, text),
    now: () => Date.now(),
  };
}

function outputOf(stream: ProcessStreams["stdout"]): Output {
  // Each write hears of its own error; without a listener the event would end the process besides.
  stream.on("error", () => undefined);
  return {
    isTTY: stream.isTTY === true,
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

const closedCodes: readonly string[] = ["EPIPE", "ERR_STREAM_DESTROYED", "ECONNRESET"];
