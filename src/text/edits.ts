// Edits to a text, and applying them.
import { type Span, shiftSpan } from "./span.ts";

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
  /** The text that replaces it. */
  readonly text: string;
}

/**
 * Applies edits: those of a fix, of a completion, or your own. An edit that overlaps one before it in the text is left out.
 *
 * @param text - The text that the edits were made for.
 * @param edits - In any order; several at one place are applied in the order given.
 * @returns The text after them.
 * @throws TypeError if `text` is not a string or `edits` is not a list.
 * @example
 * ```ts
 * applyEdits("Type:Person", [{ span: { start: 0, end: 4 }, text: "type" }]); // "type:Person"
 * ```
 */
export function applyEdits(text: string, edits: readonly TextEdit[]): string {
  if (typeof text !== "string") throw new TypeError("text must be a string");
  const given: unknown = edits;
  if (!Array.isArray(given)) throw new TypeError("edits must be a list of edits");
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

/** Moves edits by `distance` code units. */
export function shiftEdits(edits: readonly TextEdit[], distance: number): readonly TextEdit[] {
  return edits.map(({ span, text }) => ({ span: shiftSpan(span, distance), text }));
}
