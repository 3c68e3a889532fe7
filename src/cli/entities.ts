// Reads entities, one JSON object a line, in constant memory.
import { show, visible } from "../text/show.ts";
import { Failure } from "./failure.ts";
import type { Chunks } from "./io.ts";
import { parseJson } from "./json.ts";
import { type Line, linesOf } from "./lines.ts";
import { decode } from "./read.ts";

/** A line and what is in it. */
export interface EntityLine {
  /** Exactly as it is, without its line break. */
  readonly bytes: Uint8Array;
  readonly entity: object;
}

/** Entities that arrived together. */
export interface Batch {
  readonly entities: readonly EntityLine[];
  /** Why the line after these is no entity, with its place. */
  readonly problem?: string;
}

/** Longer lines are refused: a file without line breaks would be held in memory whole. In bytes. */
export const longestLine: number = 64 * 2 ** 20;

/** The entities of a file. Empty lines are passed over, and reading goes on after a line that is no entity. */
export async function* readEntities(
  chunks: Chunks,
  name: string,
  longest: number = longestLine,
): AsyncGenerator<Batch> {
  let number = 0;
  for await (const lines of linesOf(chunks, longest)) {
    let entities: EntityLine[] = [];
    for (const line of lines) {
      number++;
      const read = readLine(line, name, number);
      if (typeof read !== "string") {
        if (read !== undefined) entities.push(read);
        continue;
      }
      yield { entities, problem: read };
      entities = [];
    }
    yield { entities };
  }
}

/** An entity, nothing for an empty line, or what is wrong. */
function readLine(bytes: Line, name: string, number: number): EntityLine | string | undefined {
  if (bytes === undefined) {
    return `${visible(name)}:${String(number)}: the line is longer than 64 MiB; entities are one a line`;
  }
  try {
    const entity = readEntity(bytes, name, number);
    return entity === undefined ? undefined : { bytes, entity };
  } catch (error) {
    if (error instanceof Failure) return error.message;
    throw error;
  }
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
