// Edits to a text, and applying them.
import type { Span } from "./span.ts";

/**
 * One replacement: the text of `span` becomes `text`. An empty span inserts, an empty text deletes.
 *
 * @example
 * ```ts
 * const lowerCase: TextEdit = { span: { start: 0, end: 4 }, text: "type" };
 * ```
 */
export interface TextEdit {
  /** What is replaced, in UTF-16 code units of the text before any edit. */
  readonly span: Span;
  /** What stands there afterwards. */
  readonly text: string;
}

/** Applies edits given in any order; an edit that overlaps an earlier one is left out. */
export function applyEdits(text: string, edits: readonly TextEdit[]): string {
  const ordered = edits.toSorted((a, b) => a.span.start - b.span.start || a.span.end - b.span.end);
  let result = "";
  let done = 0;
  for (const { span, text: replacement } of ordered) {
    if (span.start < done) continue;
    result += text.slice(done, span.start) + replacement;
    done = Math.max(done, span.end);
  }
  return result + text.slice(done);
}
