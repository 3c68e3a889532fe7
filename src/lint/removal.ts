// The fix that removes a term, and the white space that separated it.

import type { Fix } from "../diagnostics/diagnostic.ts";
import type { Query, Term } from "../syntax/ast.ts";

/**
 * Removes the term at `index`, so that its neighbours stay apart. Only for terms that change nothing: preferred, unless bare words are
 * next to it. Those may be an operator that binds it, the rest of its name, or of the value before it.
 */
export function removeTerm({ terms }: Query, index: number, title: string): Fix {
  const span = terms[index]?.span ?? { start: 0, end: 0 };
  const [before, after] = [terms[index - 1], terms[index + 1]];
  const start = before?.span.end ?? span.start;
  const end = before === undefined ? (after?.span.start ?? span.end) : span.end;
  // Text adjacent to the term must not become adjacent to its neighbour.
  const text = before !== undefined && after?.span.start === span.end ? " " : "";
  const edits = [{ span: { start, end }, text }];
  return { title, edits, preferred: !isUnquotedText(before) && !isUnquotedText(after) };
}

/** Whether a term is free text without quotes: words that could belong to a value before it. */
export function isUnquotedText(term: Term | undefined): boolean {
  return term?.kind === "text" && !term.value.quoted;
}

/** Whether something stands between the term at `index` and the next, so that it can lose its closing quote. */
export function isApart({ terms }: Query, index: number): boolean {
  return terms[index]?.span.end !== terms[index + 1]?.span.start;
}
