// Spans cut where lines end, for editors that support no edits or colours across lines.
import type { LineMap } from "./line-map.ts";
import type { Span } from "./span.ts";

/** The part of a span in the line of an offset, without the line break. */
export function partInLine(lines: LineMap, { start, end }: Span, offset: number): Span {
  const { line } = lines.position(offset);
  return {
    start: Math.max(start, lines.offset({ line, character: 0 })),
    end: Math.min(end, lines.offset({ line, character: Infinity })),
  };
}

/** What is left of a span without one of its parts: nothing, one span or two. */
export function without({ start, end }: Span, part: Span): readonly Span[] {
  return [
    { start, end: part.start },
    { start: part.end, end },
  ].filter((rest) => rest.end > rest.start);
}

/** The parts of a span, one for each line in which it has characters. */
export function partsByLine(lines: LineMap, span: Span): readonly Span[] {
  const parts: Span[] = [];
  const last = lines.position(span.end).line;
  for (let { line } = lines.position(span.start); line <= last; line++) {
    const part = partInLine(lines, span, lines.offset({ line, character: 0 }));
    if (part.end > part.start) parts.push(part);
  }
  return parts;
}
