// Parentheses around terms: `(type:Person OR type:Company)`.
import type { Fix } from "../diagnostics/diagnostic.ts";
import type { Query, Term } from "../syntax/ast.ts";
import { startsQualified } from "../syntax/prefix.ts";
import { hasStrayParenthesis, printValueText } from "../syntax/print.ts";
import { spanTo } from "../text/span.ts";
import { operatorLike } from "../vocabulary/lookalikes.ts";

/** A parenthesis before a value that does not close it, or after one that does not open it, or around free text. */
export function isGrouped({ kind, value: { text, quoted } }: Term): boolean {
  return !quoted && ((kind === "text" && text.startsWith("(")) || hasStrayParenthesis(text));
}

/** A group that begins at a term. */
export interface Group {
  /** From the term with the opening parenthesis to the one with the closing one. */
  readonly terms: readonly Term[];
  readonly fix: Fix;
}

/**
 * The group that begins with the term at `index`, if it is closed and holds nothing but terms and operators. The fix is never certain: what
 * stands around the group would have bound it in other languages.
 */
export function groupAt(index: number, query: Query): Group | undefined {
  const terms = groupedTerms(query, index);
  const inside = terms.map((term) => partOf(term));
  const names = inside.filter(({ qualifier }) => qualifier !== undefined);
  const operators = inside.flatMap(({ text, qualifier }) =>
    qualifier === undefined ? [operatorLike(text)] : [],
  );
  const [first] = terms;
  if (first === undefined || names.length === 0 || operators.includes(undefined) || operators.includes("not"))
    return undefined;
  const kinds = new Set(names.map(({ qualifier }) => qualifier));
  // Terms that unite or intersect without an operator need none; otherwise the operators stay, with their diagnostics.
  const isImplied =
    kinds.size === 1 ? !operators.includes("and") : kinds.size === names.length && !operators.includes("or");
  const kept = isImplied ? names : inside;
  const edits = [{ span: spanTo(first, terms), text: kept.map(({ text }) => text).join(" ") }];
  return { terms, fix: { title: "remove the parentheses", edits } };
}

/** The terms up to the closing parenthesis, if there is one and no other opens before it; not many. */
function groupedTerms({ terms }: Query, index: number): readonly Term[] {
  const candidates = terms.slice(index, index + maxTerms);
  const last = candidates.findIndex(({ value }) => !value.quoted && value.text.endsWith(")"));
  const group = candidates.slice(0, last + 1);
  const isSimple = group.every(
    ({ value: { text } }, at) => !text.includes("(", at === 0 ? 1 : 0) && !text.slice(0, -1).includes(")"),
  );
  return isSimple && group[0]?.kind === "text" ? group : [];
}

const maxTerms = 24;

interface Part {
  readonly text: string;
  /** Missing for what is free text without its parenthesis. */
  readonly qualifier: string | undefined;
}

function partOf(term: Term): Part {
  const bare = term.value.text.replace(/^\(/u, "").replace(term.value.quoted ? /$/u : /\)$/u, "");
  if (term.kind === "text")
    return { text: bare, qualifier: startsQualified(bare) ? bare.slice(0, bare.indexOf(":")) : undefined };
  return { text: `${term.qualifier}:${printValueText(bare)}`, qualifier: term.qualifier };
}
