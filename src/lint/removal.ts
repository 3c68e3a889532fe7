// The fix that takes a term out, and the white space that separated it.
import type { Fix } from "../diagnostics/diagnostic.ts";
import type { Query } from "../syntax/ast.ts";

/** Removes the term at `index`, so that its neighbours stay apart. Preferred, so only for terms that change nothing. */
export function removeTerm({ terms }: Query, index: number, title: string): Fix {
  const span = terms[index]?.span ?? { start: 0, end: 0 };
  const before = terms[index - 1]?.span.end;
  const after = terms[index + 1]?.span.start;
  const start = before ?? span.start;
  const end = before === undefined ? (after ?? span.end) : span.end;
  // What touched the term must not come to touch its neighbour.
  const text = before !== undefined && after === span.end ? " " : "";
  return { title, edits: [{ span: { start, end }, text }], preferred: true };
}

/** Whether something stands between the term at `index` and the next, so that it can lose its closing quote. */
export function isApart({ terms }: Query, index: number): boolean {
  return terms[index]?.span.end !== terms[index + 1]?.span.start;
}
