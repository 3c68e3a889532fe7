// Putting terms in order without changing what they mean.
import type { Query, Term } from "../syntax/ast.ts";
import { isMembership, type QualifierRow, qualifiers, rowOf } from "../vocabulary/qualifiers.ts";

/**
 * The text with its terms by kind: first those that decide what is in the slice, in the order of the qualifiers, then the
 * others. Within a kind their order stays, and so do the filter and its scope warnings. White space stays where it is.
 */
export function sortedByKind(text: string, query: Query): string {
  const rank = (term: Term): number => {
    const row = kindOf(term);
    return row === undefined ? kinds.length : kinds.indexOf(row);
  };
  return arranged(
    text,
    query,
    query.terms.toSorted((a, b) => rank(a) - rank(b)),
  );
}

/**
 * The text with the terms of each qualifier that decides what is in the slice together, where its first one is: names in
 * the order of their code units, each once; dates stay in their order, each once.
 */
export function inCanonicalOrder(text: string, query: Query): string {
  const groups = new Map<QualifierRow | undefined, Term[]>();
  for (const term of query.terms) {
    const group = groups.get(kindOf(term));
    if (group === undefined) groups.set(kindOf(term), [term]);
    else group.push(term);
  }
  const terms = query.terms.flatMap((term) => {
    const row = kindOf(term);
    if (row === undefined) return [term];
    const group = groups.get(row) ?? [];
    return group[0] === term ? canonical(row, group) : [];
  });
  return arranged(text, query, terms);
}

const kinds: readonly QualifierRow[] = qualifiers;

/** The row of a term that decides what is in the slice. */
function kindOf(term: Term): QualifierRow | undefined {
  return term.kind === "qualified" && isMembership(term.qualifier) ? rowOf(term.qualifier) : undefined;
}

function canonical({ means }: QualifierRow, terms: readonly Term[]): readonly Term[] {
  const names = new Set<string>();
  const each = terms.filter(({ value }) => !names.has(value.text) && names.add(value.text));
  return means === "date" ? each : each.toSorted((a, b) => (a.value.text < b.value.text ? -1 : 1));
}

/** Writes terms of a text in another order, separated by the white space between the original ones. */
function arranged(text: string, { terms: before }: Query, terms: readonly Term[]): string {
  const pieces = terms.map(({ span }, index) => {
    const from = before[index - 1]?.span.end ?? 0;
    return text.slice(from, before[index]?.span.start) + text.slice(span.start, span.end);
  });
  return pieces.join("") + text.slice(before.at(-1)?.span.end ?? 0);
}
