// A stretch of source text, and the few things one does with it.

/**
 * A half-open range `[start, end)` of UTF-16 code-unit offsets into the source text.
 *
 * @example
 * ```ts
 * const { query } = parse("type:Person");
 * query.terms[0]?.span; // { start: 0, end: 11 }
 * ```
 */
export interface Span {
  /** Offset of the first code unit, from 0. */
  readonly start: number;
  /** Offset just past the last code unit. */
  readonly end: number;
}

/** Moves a span by `distance` code units. */
export function shiftSpan(span: Span, distance: number): Span {
  return { start: span.start + distance, end: span.end + distance };
}

/** Whether two spans share an offset; an empty one counts as inside what it is at the edge of. */
export function touches(first: Span, second: Span): boolean {
  return first.start <= second.end && second.start <= first.end;
}

/** The smallest span that covers both. */
export function coverSpans(first: Span, last: Span): Span {
  return { start: Math.min(first.start, last.start), end: Math.max(first.end, last.end) };
}

/** From the start of something to the end of the last of those that follow it, if any do. */
export function spanTo(first: Placed, others: readonly Placed[]): Span {
  return { start: first.span.start, end: (others.at(-1) ?? first).span.end };
}

/** What has a place in the text. */
interface Placed {
  readonly span: Span;
}
