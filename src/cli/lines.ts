// Cuts bytes into lines, in constant memory.
import type { Chunks } from "./io.ts";

/** A line without its line break; undefined for one that is too long to be held. */
export type Line = Uint8Array | undefined;

/** The lines of a file, as many at a time as end together; one that is too long as soon as it is. */
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
      if (length <= longest)
        lines.push(total > longest ? undefined : joined(pieces, chunk.subarray(start, end)));
      pieces = [];
      length = 0;
      start = end + 1;
    }
    const isNew = length <= longest;
    length += chunk.length - start;
    if (length <= longest) {
      pieces.push(chunk.subarray(start));
    } else if (isNew) {
      pieces = [];
      lines.push(undefined);
    }
    yield lines;
  }
  if (length > 0 && length <= longest) yield [joined(pieces, new Uint8Array())];
}

const lineFeed = 10;

function joined(pieces: readonly Uint8Array[], last: Uint8Array): Uint8Array {
  return pieces.length === 0 ? last : Buffer.concat([...pieces, last]);
}
