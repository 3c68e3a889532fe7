// Reads entities, one JSON object a line, in constant memory.
import { show, visible } from "../text/show.ts";
import { Failure } from "./failure.ts";
import type { Chunks } from "./io.ts";
import { parseJson } from "./json.ts";
import { decode } from "./read.ts";

/** A line and what is in it. */
export interface EntityLine {
  /** Exactly as it is, without its line break. */
  readonly bytes: Uint8Array;
  readonly entity: object;
}

/** The entities of a file, as many at a time as arrive together. Empty lines are passed over. */
export async function* readEntities(chunks: Chunks, name: string): AsyncGenerator<readonly EntityLine[]> {
  let number = 0;
  for await (const lines of linesOf(chunks, name)) {
    const batch: EntityLine[] = [];
    for (const bytes of lines) {
      number++;
      const entity = readEntity(bytes, name, number);
      if (entity !== undefined) batch.push({ bytes, entity });
    }
    yield batch;
  }
}

/** Longer lines are refused: a file without line breaks would be held in memory whole. */
const longestLine = 64 * 2 ** 20;
const lineFeed = 10;

async function* linesOf(chunks: Chunks, name: string): AsyncGenerator<readonly Uint8Array[]> {
  let pieces: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of chunks) {
    const lines: Uint8Array[] = [];
    let start = 0;
    for (let end = chunk.indexOf(lineFeed); end >= 0; end = chunk.indexOf(lineFeed, start)) {
      lines.push(joined(pieces, chunk.subarray(start, end)));
      pieces = [];
      length = 0;
      start = end + 1;
    }
    pieces.push(chunk.subarray(start));
    length += chunk.length - start;
    if (length > longestLine)
      throw new Failure(`${visible(name)} has a line of more than 64 MiB; entities are one a line`);
    yield lines;
  }
  if (length > 0) yield [joined(pieces, new Uint8Array())];
}

function joined(pieces: readonly Uint8Array[], last: Uint8Array): Uint8Array {
  return pieces.length === 0 ? last : Buffer.concat([...pieces, last]);
}

function readEntity(bytes: Uint8Array, name: string, number: number): object | undefined {
  const place = `${visible(name)}:${String(number)}`;
  const text = decode(bytes, place, " of the line");
  const content = text.trim();
  if (content === "") return undefined;
  // What most likely is not NDJSON at all: one JSON list, or one object over many lines.
  if (content.startsWith("[") || content === "{") {
    throw new Failure(
      `${place}: entities are JSON objects, each on a line of its own (NDJSON), but this begins ${show(content)}`,
    );
  }
  const value = parseJson(text, name, number);
  if (typeof value === "object" && value !== null) return value;
  throw new Failure(`${place}: an entity is a JSON object, not ${show(content)}`);
}
