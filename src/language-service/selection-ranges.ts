// What to select around an offset, wider at each step: the value, the term, its neighbours of the same kind, the query.
import type { Query, Term } from "../syntax/ast.ts";
import { type ParseOptions, parse } from "../syntax/parse.ts";
import { isUnterminated } from "../syntax/unterminated.ts";
import type { Span } from "../text/span.ts";
import { termAt } from "./term-at.ts";

/** Spans around an offset, the narrowest first, each wider than the one before; the last is the whole text. */
export function selectionRangesAt(text: string, offset: number, options?: ParseOptions): readonly Span[] {
  const { query } = parse(text, options);
  const term = termAt(query, offset);
  const spans = term === undefined ? [] : [...partsAt(text, term, offset), term.span, runAround(query, term)];
  return [...spans, query.span].filter((span, index, all) => isWider(span, all[index - 1]));
}

/** The words inside the quotes, then the value; or the qualifier. */
function partsAt(text: string, term: Term, offset: number): readonly Span[] {
  const { quoted, span } = term.value;
  if (offset < span.start) return [{ start: term.span.start, end: span.start - 1 }];
  if (!quoted) return [span];
  const inside = { start: span.start + 1, end: isUnterminated(text, term) ? span.end : span.end - 1 };
  return offset >= inside.start && offset <= inside.end ? [inside, span] : [span];
}

/** The term with its neighbours of the same qualifier, which unite with it. */
function runAround({ terms }: Query, term: Term): Span {
  const isSame = (other: Term | undefined): other is Term =>
    other !== undefined && kindOf(other) === kindOf(term);
  let first = terms.indexOf(term);
  let last = first;
  while (isSame(terms[first - 1])) first--;
  while (isSame(terms[last + 1])) last++;
  return { start: terms[first]?.span.start ?? 0, end: terms[last]?.span.end ?? 0 };
}

function kindOf(term: Term): string {
  return term.kind === "text" ? "" : term.qualifier;
}

function isWider(span: Span, narrower: Span | undefined): boolean {
  if (narrower === undefined) return true;
  return (
    span.start <= narrower.start &&
    span.end >= narrower.end &&
    span.end - span.start > narrower.end - narrower.start
  );
}
