// Between offsets and the lines and characters of the protocol.
import type { Position, TextEdit as ProtocolEdit, Range } from "vscode-languageserver";
import type { TextEdit } from "../../text/edits.ts";
import type { LineMap } from "../../text/line-map.ts";
import type { Span } from "../../text/span.ts";

/** The range of a span. */
export function rangeOf(lines: LineMap, { start, end }: Span): Range {
  return { start: positionOf(lines, start), end: positionOf(lines, end) };
}

/** The position of an offset. */
export function positionOf(lines: LineMap, offset: number): Position {
  const { line, character } = lines.position(offset);
  return { line, character };
}

/** The span of a range; one that is the wrong way round counts as turned. */
export function spanOf(lines: LineMap, { start, end }: Range): Span {
  const [from, to] = [lines.offset(start), lines.offset(end)];
  return { start: Math.min(from, to), end: Math.max(from, to) };
}

/** Edits as the protocol has them. */
export function editsOf(lines: LineMap, edits: readonly TextEdit[]): ProtocolEdit[] {
  return edits.map(({ span, text }) => ({ range: rangeOf(lines, span), newText: text }));
}
