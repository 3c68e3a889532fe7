// Splits a stream of bytes into lines.

import { Refusal } from "../values/refusal.ts";

/** A line that is not blank, and its number in the file. */
export interface Line {
  readonly number: number;
  readonly bytes: Buffer;
}

const newline = 0x0a;

/**
 * Reads the lines of a stream, in a batch per chunk. Throws a {@link Refusal} for a line longer than
 * `longest` bytes, without reading it to its end.
 */
export async function* readLines(
  chunks: AsyncIterable<Buffer>,
  longest: number,
): AsyncGenerator<readonly Line[], void> {
  let number = 0;
  // The part of the incomplete line that was read so far.
  let parts: Buffer[] = [];
  let held = 0;
  const finish = (part: Buffer): Line => {
    const bytes = parts.length === 0 ? part : Buffer.concat([...parts, part]);
    parts = [];
    held = 0;
    number++;
    return { number, bytes };
  };
  const requireShort = (length: number): void => {
    if (length > longest) throw new Refusal(`line ${number + 1} is longer than ${longest} bytes`);
  };
  for await (const chunk of chunks) {
    const lines: Line[] = [];
    let start = 0;
    for (let end = chunk.indexOf(newline); end !== -1; end = chunk.indexOf(newline, start)) {
      requireShort(held + end - start);
      lines.push(finish(chunk.subarray(start, end)));
      start = end + 1;
    }
    if (start < chunk.length) {
      parts.push(chunk.subarray(start));
      held += chunk.length - start;
      requireShort(held);
    }
    yield lines.filter(isWritten);
  }
  yield [finish(Buffer.alloc(0))].filter(isWritten);
}

/** Whether a line has more than white space. */
function isWritten({ bytes }: Line): boolean {
  return bytes.some((byte) => byte !== 0x20 && byte !== 0x0d && byte !== 0x09);
}
