// The fix that takes a term out, and the white space that separated it.

import { pointOf } from "../dates/instant.ts";
import type { Fix } from "../diagnostics/diagnostic.ts";
import type { Query, Term } from "../syntax/ast.ts";
import { rowOf } from "../vocabulary/qualifiers.ts";

/**
 * Removes the term at `index`, so that its neighbours stay apart. Only for terms that change nothing: preferred, unless the
 * words behind it would then be read as the rest of a date before it.
 */
export function removeTerm({ terms }: Query, index: number, title: string): Fix {
  const span = terms[index]?.span ?? { start: 0, end: 0 };
  const before = terms[index - 1]?.span.end;
  const after = terms[index + 1]?.span.start;
  const start = before ?? span.start;
  const end = before === undefined ? (after ?? span.end) : span.end;
  // What touched the term must not come to touch its neighbour.
  const text = before !== undefined && after === span.end ? " " : "";
  const fix = { title, edits: [{ span: { start, end }, text }] };
  return partsDate(terms, index) ? fix : { ...fix, preferred: true };
}

/** Whether the term stands between words and an unfinished date that they could be the rest of: `after:last type:a week`. */
function partsDate(terms: Query["terms"], index: number): boolean {
  if (!isBareText(terms[index + 1])) return false;
  // A copy of all that stands before would make many removals quadratic.
  let before = index - 1;
  while (isBareText(terms[before])) before--;
  const date = terms[before];
  if (date?.kind !== "qualified" || date.value.quoted || rowOf(date.qualifier).means !== "date") return false;
  return pointOf(date.value.text) === undefined;
}

/** Whether a term is free text without quotes: words that a date before it could take in. */
export function isBareText(term: Term | undefined): boolean {
  return term?.kind === "text" && !term.value.quoted;
}

/** Whether something stands between the term at `index` and the next, so that it can lose its closing quote. */
export function isApart({ terms }: Query, index: number): boolean {
  return terms[index]?.span.end !== terms[index + 1]?.span.start;
}
