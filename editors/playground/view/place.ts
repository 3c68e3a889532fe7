// How a place in the query is called: by line and column, as every editor counts them.

import type { LineMap, Span } from "../../../src/index.ts";

/** `1:14`, where a span begins. */
export function placeName(lines: LineMap, { start }: Span): string {
  const { line, character } = lines.position(start);
  return `${String(line + 1)}:${String(character + 1)}`;
}
