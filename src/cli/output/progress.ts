// Shows the progress of a long run on a terminal.
import type { Chunks, Io } from "../io.ts";
import { progressLine } from "./progress-line.ts";

/** A line on standard error that is written over. */
export interface Progress {
  /** The same bytes, counted as they pass. */
  readonly counted: (chunks: Chunks) => Chunks;
  readonly update: (read: number, found: number) => Promise<void>;
  /** Writes whole lines to standard error, replacing the current line. */
  readonly say: (lines: string) => Promise<void>;
  readonly clear: () => Promise<void>;
}

/** Progress through `total` bytes, drawn only if standard error, but not standard output, is a terminal. */
export function createProgress({ stderr, now }: Io, total: number | undefined, isShown: boolean): Progress {
  const start = now();
  let last = start;
  let bytes = 0;
  let drawn = false;
  const clear = async (): Promise<void> => {
    if (drawn) await stderr.write("\r\u001b[K");
    drawn = false;
  };
  return {
    async *counted(chunks) {
      for await (const chunk of chunks) {
        bytes += chunk.length;
        yield chunk;
      }
    },
    async update(read, found) {
      const present = isShown ? now() : last;
      if (present - last < interval) return;
      last = present;
      drawn = true;
      // A line that fills the terminal would wrap.
      const line = progressLine(
        { bytes, total, read, found, elapsed: present - start },
        stderr.columns() - 1,
      );
      await stderr.write(`\r${line}\u001b[K`);
    },
    async say(lines) {
      await clear();
      await stderr.write(lines);
    },
    clear,
  };
}

/** In milliseconds; a run shorter than this shows nothing. */
const interval = 250;
