// Which term an offset is in.
import type { Query, Term } from "../syntax/ast.ts";

/** The term whose characters an offset is before, or else the term that ends at it. */
export function termAt(query: Query, offset: number): Term | undefined {
  const after = query.terms[firstEndingAfter(query.terms, offset)];
  return after !== undefined && after.span.start <= offset ? after : termBefore(query, offset);
}

/** The term that a cursor at an offset continues: the one it is in or at the end of, or else the one it is before. */
export function termWritten(query: Query, offset: number): Term | undefined {
  return termBefore(query, offset) ?? termAt(query, offset);
}

/** The term that begins before an offset and reaches to it. */
function termBefore({ terms }: Query, offset: number): Term | undefined {
  const term = terms[firstEndingAfter(terms, offset - 1)];
  return term !== undefined && term.span.start < offset ? term : undefined;
}

/** Terms are in source order and lie apart, so the first is found by halves. */
function firstEndingAfter(terms: readonly Term[], offset: number): number {
  let low = 0;
  let high = terms.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((terms[middle]?.span.end ?? 0) > offset) high = middle;
    else low = middle + 1;
  }
  return low;
}
