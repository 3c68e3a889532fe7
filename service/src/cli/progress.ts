// Shows the progress of an import: a bar on a terminal, lines elsewhere.

import { styleText } from "node:util";
import type { InputFile } from "./input-file.ts";

/** Where progress is shown. */
export interface Screen {
  readonly isTTY?: boolean;
  readonly write: (text: string) => unknown;
}

/** Follows one import. */
export interface Progress {
  /** Passes on the chunks of the file and counts their bytes. */
  readonly chunks: AsyncIterable<Buffer>;
  readonly onRows: (rows: number) => void;
  /** Removes the bar. */
  readonly end: () => void;
}

const barMs = 100;
const lineMs = 5000;

/** Follows an import on `screen`; without a terminal it is silent unless it `isVerbose`. */
export function followImport(file: InputFile, screen: Screen, isVerbose: boolean): Progress {
  const started = performance.now();
  let shown = started;
  const done = { bytes: 0, rows: 0 };
  const isBar = screen.isTTY === true;
  const show = (): void => {
    const now = performance.now();
    if ((!isBar && !isVerbose) || now - shown < (isBar ? barMs : lineMs)) return;
    shown = now;
    const state: State = { ...done, total: file.bytes, seconds: (now - started) / 1000 };
    screen.write(isBar ? `\r\u001B[K${barOf(state)}` : `${progressText(state)}\n`);
  };
  return {
    chunks: counted(file.chunks, (bytes) => {
      done.bytes += bytes;
      show();
    }),
    onRows: (rows) => {
      done.rows += rows;
      show();
    },
    end: () => {
      if (isBar) screen.write("\r\u001B[K");
    },
  };
}

async function* counted(
  chunks: AsyncIterable<Buffer>,
  onBytes: (bytes: number) => void,
): AsyncGenerator<Buffer, void> {
  for await (const chunk of chunks) {
    yield chunk;
    // Only now has the reader processed the chunk.
    onBytes(chunk.length);
  }
}

interface State {
  readonly bytes: number;
  readonly rows: number;
  readonly total: number | undefined;
  readonly seconds: number;
}

const barWidth = 24;

/** A bar for a share from 0 to 1, like that of slice-cql. */
export function barFor(share: number, stream: NodeJS.WritableStream): string {
  const filled = Math.floor(share * barWidth);
  const [full, empty] = ["#".repeat(filled), ".".repeat(barWidth - filled)];
  return `[${styleText("green", full, { stream })}${styleText("dim", empty, { stream })}]`;
}

function barOf(state: State): string {
  if (state.total === undefined) return progressText(state);
  // The result goes to standard output, which may be piped; progress goes to standard error.
  return `${barFor(shareOf(state), process.stderr)} ${progressText(state)}`;
}

function progressText(state: State): string {
  const { rows, seconds } = state;
  const rate = `${rows} rows, ${Math.round(rows / Math.max(seconds, 0.001))} a second`;
  if (state.total === undefined) return `${rate}, ${megabytes(state.bytes)}`;
  const share = shareOf(state);
  const left = share === 0 ? "" : `, ${Math.ceil((seconds / share) * (1 - share))} s left`;
  return `${String(Math.floor(share * 100)).padStart(3)} % of ${megabytes(state.total)}, ${rate}${left}`;
}

function shareOf({ bytes, total = 0 }: State): number {
  return total === 0 ? 1 : Math.min(bytes / total, 1);
}

function megabytes(bytes: number): string {
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}
