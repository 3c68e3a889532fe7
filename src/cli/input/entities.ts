// Reads entities, one JSON object per line, in constant memory.
import { show, visible } from "../../text/show.ts";
import { Failure } from "../failure.ts";
import type { Chunks } from "../io.ts";
import { parseJson } from "./json.ts";
import { type Line, linesOf } from "./lines.ts";
import { decode } from "./read.ts";

/** A line and what is in it. */
export interface EntityLine {
  /** Verbatim, without its line break. */
  readonly bytes: Uint8Array;
  readonly entity: object;
}

/** Entities that arrived together. */
export interface Batch {
  readonly entities: readonly EntityLine[];
  /** Why the line after these is not an entity, with its place. */
  readonly problem?: string;
}

/** Longer lines are refused: a file without line breaks would be held in memory whole. In bytes. */
const maxLineBytes = 64 * 2 ** 20;

/**
 * The entities of a file. Empty lines are skipped, and reading continues after a line that is not an entity. Fails if
 * the first line shows that the file is not line-based at all: skipping bad lines would then find little or nothing.
 */
export async function* readEntities(
  chunks: Chunks,
  name: string,
  longest: number = maxLineBytes,
): AsyncGenerator<Batch> {
  let number = 0;
  let isFirst = true;
  for await (const lines of linesOf(chunks, longest)) {
    let entities: EntityLine[] = [];
    for (const line of lines) {
      number++;
      if (isFirst) requireLines(line, `${name}:${String(number)}`);
      const read = readLine(line, name, number);
      isFirst &&= read === undefined;
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

/** An entity, nothing for an empty line, or the error. */
function readLine(bytes: Line, name: string, number: number): EntityLine | string | undefined {
  if (!(bytes instanceof Uint8Array)) {
    return `${visible(name)}:${String(number)}: the line is longer than 64 MiB; entities must be one per line`;
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
  const place = `${name}:${String(number)}`;
  const text = decode(bytes, place, " of the line");
  // Only JSON's white space makes an empty line.
  if (!/[^ \t\r\n]/u.test(text)) return undefined;
  const content = text.trim();
  if (wayToLines(content) !== undefined) throw new Failure(noLine(place, content));
  const value = parseJson(text, name, number);
  if (typeof value === "object" && value !== null) return value;
  throw new Failure(`${place}: an entity must be a JSON object, not ${show(content)}`);
}

/** Fails if a line, the first of a file, begins a value that continues over many lines. */
function requireLines(line: Line, place: string): void {
  const isWhole = line instanceof Uint8Array;
  const content = lenient.decode(isWhole ? line : line.beginning).trim();
  const way = wayToLines(content);
  if (way === undefined) return;
  const message = noLine(place, isWhole ? content : content.slice(0, 1));
  throw new Failure(`${message}; ${show(way)} converts it to such lines`);
}

const lenient = new TextDecoder();

/** What makes lines of a JSON list, or of objects over many lines; undefined for other text. */
function wayToLines(content: string): string | undefined {
  if (content.startsWith("[")) return "jq -c '.[]'";
  return content === "{" ? "jq -c ." : undefined;
}

function noLine(place: string, content: string): string {
  return `${place}: entities are JSON objects, one per line (NDJSON), but this begins with ${show(content)}`;
}
