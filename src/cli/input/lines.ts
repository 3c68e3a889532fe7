// Cuts bytes into lines, in constant memory.
import type { Chunks } from "../io.ts";

/** A line without its line break, or how one begins that is too long to be held. */
export type Line = Uint8Array | { readonly beginning: Uint8Array };

/** The lines of a file, in batches as they arrive; a line that is too long as soon as that is known. */
export async function* linesOf(chunks: Chunks, longest: number): AsyncGenerator<readonly Line[]> {
  let pieces: Uint8Array[] = [];
  /** How long the line is by now; its pieces are held up to `longest`. */
  let length = 0;
  for await (const chunk of chunks) {
    const lines: Line[] = [];
    let start = 0;
    for (let end = chunk.indexOf(lineFeed); end >= 0; end = chunk.indexOf(lineFeed, start)) {
      const total = length + end - start;
      // What is too long already has been given.
      if (length <= longest) lines.push(lineOf(pieces, chunk.subarray(start, end), total > longest));
      pieces = [];
      length = 0;
      start = end + 1;
    }
    const isNew = length <= longest;
    length += chunk.length - start;
    if (length <= longest) {
      pieces.push(chunk.subarray(start));
    } else if (isNew) {
      lines.push(lineOf(pieces, chunk.subarray(start), true));
      pieces = [];
    }
    yield lines;
  }
  if (length > 0 && length <= longest) yield [lineOf(pieces, new Uint8Array(), false)];
}

const lineFeed = 10;

function lineOf(pieces: readonly Uint8Array[], last: Uint8Array, isTooLong: boolean): Line {
  if (isTooLong) return { beginning: Buffer.concat([...pieces, last], lengthOfBeginning) };
  return pieces.length === 0 ? last : Buffer.concat([...pieces, last]);
}

/** Enough to see whether it is an object; in bytes. */
const lengthOfBeginning = 16;
