// From offsets to lines and characters, and back, as editors count them.

/**
 * A place in a text as editors show it, both counted from 0.
 *
 * @throws TypeError if `text` is not a string.
 * @example
 * ```ts
 * lineMap("type:A\ntype:B").position(7); // { line: 1, character: 0 }
 * ```
 */
export interface Position {
  /** Line number, from 0. `\n`, `\r\n` and a lone `\r` end a line. */
  readonly line: number;
  /** UTF-16 code units from the start of the line, from 0. */
  readonly character: number;
}

/**
 * Converts between offsets and positions of one text.
 *
 * @example
 * ```ts
 * const map: LineMap = lineMap("type:A\ntype:B");
 * map.offset({ line: 1, character: 0 }); // 7
 * ```
 */
export interface LineMap {
  /** The position of an offset; one outside the text counts as the nearest end. */
  position(offset: number): Position;
  /** The offset of a position; one past the end of a line or of the text counts as that end. */
  offset(position: Position): number;
}

/**
 * Makes the line map of a text. O(length) once, then O(log lines) a question.
 *
 * @example
 * ```ts
 * lineMap("type:A\r\ntype:B").position(8); // { line: 1, character: 0 }
 * ```
 */
export function lineMap(text: string): LineMap {
  if (typeof text !== "string") throw new TypeError("text must be a string");
  const starts = lineStarts(text);
  return {
    position(offset) {
      const at = clamp(offset, 0, text.length);
      const line = lastAtOrBefore(starts, at);
      return { line, character: at - (starts[line] ?? 0) };
    },
    offset({ line, character }) {
      if (line >= starts.length) return text.length;
      if (!(line >= 0)) return 0;
      const index = Math.trunc(line);
      const start = starts[index] ?? 0;
      const next = starts[index + 1] ?? text.length + 1;
      return clamp(start + character, start, Math.max(start, lineEnd(text, start, next)));
    },
  };
}

function lineStarts(text: string): readonly number[] {
  const starts = [0];
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit === 10 || (unit === 13 && text.charCodeAt(at + 1) !== 10)) starts.push(at + 1);
  }
  return starts;
}

/** Where the characters of a line end: before its line break. */
function lineEnd(text: string, start: number, next: number): number {
  let end = Math.min(next, text.length + 1) - 1;
  if (next > text.length) return text.length;
  if (end > start && text.charCodeAt(end) === 10 && text.charCodeAt(end - 1) === 13) end--;
  return end;
}

function lastAtOrBefore(starts: readonly number[], offset: number): number {
  let low = 0;
  let high = starts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((starts[middle] ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** NaN counts as the lower bound, so that no question throws or loops. */
function clamp(value: number, low: number, high: number): number {
  return value > low ? Math.min(Math.trunc(value), high) : low;
}
